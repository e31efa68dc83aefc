import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface LoadResult {
  readonly answered: number
  /** One description for each request that failed. */
  readonly failures: readonly string[]
}

export interface Load {
  /** Number of requests answered so far. */
  readonly answered: number
  /** Ends the load after the requests under way. */
  stop(): Promise<LoadResult>
  /** Ends each client when it gets no new connection. The loss of an accepted connection is still a failure. */
  untilRefused(): Promise<LoadResult>
}

export interface Answer {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}

/** There was no complete answer. */
class RequestError extends Error {
  /** Whether the connection had carried a request before, so that the server had accepted it. */
  readonly reused: boolean

  constructor(cause: Error, reused: boolean) {
    super(`${cause.message}${reused ? ' on an open connection' : ''}`, { cause })
    this.reused = reused
  }
}

export function get(url: string, agent?: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent }, (res) => {
      let body = ''
      res.setEncoding('utf8')
      res.on('data', (chunk: string) => (body += chunk))
      res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, body }))
      res.on('error', reject)
    })
    asked.on('error', (error) => reject(new RequestError(error, asked.reusedSocket)))
    asked.end()
  })
}

/**
 * Keeps `clients` connections busy with searches that no cache can answer.
 *
 * @param check Returns the fault of an answer, or null.
 * @param pauseMs Pause of a client after each answer. Without one the load takes all processor time that is left.
 */
export function startLoad(
  url: string,
  clients: number,
  check: (answer: Answer) => string | null,
  pauseMs?: number,
): Load {
  const failures: string[] = []
  let answered = 0
  let stopped = false
  let refusalsMeanEnd = false
  const running = Array.from({ length: clients }, async (_, client) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let n = client; !stopped; n += clients) {
      try {
        const answer = await get(`${url}/api/search?limit=50&q=things+zzqx${n}`, agent)
        answered += 1
        const wrong = answer.status === 200 ? check(answer) : `status ${answer.status}: ${answer.body}`
        if (wrong !== null) failures.push(wrong)
        if (pauseMs !== undefined) await sleep(pauseMs)
      } catch (error) {
        if (refusalsMeanEnd && error instanceof RequestError && !error.reused) break
        failures.push(String(error))
      }
    }
    agent.destroy()
  })
  const result = async (): Promise<LoadResult> => {
    await Promise.all(running)
    return { answered, failures }
  }
  return {
    get answered() {
      return answered
    },
    stop() {
      stopped = true
      return result()
    },
    untilRefused() {
      refusalsMeanEnd = true
      return result()
    },
  }
}
