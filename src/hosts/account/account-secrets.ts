import type { SecretStore } from '../../shared/secret-store.ts'
import { Unavailable } from '../../shared/unavailable.ts'

const RETRY_MS = 500
const NAMES = ['known browsers', 'request state'] as const
export type AccountSecret = (typeof NAMES)[number]

/** Secrets that all nodes of the account host share, read once there is a database. */
export interface AccountSecrets {
  /** Begins to read them, and goes on until they are read. */
  load(): void
  readonly loaded: boolean
  /** @throws {Unavailable} until they have been read. */
  get(name: AccountSecret): Uint8Array
  close(): void
}

/** @param onFault Told once of what is no outage: of those the database tells itself. */
export function createAccountSecrets(
  store: SecretStore,
  onFault: (message: string, cause: unknown) => void,
): AccountSecrets {
  const known = new Map<AccountSecret, Uint8Array>()
  let timer: NodeJS.Timeout | undefined
  let told = false
  let closed = false

  async function load(): Promise<void> {
    try {
      for (const name of NAMES) known.set(name, await store.secret(name))
    } catch (error) {
      if (closed) return
      if (!(error instanceof Unavailable) && !told) {
        told = true
        onFault('the secrets of the account host cannot be read', error)
      }
      timer = setTimeout(() => void load(), RETRY_MS)
    }
  }

  return {
    load: () => void load(),
    get loaded() {
      return known.size === NAMES.length
    },
    get(name) {
      const value = known.get(name)
      if (value === undefined) throw new Unavailable('secrets have not been read yet')
      return value
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
