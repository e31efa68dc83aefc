import { Circle } from './circle.ts'
import type { Refusal } from '../shared/result.ts'

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

/**
 * Jobs in the order in which they came. All have the same time to live, so the first is also the first to expire; those that
 * were given back go before all others. Where two workers die in turn, some older ones then expire behind younger ones.
 */
export class JobQueue<J extends Job> {
  readonly #jobs = new Circle<J>()
  readonly #discard: (job: J, reason: 'abandoned' | 'late') => void

  /** `discard` gets the jobs that `take` and `expire` leave out. */
  constructor(discard: (job: J, reason: 'abandoned' | 'late') => void) {
    this.#discard = discard
  }

  get length(): number {
    return this.#jobs.length
  }

  push(job: J): void {
    this.#jobs.push(job)
  }

  giveBack(jobs: readonly J[]): void {
    this.#jobs.unshift(jobs)
  }

  /** The next job that someone still waits for. */
  take(nowMs: number): J | null {
    for (let job = this.#jobs.shift(); job !== undefined; job = this.#jobs.shift()) {
      if (job.abandoned()) this.#discard(job, 'abandoned')
      else if (job.deadlineMs <= nowMs) this.#discard(job, 'late')
      else return job
    }
    return null
  }

  expire(nowMs: number): void {
    const jobs = this.#jobs
    while (jobs.first !== undefined && jobs.first.deadlineMs <= nowMs) this.#discard(jobs.shift()!, 'late')
  }
}
