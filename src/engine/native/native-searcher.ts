import { FALLBACK_LOCALE, type Locale } from '../../shared/locale.ts'
import type { Addon } from './addon.ts'
import { addsMembers, writeAnswerJson } from '../query/answer-json.ts'
import { reserve, writeString, writeText, type ByteWriter } from '../index/byte-writer.ts'
import { hasSearchableCharacter } from '../text/characters.ts'
import { withoutNoise } from '../text/pasted-noise.ts'
import type { Extras, Found, SearcherQuery } from '../query/found.ts'
import { createNativeEngine, openNativeIndex, writeQuery, type NativeIndex } from './native.ts'
import type { SearchIndex } from '../index/open.ts'
import { createPlan } from '../query/plan.ts'
import { resultOf, type Searcher } from '../query/searcher.ts'
import { createSectionTally, hasMatches } from '../query/section-tally.ts'
import { compileSynonyms, type Synonyms } from '../index/synonyms.ts'

interface OpenLocale {
  readonly index: SearchIndex
  readonly synonyms: Synonyms | null
  readonly native: NativeIndex
}

/**
 * Searches as `createSearcher` does, through the native engine, with the same pages, scores and bytes. Language-dependent work,
 * passages and code stay in JavaScript.
 *
 * @throws when an index is damaged; its methods throw the errors of `writeQuery`.
 */
export function createNativeSearcher(addon: Addon, indexes: ReadonlyMap<Locale, SearchIndex>): Searcher {
  const engine = createNativeEngine(addon)
  const open = new Map(
    [...indexes].map(([locale, index]): [Locale, OpenLocale] => {
      const synonyms = compileSynonyms(index)
      return [locale, { index, synonyms, native: openNativeIndex(addon, index, synonyms) }]
    }),
  )

  return {
    search: (query) => resultOf(find(query, false)),
    writeAnswer(query, out, extras) {
      const flags = query.section === undefined ? flagsOf(extras) : null
      if (flags !== null) return write(query, out, flags)
      const found = find(query, extras?.sectionTitle !== undefined)
      writeAnswerJson(query, addsMembers(extras) ? withPlan(found, query.query) : found, out, extras)
    },
  }

  /** Writes answers that the native engine produces alone. */
  function write(query: SearcherQuery, out: ByteWriter, flags: number): void {
    const start = out.length
    writeText(out, '{"query":')
    writeString(out, query.query)
    if (ask(query.query)) {
      const { locale } = query
      if (answerFrom(open.get(locale), query.limit, out, flags)) return
      if (locale !== FALLBACK_LOCALE && answerFrom(open.get(FALLBACK_LOCALE), query.limit, out, flags)) return
    }
    out.length = start
    writeAnswerJson(query, NOTHING, out, undefined)
  }

  function answerFrom(locale: OpenLocale | undefined, limit: number, out: ByteWriter, flags: number): boolean {
    if (locale === undefined) return false
    const { extracts, handle } = locale.native
    let end = addon.answer(engine.handle, handle, limit, out.bytes, out.length, extracts, flags)
    if (end < 0) {
      reserve(out, -end)
      end = addon.answerAgain(engine.handle, handle, limit, out.bytes, out.length, extracts, flags)
    }
    if (end === 0) return false
    out.length = end
    return true
  }

  function find(query: SearcherQuery, withFacets: boolean): Found {
    if (!ask(query.query)) return NOTHING
    const { locale } = query
    return (
      findIn(open.get(locale), query, withFacets) ??
      (locale === FALLBACK_LOCALE ? null : findIn(open.get(FALLBACK_LOCALE), query, withFacets)) ??
      NOTHING
    )
  }

  /** Null where the locale has no match, in whatever section. */
  function findIn(
    locale: OpenLocale | undefined,
    { limit, section }: SearcherQuery,
    withFacets: boolean,
  ): Found | null {
    if (locale === undefined) return null
    const { index, native } = locale
    const tally = section !== undefined || withFacets ? createSectionTally(index, section) : null
    const total =
      tally === null
        ? addon.find(engine.handle, native.handle, limit)
        : addon.findBySection(engine.handle, native.handle, limit, tally.ofPage, tally.wanted, tally.counts)
    if (total === 0 && (tally === null || !hasMatches(tally))) return null
    const end = engine.pages.indexOf(-1)
    const length = end === -1 ? engine.pages.length : end
    const { pages, scores } = engine
    return { index, plan: null, tally, total, length, pages, scores }
  }

  /** Adds a plan for passages and code, which are read in JavaScript: the native engine does not expose its own plan. */
  function withPlan(found: Found, query: string): Found {
    const { index } = found
    return index === null
      ? found
      : { ...found, plan: createPlan(index, withoutNoise(query), open.get(index.locale)!.synonyms) }
  }

  /** Writes the request. Returns false when the query has nothing to search for. */
  function ask(query: string): boolean {
    writeQuery(engine, withoutNoise(query))
    return hasSearchableCharacter(query)
  }
}

const HIGHLIGHTS = 1
const SECTIONS = 2

/** What the native engine adds to results; null where passages, code or facets belong to the answer as well. */
function flagsOf(extras: Extras | undefined): number | null {
  if (extras === undefined) return 0
  const { highlights, sectionTitle, sections } = extras
  if (sectionTitle !== undefined || sections === 'passages' || sections === 'code') return null
  return (highlights ? HIGHLIGHTS : 0) + (sections === 'snippets' ? SECTIONS : 0)
}

const NOTHING: Found = {
  index: null,
  plan: null,
  tally: null,
  total: 0,
  length: 0,
  pages: new Int32Array(0),
  scores: new Float64Array(0),
}
