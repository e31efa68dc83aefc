import { Circle } from './circle.ts'
import type { HtmlJob, Job, SearchJob } from './jobs.ts'
import type { Lane } from './lanes.ts'

/**
 * Jobs in the order in which they came. All have the same time to live, so the first is also the first to expire; those that
 * were given back go before all others. Where two workers die in turn, some older ones then expire behind younger ones.
 */
export class JobQueue<J extends Job> extends Circle<J> {
  readonly #discard: (job: J, reason: 'abandoned' | 'late') => void

  /** `discard` gets the jobs that `take` and `expire` leave out. */
  constructor(discard: (job: J, reason: 'abandoned' | 'late') => void) {
    super()
    this.#discard = discard
  }

  /** The next job that someone still waits for. */
  take(nowMs: number): J | null {
    for (let job = this.shift(); job !== undefined; job = this.shift()) {
      if (job.abandoned()) this.#discard(job, 'abandoned')
      else if (job.deadlineMs <= nowMs) this.#discard(job, 'late')
      else return job
    }
    return null
  }

  expire(nowMs: number): void {
    while (this.first !== undefined && this.first.deadlineMs <= nowMs) this.#discard(this.shift()!, 'late')
  }
}

/** What no worker has been given yet: searches, and pages to render. */
export class WaitingJobs {
  readonly searches: JobQueue<SearchJob>
  readonly pages: JobQueue<HtmlJob>

  /** `discard` gets the jobs that `take` and `expire` leave out. */
  constructor(discard: (job: SearchJob | HtmlJob, reason: 'abandoned' | 'late') => void) {
    this.searches = new JobQueue<SearchJob>(discard)
    this.pages = new JobQueue<HtmlJob>(discard)
  }

  get length(): number {
    return this.searches.length + this.pages.length
  }

  /** The next job for a worker; at most one page is in it at a time, so that rendering never holds searches up for long. */
  take({ jobs }: Lane, nowMs: number): SearchJob | HtmlJob | null {
    if (this.pages.length > 0 && !jobs.some((job) => job.kind === 'html')) {
      const page = this.pages.take(nowMs)
      if (page !== null) return page
    }
    return this.searches.take(nowMs)
  }

  /** Puts jobs that a worker had before all others. */
  giveBack(jobs: readonly (SearchJob | HtmlJob)[]): void {
    this.searches.unshift(jobs.filter((job) => job.kind === 'search'))
    this.pages.unshift(jobs.filter((job) => job.kind === 'html'))
  }

  expire(nowMs: number): void {
    this.searches.expire(nowMs)
    this.pages.expire(nowMs)
  }
}
