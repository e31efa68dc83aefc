import type { SecretStore } from '../../account/secret-store.ts'
import { Unavailable } from '../../shared/unavailable.ts'

const RETRY_MS = 500
const NAMES = ['known browsers', 'request state'] as const
export type AccountSecret = (typeof NAMES)[number]

/** Secrets that all nodes of the account host share, read once there is a database. */
export interface AccountSecrets {
  /** Starts to read the secrets, and retries until they are read. */
  load(): void
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
  let timer: NodeJS.Timeout | undefined
  let reported = false
  let closed = false

  async function load(): Promise<void> {
    try {
      for (const name of NAMES) known.set(name, await store.secret(name))
    } catch (error) {
      if (closed) return
      if (!(error instanceof Unavailable) && !reported) {
        reported = true
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
