import type { HtmlJob, SearchJob } from './jobs.ts'
import type { HtmlTask, SearchTask, TaskHeader } from './tasks.ts'

/** What a worker gets as one task. */
export interface Batch {
  /** `open` only makes the worker open and forget generations. */
  readonly kind: 'search' | 'html' | 'open'
  readonly search: readonly SearchJob[]
  readonly html: HtmlJob | null
  readonly generation: number
  readonly deadlineMs: number
  /** Whether the death of its worker counts against its jobs: only the batch that ran can have killed it. */
  charged: boolean
  overdue: boolean
}

export function makeBatch(
  kind: Batch['kind'],
  generation: number,
  deadlineMs: number,
  search: readonly SearchJob[],
  html: HtmlJob | null,
): Batch {
  return { kind, search, html, generation, deadlineMs, charged: true, overdue: false }
}

export function searchTask(header: TaskHeader, batch: Batch): SearchTask {
  return {
    ...header,
    queries: batch.search.map((job) => job.query).join('\n'),
    shapes: batch.search.map((job) => job.shape),
    deadlineMs: batch.deadlineMs,
  }
}

export function htmlTask(header: TaskHeader, { locale, path }: HtmlJob): HtmlTask {
  return { ...header, locale, path }
}
