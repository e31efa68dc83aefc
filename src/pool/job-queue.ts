import type { Refusal } from '../docs/docs-service.ts'

/** Something that a client waits for. */
export interface Job {
  readonly generation: number
  /** On the clock of `monotonicMs`. */
  readonly deadlineMs: number
  /** How many workers have died with it. */
  deaths: number
  /** Whether every client that waited for it has gone. */
  abandoned(): boolean
  refuse(refusal: Refusal): void
}

const FIRST_CAPACITY = 64

/**
 * Jobs in the order in which they came. All have the same time to live, so the first is also the first to expire; those that
 * were given back go before all others. Where two workers die in turn, some older ones then expire behind younger ones.
 * Kept in a circle: what was taken is not held any longer.
 */
export class JobQueue<J extends Job> {
  /** A power of two of places, from the first job on round and round. */
  #places: (J | null)[] = emptyPlaces(FIRST_CAPACITY)
  #first = 0
  #length = 0
  readonly #discard: (job: J, reason: 'abandoned' | 'late') => void

  /** `discard` gets the jobs that `take` and `expire` leave out. */
  constructor(discard: (job: J, reason: 'abandoned' | 'late') => void) {
    this.#discard = discard
  }

  get length(): number {
    return this.#length
  }

  push(job: J): void {
    this.#makeRoom(1)
    this.#places[(this.#first + this.#length) & (this.#places.length - 1)] = job
    this.#length += 1
  }

  giveBack(jobs: readonly J[]): void {
    this.#makeRoom(jobs.length)
    for (const job of jobs.toReversed()) {
      this.#first = (this.#first - 1) & (this.#places.length - 1)
      this.#places[this.#first] = job
      this.#length += 1
    }
  }

  /** The next job that someone still waits for. */
  take(nowMs: number): J | null {
    while (this.#length > 0) {
      const job = this.#shift()
      if (job.abandoned()) this.#discard(job, 'abandoned')
      else if (job.deadlineMs <= nowMs) this.#discard(job, 'late')
      else return job
    }
    return null
  }

  expire(nowMs: number): void {
    while (this.#length > 0 && this.#places[this.#first]!.deadlineMs <= nowMs) this.#discard(this.#shift(), 'late')
  }

  #shift(): J {
    const job = this.#places[this.#first]!
    this.#places[this.#first] = null
    this.#first = (this.#first + 1) & (this.#places.length - 1)
    this.#length -= 1
    return job
  }

  #makeRoom(extra: number): void {
    const places = this.#places
    let capacity = places.length
    while (capacity < this.#length + extra) capacity *= 2
    if (capacity === places.length) return
    const grown = emptyPlaces<J>(capacity)
    for (let i = 0; i < this.#length; i++) grown[i] = places[(this.#first + i) & (places.length - 1)]!
    this.#places = grown
    this.#first = 0
  }
}

function emptyPlaces<J>(count: number): (J | null)[] {
  return Array.from({ length: count }, () => null)
}
