import { Client, DatabaseError, type ClientConfig } from 'pg'
import { Unavailable } from '../../shared/unavailable.ts'

/** Time after which a pending statement prompts a check whether the server answers anything at all. */
const PATIENCE_MS = 1000
/** Time limit for a new connection, and for the answer on it. */
const LOOK_LIMIT_MS = 1500

/** Distinguishes a slow statement from a hanging server. */
export interface Pulse {
  /** Returns the answer; rejects with `Unavailable` when it is late and the server answers nobody else either. */
  whileAlive<T>(answer: Promise<T>): Promise<T>
}

/**
 * @param config Configuration of a connection. Each check makes a new one, since an existing one may lead to a server that is gone.
 * @param Connection Class of the client that connects.
 */
export function createPulse(config: ClientConfig, Connection: typeof Client): Pulse {
  let looking: Promise<boolean> | null = null
  const isAlive = (): Promise<boolean> => (looking ??= look(config, Connection).finally(() => (looking = null)))

  return {
    whileAlive: (answer) =>
      new Promise((resolve, reject) => {
        let settled = false
        let timer = setTimeout(check, PATIENCE_MS)
        function check(): void {
          void isAlive().then((alive) => {
            if (settled) return
            if (alive) timer = setTimeout(check, PATIENCE_MS)
            // Data that arrived while this thread was busy is read first.
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

/** Whether a server answers; a refusal counts as an answer. */
async function look(config: ClientConfig, Connection: typeof Client): Promise<boolean> {
  const client = new Connection({ ...config, connectionTimeoutMillis: LOOK_LIMIT_MS, query_timeout: LOOK_LIMIT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    return error instanceof DatabaseError
  } finally {
    // A hanging server never completes the close.
    client.end().catch(() => {})
  }
}
