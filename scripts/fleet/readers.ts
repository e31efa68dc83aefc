// People and programs that read documentation. Each remembers the newest content that it has seen, and names it in its requests.
import { Agent, request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { DOCS_URL } from './balancer.ts'
import type { Failure, Ledger } from './ledger.ts'
import { PAGES, publicationIn } from './content.ts'

const ANSWER_LIMIT_MS = 30_000
/** How long a reader comes again when it is asked to. */
const PATIENCE_MS = 30_000
const FIELD = 'signpost-generation'

export interface ReadsResult {
  readonly answered: number
  /** Answers of 503 of nodes that were behind the reader, and said when to come again. */
  readonly refused: number
  /** Longest time until a reader that was asked to come again had its answer. */
  readonly longestWaitMs: number
  /** Requests whose connection broke with a process that was killed. */
  readonly broken: readonly Failure[]
  readonly failed: readonly Failure[]
  /** Answers that were older than the newest that the same client had seen. */
  readonly older: readonly Failure[]
  readonly slowestMs: number
  /** How often an answer had a newer content than the one before. */
  readonly steps: number
}

export interface Reads {
  /** Number of answers so far. */
  readonly answered: number
  stop(): Promise<ReadsResult>
}

interface Answer {
  readonly status: number
  readonly hash: string | null
  /** When to come again; null if the answer does not say so. */
  readonly retryAfterMs: number | null
  readonly body: string
}

/** The kinds of requests that a client makes in turns. The search is for a word that no other search has. */
const REQUESTS: readonly ((client: number, n: number) => string)[] = [
  (client, n) => `/api/search?limit=5&q=things+zq${client}x${n}`,
  (client, n) => `/en/guides/page-${(client * 7 + n) % PAGES}`,
  (client, n) => `/en/guides/page-${(client * 5 + n) % PAGES}.md`,
  (client, n) => `/api/page?locale=en&path=guides/page-${(client * 3 + n) % PAGES}`,
]

export function startReads(clients: number, pauseMs: number, ledger: Ledger): Reads {
  const result = { answered: 0, refused: 0, slowestMs: 0, longestWaitMs: 0, steps: 0 }
  const [broken, failed, older]: [Failure[], Failure[], Failure[]] = [[], [], []]
  let stopped = false

  /** Asks until it has an answer, for as long as it is asked to come again. */
  async function read(path: string, newest: string | null, agent: Agent): Promise<Answer> {
    const startMs = performance.now()
    for (let tries = 1; ; tries++) {
      const sentMs = performance.now()
      const answer = await get(path, newest, agent)
      const endMs = performance.now()
      result.slowestMs = Math.max(result.slowestMs, endMs - sentMs)
      if (tries > 1) result.longestWaitMs = Math.max(result.longestWaitMs, endMs - startMs)
      if (answer.status !== 503 || answer.retryAfterMs === null || endMs - startMs > PATIENCE_MS) return answer
      result.refused += 1
      await sleep(answer.retryAfterMs)
    }
  }

  const running = Array.from({ length: clients }, async (_, client) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    let newest = null as { readonly hash: string; readonly publication: number } | null
    for (let n = 0; !stopped; n++) {
      const path = REQUESTS[n % REQUESTS.length]?.(client, n) ?? '/'
      const startMs = performance.now()
      const note = (list: Failure[], what: string): void =>
        void list.push({ what: `reader ${client}: GET ${path}: ${what}`, startMs, endMs: performance.now() })
      try {
        const answer = await read(path, newest?.hash ?? null, agent)
        const endMs = performance.now()
        if (answer.status !== 200) {
          const mayBreak = (answer.status === 502 || answer.status === 504) && ledger.mayBreak(startMs, endMs)
          note(mayBreak ? broken : failed, `${answer.status} ${answer.body.slice(0, 200)}`)
        } else {
          result.answered += 1
          const publication = publicationIn(answer.body)
          const fault = answer.hash === null ? 'no content is named' : ledger.learn(answer.hash, publication)
          if (fault !== null) note(failed, fault)
          if (newest !== null && publication < newest.publication) {
            note(older, `publication ${publication} after ${newest.publication}`)
          } else if (answer.hash !== null && publication !== newest?.publication) {
            if (newest !== null) result.steps += 1
            newest = { hash: answer.hash, publication }
          }
        }
      } catch (error) {
        note(ledger.mayBreak(startMs, performance.now()) ? broken : failed, String(error))
      }
      await sleep(pauseMs)
    }
    agent.destroy()
  })
  return {
    get answered() {
      return result.answered
    },
    async stop() {
      stopped = true
      await Promise.all(running)
      return { ...result, broken, failed, older }
    },
  }
}

function get(path: string, newest: string | null, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = newest === null ? {} : { [FIELD]: newest }
    const asked = request(`${DOCS_URL}${path}`, { agent, headers, timeout: ANSWER_LIMIT_MS }, (res) => {
      let body = ''
      res.setEncoding('utf8')
      res.on('data', (chunk: string) => (body += chunk))
      res.on('end', () => {
        const retryAfter = res.headers['retry-after']
        const retryAfterMs = retryAfter === undefined ? null : Number(retryAfter) * 1000
        resolve({ status: res.statusCode ?? 0, hash: hashOf(res.headers[FIELD]), retryAfterMs, body })
      })
      res.on('error', reject)
    })
    asked.on('timeout', () => asked.destroy(new Error(`no answer within ${ANSWER_LIMIT_MS} ms`)))
    asked.on('error', reject)
    asked.end()
  })
}

function hashOf(field: string | readonly string[] | undefined): string | null {
  return typeof field === 'string' ? field : null
}
