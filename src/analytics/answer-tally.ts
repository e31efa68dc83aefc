import { FALLBACK_LOCALE, isLocale, type Locale } from '../shared/locale.ts'
import type { Source } from './counted.ts'
import type { Pending, ReaderCounts } from './reader-counts.ts'

/** Different requests. When there are as many, their queries are read at once, and not at the next interval. */
const DISTINCT_LIMIT = 2000

/** Members of an answer. In JSON no text of a client has bare quotation marks, so they are found as bytes. */
const NO_RESULTS = '"results":[]'
const LOCALE_MEMBER = '"locale":"'

/** What a request asked; null: it is not to be counted. */
export type ReadRequest = (rawQuery: string) => { readonly query: string; readonly locale: Locale } | null

interface Tallied {
  times: number
  /** Whether the answer has results. */
  readonly found: boolean
  /** Locale of the results, or null. */
  readonly locale: Locale | null
}

/**
 * Counts answers of a search by the text of their requests, which is cheap enough for answers from the cache. The texts are
 * read later, once for all equal requests.
 */
export class AnswerTally implements Pending {
  readonly #source: Source
  readonly #read: ReadRequest
  readonly #counts: ReaderCounts
  #requests = new Map<string, Tallied>()

  constructor(source: Source, counts: ReaderCounts, read: ReadRequest) {
    this.#source = source
    this.#counts = counts
    this.#read = read
    counts.addPending(this)
  }

  /**
   * Counts one answer.
   *
   * @param rawQuery query string of the request as it came
   * @param body JSON of the answer, which is not kept
   */
  readonly count = (rawQuery: string, body: Uint8Array): void => {
    const known = this.#requests.get(rawQuery)
    if (known !== undefined) {
      known.times++
      return
    }
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    this.#requests.set(rawQuery, { times: 1, found: !bytes.includes(NO_RESULTS), locale: localeOf(bytes) })
    if (this.#requests.size >= DISTINCT_LIMIT) this.handOver()
  }

  handOver(): void {
    const requests = this.#requests
    this.#requests = new Map()
    for (const [rawQuery, { found, locale, times }] of requests) {
      const asked = this.#read(rawQuery)
      if (asked === null) continue
      const isFound = found && (locale === null || locale === asked.locale)
      this.#counts.searched(this.#source, { ...asked, found: isFound }, times)
    }
  }
}

function localeOf(bytes: Buffer): Locale | null {
  const start = bytes.indexOf(LOCALE_MEMBER)
  if (start === -1) return null
  const name = bytes.toString(
    'latin1',
    start + LOCALE_MEMBER.length,
    start + LOCALE_MEMBER.length + FALLBACK_LOCALE.length,
  )
  return isLocale(name) ? name : null
}
