import { setTimeout as sleep } from 'node:timers/promises'
import type { SecretStore } from '../../account/secret-store.ts'
import { Unavailable } from '../../shared/unavailable.ts'

const RETRY_MS = 500
const NAMES = ['known browsers', 'request state'] as const
export type AccountSecret = (typeof NAMES)[number]

/** Secrets that all nodes of the account host share, read once there is a database. */
export interface AccountSecrets {
  /** Resolves when the secrets have been read, which is tried again and again, or when they are closed. */
  load(): Promise<void>
  readonly loaded: boolean
  /** @throws {Unavailable} until the secrets have been read. */
  get(name: AccountSecret): Uint8Array
  close(): void
}

/** @param onFault Called once with a fault that is no outage. The database reports its outages itself. */
export function createAccountSecrets(
  store: SecretStore,
  onFault: (message: string, cause: unknown) => void,
): AccountSecrets {
  const known = new Map<AccountSecret, Uint8Array>()
  let reported = false
  let closed = false

  return {
    async load() {
      while (!closed) {
        try {
          for (const name of NAMES) known.set(name, await store.secret(name))
          return
        } catch (error) {
          if (!(error instanceof Unavailable) && !reported && !closed) {
            reported = true
            onFault('the secrets of the account host cannot be read', error)
          }
          await sleep(RETRY_MS, undefined, { ref: false })
        }
      }
    },
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
    },
  }
}
