// Agents that write to accounts by MCP. Each keeps what was acknowledged, reads it back at once, and again at the end.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  connect,
  contentOf,
  signUp,
  type Answer,
  type Application,
  type Place,
} from '../../test/support/account-client.ts'
import { reasonOf } from '../../src/shared/reason.ts'
import { createWriter, namesOf, type Writer } from '../../test/support/account-load.ts'
import { ACCOUNT_URL } from './balancer.ts'
import type { Failure, Ledger } from './ledger.ts'

/** A workspace takes a thousand projects. */
const PROJECTS_OF_A_WORKSPACE = 900
/** An access token is good for ten minutes; it is renewed earlier, so that refreshes meet the faults too. */
const RENEW_MS = 45_000
const RETRY_MS = 500

const PLACE: Place = { nodeUrl: ACCOUNT_URL, accountUrl: ACCOUNT_URL }

export interface WritesResult {
  readonly calls: number
  readonly acknowledged: number
  /** Answers of 503: by Signpost, which says when to come again, or by HAProxy when no server is ready. */
  readonly refused: number
  readonly renewed: number
  /** Requests without an answer of Signpost, whose connection broke with a process that was killed. */
  readonly broken: readonly Failure[]
  readonly failed: readonly Failure[]
  /** Acknowledged writes that their own writer did not find in the next request. */
  readonly older: readonly Failure[]
  readonly slowestMs: number
}

export interface Settled {
  /** Names that were acknowledged and are not there. */
  readonly lost: readonly string[]
  /** Names that are there more than once. */
  readonly twice: readonly string[]
  /** Names that are there without having been acknowledged, since the answer was lost. */
  readonly unanswered: number
}

export interface Writes {
  /** Number of requests so far. */
  readonly calls: number
  stop(): Promise<WritesResult>
}

export interface Writers {
  start(pauseMs: number): Writes
  /** Reads all back. */
  settle(): Promise<Settled>
}

export async function createWriters(count: number, ledger: Ledger): Promise<Writers> {
  const acknowledged: string[] = []
  const spaces: Writer[] = []
  const applications: Application[] = []
  for (let n = 0; n < count; n++) applications.push(await connect(PLACE, await signUp(PLACE)))
  let round = 0

  function start(pauseMs: number): Writes {
    round += 1
    const result = { calls: 0, acknowledged: 0, refused: 0, renewed: 0, slowestMs: 0 }
    const [broken, failed, older]: [Failure[], Failure[], Failure[]] = [[], [], []]
    let stopped = false

    /** Makes one request. @returns its answer if it is a success, otherwise null, which is counted by its kind */
    async function attempt(who: string, act: () => Promise<Answer>): Promise<Answer | null> {
      const startMs = performance.now()
      const note = (what: string, mayBreak: boolean): null => {
        const endMs = performance.now()
        ;(mayBreak && ledger.mayBreak(startMs, endMs) ? broken : failed).push({
          what: `${who}: ${what}`,
          startMs,
          endMs,
        })
        return null
      }
      result.calls += 1
      try {
        const answer = await act()
        result.slowestMs = Math.max(result.slowestMs, answer.tookMs)
        if (answer.status === 200) return answer
        if (answer.status !== 503) return note(`${answer.status} ${answer.text.slice(0, 300)}`, answer.status === 502)
        result.refused += 1
        return null
      } catch (error) {
        return note([error, (error as Error).cause ?? ''].map(reasonOf).join(' '), true)
      }
    }

    const running = applications.map(async (application, position) => {
      const who = `writer ${position}`
      let space: Writer | null = null
      let renewedMs = performance.now()
      for (let n = 0; !stopped; n++) {
        if (space === null || n % PROJECTS_OF_A_WORKSPACE === PROJECTS_OF_A_WORKSPACE - 1) {
          space = await createWriter(PLACE, application).catch(() => null)
          if (space !== null) spaces.push(space)
          else await sleep(RETRY_MS)
          continue
        }
        if (performance.now() - renewedMs > RENEW_MS) {
          const done = await attempt(`${who}: refresh`, async () => renew(application))
          if (done !== null) {
            renewedMs = performance.now()
            result.renewed += 1
          }
        }
        await write(who, space, `fleet-${round}-${position}-${n}`)
        await sleep(pauseMs)
      }
    })

    async function write(who: string, { application, workspaceId }: Writer, name: string): Promise<void> {
      const args = { workspace_id: workspaceId, name }
      const made = await attempt(`${who}: create_project ${name}`, () =>
        application.call(PLACE, 'create_project', args),
      )
      if (made === null) return
      const { id, name: given } = contentOf(made)
      if (given !== name) throw new Error(`${name} was acknowledged as ${String(given)}`)
      acknowledged.push(name)
      result.acknowledged += 1
      const startMs = performance.now()
      const seen = await attempt(`${who}: get_project ${name}`, () => application.call(PLACE, 'get_project', { id }))
      if (seen !== null && !isNamed(seen, name)) {
        older.push({
          what: `${who}: ${name} was not there: ${seen.text.slice(0, 300)}`,
          startMs,
          endMs: performance.now(),
        })
      }
    }

    return {
      get calls() {
        return result.calls
      },
      async stop() {
        stopped = true
        await Promise.all(running)
        return { ...result, broken, failed, older }
      },
    }
  }

  return {
    start,
    async settle() {
      for (const application of applications) await application.renew(PLACE)
      const there = await namesThere(spaces)
      const found = new Set(there)
      const known = new Set(acknowledged)
      return {
        lost: acknowledged.filter((name) => !found.has(name)),
        twice: there.filter((name, position) => there.indexOf(name) !== position),
        unanswered: there.filter((name) => !known.has(name)).length,
      }
    },
  }
}

async function namesThere(spaces: readonly Writer[]): Promise<readonly string[]> {
  const names: string[] = []
  for (const space of spaces) names.push(...(await namesOf(PLACE, space)))
  return names
}

async function renew(application: Application): Promise<Answer> {
  const answer = await application.refresh(PLACE)
  if (answer.status === 200) application.keep(answer)
  return answer
}

function isNamed(answer: Answer, name: string): boolean {
  try {
    return contentOf(answer)['name'] === name
  } catch {
    return false
  }
}
