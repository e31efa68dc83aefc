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

/**
 * Jobs in the order in which they came. All have the same time to live, so the first is also the first to expire;
 * those that were given back are older than all others and go before them.
 */
export class JobQueue<J extends Job> {
  #jobs: J[] = []
  #head = 0
  readonly #discard: (job: J, reason: 'abandoned' | 'late') => void

  /** `discard` gets the jobs that `take` and `expire` leave out. */
  constructor(discard: (job: J, reason: 'abandoned' | 'late') => void) {
    this.#discard = discard
  }

  get length(): number {
    return this.#jobs.length - this.#head
  }

  push(job: J): void {
    this.#jobs.push(job)
  }

  giveBack(jobs: readonly J[]): void {
    this.#jobs = [...jobs, ...this.#jobs.slice(this.#head)]
    this.#head = 0
  }

  /** The next job that someone still waits for. */
  take(nowMs: number): J | null {
    for (let job = this.#jobs[this.#head]; job !== undefined; job = this.#jobs[this.#head]) {
      this.#head += 1
      if (job.abandoned()) this.#discard(job, 'abandoned')
      else if (job.deadlineMs <= nowMs) this.#discard(job, 'late')
      else {
        this.#compact()
        return job
      }
    }
    this.#compact()
    return null
  }

  expire(nowMs: number): void {
    for (let job = this.#jobs[this.#head]; job !== undefined && job.deadlineMs <= nowMs; job = this.#jobs[this.#head]) {
      this.#head += 1
      this.#discard(job, 'late')
    }
    this.#compact()
  }

  #compact(): void {
    if (this.#head === this.#jobs.length) {
      this.#jobs.length = 0
      this.#head = 0
    } else if (this.#head >= 1024) {
      this.#jobs.splice(0, this.#head)
      this.#head = 0
    }
  }
}
