import { Client, DatabaseError } from 'pg'
import type { ClientConfig } from 'pg'
import { Unavailable } from '../../shared/unavailable.ts'

/** A statement that takes longer makes one look whether the server answers anything at all. */
const PATIENCE_MS = 1000
/** For a new connection, and for the answer on it. */
const LOOK_LIMIT_MS = 1500

/** Tells a statement that takes its time from a server that hangs. */
export interface Pulse {
  /** The answer; rejects with `Unavailable` when it is late and the server answers nobody else either. */
  whileAlive<T>(answer: Promise<T>): Promise<T>
}

/** @param config Of a connection. Looks are made on new ones, since a connection that is there may lead to a server that is not. */
export function createPulse(config: ClientConfig): Pulse {
  let looking: Promise<boolean> | null = null
  const isAlive = (): Promise<boolean> => (looking ??= look(config).finally(() => (looking = null)))

  return {
    whileAlive: (answer) =>
      new Promise((resolve, reject) => {
        let settled = false
        let timer = setTimeout(check, PATIENCE_MS)
        function check(): void {
          void isAlive().then((alive) => {
            if (settled) return
            if (alive) timer = setTimeout(check, PATIENCE_MS)
            // What has arrived while this thread was busy is read first.
            else setImmediate(reject, new Unavailable('the database hangs'))
          })
        }
        answer.then(resolve, reject).finally(() => {
          settled = true
          clearTimeout(timer)
        })
      }),
  }
}

/** Whether a server answers; one that refuses does. */
async function look(config: ClientConfig): Promise<boolean> {
  const client = new Client({ ...config, connectionTimeoutMillis: LOOK_LIMIT_MS, query_timeout: LOOK_LIMIT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    return error instanceof DatabaseError
  } finally {
    // A server that hangs does not say good-bye.
    client.end().catch(() => {})
  }
}
