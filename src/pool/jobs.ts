import type { Answer, Refusal } from '../docs/docs-service.ts'
import type { Locale } from '../shared/locale.ts'
import type { Job } from './job-queue.ts'

type Resolve = (answer: Answer<Uint8Array>) => void

interface Waiter {
  readonly resolve: Resolve
  readonly aborted: () => boolean
}

/** A query with everyone who waits for its answer: equal queries in flight are one job. */
export class SearchJob implements Job {
  readonly key: string
  readonly query: string
  readonly shape: number
  readonly generation: number
  readonly deadlineMs: number
  deaths = 0
  readonly #waiters: Waiter[] = []

  constructor(key: string, query: string, shape: number, generation: number, deadlineMs: number) {
    this.key = key
    this.query = query
    this.shape = shape
    this.generation = generation
    this.deadlineMs = deadlineMs
  }

  join(resolve: Resolve, aborted: () => boolean): void {
    this.#waiters.push({ resolve, aborted })
  }

  abandoned(): boolean {
    for (const waiter of this.#waiters) if (!waiter.aborted()) return false
    return true
  }

  answer(bytes: Uint8Array): void {
    const answer: Answer<Uint8Array> = { ok: true, value: bytes }
    for (const waiter of this.#waiters) waiter.resolve(answer)
  }

  refuse(refusal: Refusal): void {
    for (const waiter of this.#waiters) waiter.resolve(refusal)
  }
}

/** A page to render. */
export class HtmlJob implements Job {
  readonly locale: Locale
  readonly path: string
  readonly generation: number
  readonly deadlineMs: number
  deaths = 0
  readonly #resolve: Resolve

  constructor(locale: Locale, path: string, generation: number, deadlineMs: number, resolve: Resolve) {
    this.locale = locale
    this.path = path
    this.generation = generation
    this.deadlineMs = deadlineMs
    this.#resolve = resolve
  }

  abandoned(): boolean {
    return false
  }

  answer(bytes: Uint8Array): void {
    this.#resolve({ ok: true, value: bytes })
  }

  refuse(refusal: Refusal): void {
    this.#resolve(refusal)
  }
}
