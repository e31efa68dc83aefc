import { setTimeout as sleep } from 'node:timers/promises'
import { contentOf, type Answer, type Application, type Place } from './account-client.ts'

/** Pause between calls, which keeps an application below its 60 calls a second. */
const PAUSE_MS = 25
/** Limit for an answer while a store is unavailable. The promise is three seconds; the rest is for a busy machine. */
export const SLOWEST_LIMIT_MS = 10_000

export interface Writes {
  /** Names of the projects that have been acknowledged. */
  readonly acknowledged: readonly string[]
  /** Number of answers with 503. */
  readonly refused: number
  stop(): Promise<WritesResult>
}

export interface WritesResult {
  readonly acknowledged: readonly string[]
  readonly refused: number
  /** Answers that are neither a success nor a 503 with a time to retry. */
  readonly wrong: readonly string[]
  readonly slowestMs: number
}

export interface Writer {
  readonly application: Application
  readonly workspaceId: string
}

export async function createWriter(place: Place, application: Application): Promise<Writer> {
  const made = contentOf(await application.call(place, 'create_workspace', { name: 'Load' }))
  return { application, workspaceId: String(made['id']) }
}

let loads = 0

/**
 * Each writer creates one project after another, with unique names, at all places in turns.
 *
 * @param options.mayBreak Whether connections may break, as they do when the process is killed.
 */
export function startWrites(
  places: readonly Place[],
  writers: readonly Writer[],
  { mayBreak = false }: { readonly mayBreak?: boolean } = {},
): Writes {
  const load = ++loads
  const acknowledged: string[] = []
  const wrong: string[] = []
  let refused = 0
  let slowestMs = 0
  let stopped = false

  async function write({ application, workspaceId }: Writer, name: string, place: Place): Promise<void> {
    const since = performance.now()
    try {
      const answer = await application.call(place, 'create_project', { workspace_id: workspaceId, name })
      if (answer.status === 503) {
        refused += 1
        if (!/^[1-9]\d*$/.test(answer.headers.get('retry-after') ?? '')) wrong.push('503 without Retry-After')
      } else if (isMade(answer, name)) acknowledged.push(name)
      else wrong.push(`${answer.status} ${answer.text.slice(0, 300)}`)
    } catch (error) {
      if (!mayBreak) wrong.push(`${String(error)} ${String((error as Error).cause)}`)
    }
    slowestMs = Math.max(slowestMs, performance.now() - since)
  }

  const running = writers.map(async (writer, position) => {
    for (let n = 0; !stopped; n++) {
      const place = places[(position + n) % places.length]
      if (place === undefined) throw new Error('there is no place to write to')
      await write(writer, `load-${load}-${position}-${n}`, place)
      await sleep(PAUSE_MS)
    }
  })
  return {
    acknowledged,
    get refused() {
      return refused
    },
    async stop() {
      stopped = true
      await Promise.all(running)
      return { acknowledged, refused, wrong, slowestMs }
    },
  }
}

function isMade(answer: Answer, name: string): boolean {
  try {
    return contentOf(answer)['name'] === name
  } catch {
    return false
  }
}

/** @returns the names of a writer's projects, in the order of the list */
export async function namesOf(place: Place, { application, workspaceId }: Writer): Promise<readonly string[]> {
  const names: string[] = []
  for (let cursor = ''; ;) {
    const answer = await application.call(place, 'list_projects', { workspace_id: workspaceId, limit: 100, cursor })
    if (answer.status === 429) {
      await sleep(1000)
      continue
    }
    const { next_cursor: next, projects } = contentOf(answer) as {
      readonly projects: readonly { readonly name: string }[]
      readonly next_cursor: string | null
    }
    names.push(...projects.map(({ name }) => name))
    if (next === null) return names
    cursor = next
  }
}

/** @returns the names of all projects of the writers */
export async function allNames(place: Place, writers: readonly Writer[]): Promise<ReadonlySet<string>> {
  const lists = await Promise.all(writers.map((writer) => namesOf(place, writer)))
  return new Set(lists.flat())
}

/**
 * Waits until each writer gets answers at each place again, all in one round. Rejects after the limit. @returns
 * milliseconds
 */
export async function recovered(
  places: readonly Place[],
  writers: readonly Writer[],
  limitMs: number,
): Promise<number> {
  const since = performance.now()
  for (;;) {
    const answers = await Promise.all(
      places.flatMap((place) => writers.map(({ application }) => application.call(place, 'list_workspaces'))),
    )
    // A refusal by the writer's limit also shows that the stores answer.
    const wrong = answers.find(({ status }) => status !== 200 && status !== 429)
    if (wrong === undefined) return performance.now() - since
    if (performance.now() - since > limitMs) throw new Error(`no recovery: ${wrong.status} ${wrong.text}`)
    await sleep(20)
  }
}
