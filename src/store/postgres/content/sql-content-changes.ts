import type { AccountObject, Changes, Fault } from '../../../account/content/account-content.ts'
import { staleVersion } from '../../../account/content/faults.ts'
import { toKeptText } from '../../../account/content/words.ts'

/** Fault of a write that expects another version; null when the version matches. */
export function findStale(
  kind: AccountObject['kind'],
  { version }: { readonly version: number },
  expectedVersion: number,
): Fault | null {
  return version === expectedVersion ? null : staleVersion(kind, expectedVersion, version)
}

export function hasChanges({ name, description }: Changes): boolean {
  return name !== undefined || description !== undefined
}

/** Columns that an update sets for every kind of object. */
export function toChangedColumns({ expectedVersion, name, description }: Changes, at: Date) {
  return {
    ...(name === undefined ? {} : { name: toKeptText(name) }),
    ...(description === undefined ? {} : { description: toKeptText(description) }),
    version: expectedVersion + 1,
    updated_at: at,
  }
}
