import type { Circle } from './circle.ts'
import type { HtmlJob, OpenJob, SearchJob } from './jobs.ts'
import type { RingLink } from './ring-link.ts'
import type { SupervisedWorker } from './supervised-worker.ts'

/** A worker with the jobs that it was given. */
export interface Lane {
  readonly worker: SupervisedWorker
  readonly link: RingLink
  /** In the order in which the worker takes them. */
  readonly jobs: Circle<SearchJob | HtmlJob | OpenJob>
}

/** Queries in one worker: more would only wait there, where none can be taken back. Other requests need slots too, three at most. */
const QUERIES_IN_FLIGHT = 60

/** The worker with the least to do, or null when all have enough. */
export function freest(lanes: readonly Lane[]): Lane | null {
  let best: Lane | null = null
  let least = QUERIES_IN_FLIGHT
  for (const lane of lanes) {
    if (!lane.worker.up) continue
    const { inFlight } = lane.link
    if (inFlight >= least) continue
    least = inFlight
    best = lane
  }
  return best
}

export function isOpening({ jobs }: Lane): boolean {
  return jobs.some((job) => job.kind === 'open')
}

/** Whether the worker has opened the generation. */
export function hasOpened(lane: Lane, generation: number): boolean {
  return lane.worker.up && lane.link.knows.has(generation) && !isOpening(lane)
}

export function isIdle(lanes: readonly Lane[]): boolean {
  for (const lane of lanes) if (lane.jobs.length > 0) return false
  return true
}

/** Looks for answers in one turn of the event loop, which costs about as much as half an answer. */
const LOOKS_A_TURN = 4

/**
 * Receives the answers that are there, and those that come while they go out, within reason: other events wait meanwhile.
 *
 * @param found Called after each look that found some.
 * @returns whether there were any
 */
export function takeAnswers(lanes: readonly { readonly link: Pick<RingLink, 'poll'> }[], found: () => void): boolean {
  for (let look = 0; look < LOOKS_A_TURN; look++) {
    let count = 0
    for (const { link } of lanes) count += link.poll()
    if (count === 0) return look > 0
    found()
  }
  return true
}

/** Has the workers announce their next answers. @returns whether the listener may wait for that; else answers are there */
export function sleep(lanes: readonly Lane[]): boolean {
  let asleep = true
  for (const { link } of lanes) asleep = link.sleep() && asleep
  return asleep
}
