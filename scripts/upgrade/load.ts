// What readers, agents and people ask for while a version is replaced. Every answer is judged.
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { jsonOf, type Application, type Answer, type Person, type Place } from '../../test/support/account-client.ts'
import { reasonOf } from '../../src/shared/reason.ts'
import { newAddress } from '../../test/support/icons-client.ts'
import { request } from 'node:http'

/** What one lane saw. */
export interface Seen {
  readonly name: string
  readonly answered: number
  /** Answers with 503 and a time to retry. */
  readonly refused: number
  readonly failures: readonly string[]
  readonly slowestMs: number
}

/** A request, which resolves to the fault of its answer, or null, or `REFUSED`. */
export type Ask = (n: number) => Promise<string | null>

const REFUSED = 'refused'

export interface Lanes {
  stop(): Promise<readonly Seen[]>
  /** Resolves after each lane has so many answers more. */
  answered(count: number): Promise<void>
}

/** Runs each lane until it is stopped, one request after the other. */
export function startLanes(lanes: Readonly<Record<string, readonly [Ask, pauseMs: number]>>): Lanes {
  let stopped = false
  const states = Object.entries(lanes).map(([name, [ask, pauseMs]]) => {
    const seen = { name, answered: 0, refused: 0, failures: [] as string[], slowestMs: 0 }
    const run = async (): Promise<void> => {
      for (let n = 0; !stopped; n++) {
        const since = performance.now()
        const fault = await ask(n).catch(reasonOf)
        seen.answered += 1
        seen.slowestMs = Math.max(seen.slowestMs, performance.now() - since)
        if (fault === REFUSED) seen.refused += 1
        else if (fault !== null) seen.failures.push(fault)
        await sleep(pauseMs)
      }
    }
    return { seen, ended: run() }
  })
  return {
    async stop() {
      stopped = true
      await Promise.all(states.map(({ ended }) => ended))
      return states.map(({ seen }) => seen)
    },
    async answered(count) {
      const until = states.map(({ seen }) => seen.answered + count)
      while (states.some(({ seen }, position) => seen.answered < until[position]!)) await sleep(50)
    },
  }
}

const WORDS = ['install', 'search', 'token', 'icons', 'database', 'proxy', 'metrics', 'llms', 'synonyms', 'redis']

/** Readers of the documentation and users of icons, each on a connection that is kept. */
export function readers(docs: string, icons: string, token: string): Readonly<Record<string, readonly [Ask, number]>> {
  const search = reader(
    docs,
    (n) => `/api/search?q=${WORDS[n % WORDS.length]}+${WORDS[(n >> 3) % WORDS.length]}&limit=${(n % 20) + 1}`,
  )
  const page = reader(docs, (n) => ['/en/operations/upgrades', '/ko/operations/redis', '/zh/mcp'][n % 3]!)
  const found = reader(icons, (n) => `/api/v1/icons?q=${WORDS[n % WORDS.length]}&limit=${(n % 20) + 1}`)
  const byToken = reader(icons, () => '/api/v1/categories', { authorization: `Bearer ${token}` })
  const file = reader(icons, () => '/assets/lucide-bell.svg')
  return {
    'docs search, first reader': [search, 5],
    'docs search, second reader': [search, 5],
    'docs pages': [page, 20],
    'icon search': [found, 20],
    'icons by a token from before': [byToken, 120],
    'icon files': [file, 20],
  }
}

function reader(origin: string, path: (n: number) => string, fields: Readonly<Record<string, string>> = {}): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { hostname, port } = new URL(origin)
  return (n) =>
    new Promise((resolve, reject) => {
      const headers = { 'x-forwarded-for': newAddress(), ...fields }
      const asked = request({ hostname, port, path: path(n), agent, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.on('error', reject)
        response.on('end', () => {
          const isWhole = response.statusCode === 200 && text.length > 0
          resolve(isWhole ? null : `${response.statusCode} ${path(n)} ${text.slice(0, 200)}`)
        })
      })
      asked.on('error', reject)
      asked.end()
    })
}

/** A session of MCP and a chain of refresh tokens, both from before the upgrade. */
export function agents(place: Place, session: readonly [Application, string], refreshing: Application) {
  const [application, id] = session
  const list: Ask = async () =>
    judge(await application.ask(place, id, 'tools/list'), (answer) => 'result' in jsonOf(answer))
  const refresh: Ask = async () => {
    const refreshed = await refreshing.renew(place).catch((error: Error) => error)
    if (refreshed instanceof Error && refreshed.message.startsWith('no tokens: 503')) return REFUSED
    if (refreshed instanceof Error) throw refreshed
    return judge(await refreshing.call(place, 'whoami'), (answer) => answer.text.includes('@example.org'))
  }
  return { 'MCP session from before': [list, 100], 'refresh tokens from before': [refresh, 300] } as const
}

/** A person who signed in before. */
export function person(place: Place, who: Person): Readonly<Record<string, readonly [Ask, number]>> {
  const look: Ask = async () => {
    const { html, status } = await who.at(place).get('/account')
    return status === 200 && html.includes(who.email) ? null : `${status} ${html.slice(0, 200)}`
  }
  return { 'person signed in before': [look, 100] }
}

function judge(answer: Answer, isGood: (answer: Answer) => boolean): string | null {
  if (answer.status === 503 && answer.headers.has('retry-after')) return REFUSED
  return answer.status === 200 && isGood(answer) ? null : `${answer.status} ${answer.text.slice(0, 200)}`
}
