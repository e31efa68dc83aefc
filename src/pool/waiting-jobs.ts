import { JobQueue } from './job-queue.ts'
import type { HtmlJob, SearchJob } from './jobs.ts'
import type { Lane } from './lanes.ts'

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
    this.searches.giveBack(jobs.filter((job) => job.kind === 'search'))
    this.pages.giveBack(jobs.filter((job) => job.kind === 'html'))
  }

  expire(nowMs: number): void {
    this.searches.expire(nowMs)
    this.pages.expire(nowMs)
  }
}
