import type { Circle } from './circle.ts'
import type { HtmlJob, OpenJob, SearchJob } from './jobs.ts'
import type { WorkerSlot } from './worker-slot.ts'

/** A worker with what it was given. */
export interface Lane {
  readonly slot: WorkerSlot
  /** In the order in which the worker takes them. */
  readonly jobs: Circle<SearchJob | HtmlJob | OpenJob>
  /** Deaths since the worker last answered. */
  failures: number
}

/** Queries in one worker: more would only wait there, where none can be taken back. Other requests need slots too, three at most. */
const QUERIES_IN_FLIGHT = 60

/** The worker with the least to do, or null when all have enough. */
export function freest(lanes: readonly Lane[]): Lane | null {
  let best: Lane | null = null
  let least = QUERIES_IN_FLIGHT
  for (const lane of lanes) {
    const { slot } = lane
    if (!slot.up) continue
    const { inFlight } = slot
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
  return lane.slot.up && lane.slot.knows.has(generation) && !isOpening(lane)
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
export function takeAnswers(lanes: readonly { readonly slot: Pick<WorkerSlot, 'poll'> }[], found: () => void): boolean {
  for (let look = 0; look < LOOKS_A_TURN; look++) {
    let count = 0
    for (const { slot } of lanes) count += slot.poll()
    if (count === 0) return look > 0
    found()
  }
  return true
}

/** Whether the listener may wait to be told of answers; else some are there. */
export function sleep(lanes: readonly Lane[]): boolean {
  let asleep = true
  for (const { slot } of lanes) asleep = slot.sleep() && asleep
  return asleep
}
