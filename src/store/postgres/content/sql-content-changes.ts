import type { AccountObject, Changes, Fault } from '../../../account/content/account-content.ts'
import { staleVersion } from '../../../account/content/faults.ts'
import { toKeptText } from '../../../account/content/words.ts'

/** The fault of a write that was meant for another version; null: it may go on. */
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

/** What an update sets besides what only that kind of object has. */
export function toChangedColumns({ expectedVersion, name, description }: Changes, at: Date) {
  return {
    ...(name === undefined ? {} : { name: toKeptText(name) }),
    ...(description === undefined ? {} : { description: toKeptText(description) }),
    version: expectedVersion + 1,
    updated_at: at,
  }
}
