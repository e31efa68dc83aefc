import type { SearchQuery, SectionDetail } from '../docs/served/docs-service.ts'
import { LOCALES } from '../shared/locale.ts'

/** Everything of a query but its text. */
export type QueryShape = DocsShape | IconsShape | GuidesShape

/** The version is 0 to 50, and the section 0 to 1,000. */
export interface DocsShape extends Omit<SearchQuery, 'query'> {
  readonly kind: 'docs'
}

export interface IconsShape {
  readonly kind: 'icons'
  /** 1 to 100. */
  readonly limit: number
  /** 0 to 10,000. */
  readonly offset: number
  /** Position of the wanted value of each of FACET_COUNT facets, or -1. */
  readonly wanted: readonly number[]
  readonly facets: boolean
}

export interface GuidesShape {
  readonly kind: 'guides'
  /** 1 to 50. */
  readonly limit: number
}

const KINDS = ['docs', 'icons', 'guides'] as const
const SECTION_DETAILS: readonly SectionDetail[] = ['none', 'snippets', 'passages', 'code']
const LOCALE_RADIX = 4
const LIMIT_RADIX = 128
const OFFSET_RADIX = 16_384
/** Values of a facet, and one for none. */
const FACET_RADIX = 128
const FACET_COUNT = 4
const VERSION_RADIX = 64

/**
 * Packs a shape into one whole number from 1 to 2^53, which costs nothing to send and names an answer together with the text.
 * Fields from the lowest: kind; of docs locale, limit, highlights, detail of sections, version, facets, section; of icons limit, facets, offset, wanted values; of guides limit.
 */
export function packShape(shape: QueryShape): number {
  let packed = shape.limit
  if (shape.kind === 'docs') {
    const filters = (2 * shape.section + Number(shape.facets)) * VERSION_RADIX + shape.version
    const parts = SECTION_DETAILS.indexOf(shape.sections) + SECTION_DETAILS.length * filters
    packed += (Number(shape.highlights) + 2 * parts) * LIMIT_RADIX
    packed = packed * LOCALE_RADIX + LOCALES.indexOf(shape.locale)
  } else if (shape.kind === 'icons') {
    let facets = 0
    for (let facet = FACET_COUNT - 1; facet >= 0; facet--) facets = facets * FACET_RADIX + shape.wanted[facet]! + 1
    packed += ((facets * OFFSET_RADIX + shape.offset) * 2 + Number(shape.facets)) * LIMIT_RADIX
  }
  return packed * KINDS.length + KINDS.indexOf(shape.kind)
}

/** @throws {RangeError} where the number packs no shape. */
export function unpackShape(packed: number): QueryShape {
  const kind = KINDS[packed % KINDS.length]
  let rest = Math.floor(packed / KINDS.length)
  const take = (radix: number): number => {
    const value = rest % radix
    rest = Math.floor(rest / radix)
    return value
  }
  if (kind === 'guides') return { kind, limit: rest }
  if (kind === 'docs') {
    const locale = LOCALES[take(LOCALE_RADIX)]
    if (locale === undefined) throw new RangeError(`no query has the shape ${packed}`)
    const limit = take(LIMIT_RADIX)
    const highlights = take(2) > 0
    const sections = SECTION_DETAILS[take(SECTION_DETAILS.length)]!
    const version = take(VERSION_RADIX)
    const facets = take(2) > 0
    return { kind, locale, limit, highlights, sections, version, facets, section: rest }
  }
  if (kind === undefined) throw new RangeError(`no query has the shape ${packed}`)
  return {
    kind,
    limit: take(LIMIT_RADIX),
    facets: take(2) > 0,
    offset: take(OFFSET_RADIX),
    wanted: Array.from({ length: FACET_COUNT }, () => take(FACET_RADIX) - 1),
  }
}
