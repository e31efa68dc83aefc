import type { IconExtension } from '../../../icons/icon-record.ts'
import type { IconFacets, IconFilters } from '../../../icons/icons-service.ts'
import { filterValues, NO_FILTERS } from './agent-request.ts'

/** A pattern for the words of a filter; group 1 is its value. */
interface FilterPattern {
  readonly name: keyof IconFilters
  readonly pattern: RegExp
}

/**
 * Separates a text from the filters that it names explicitly (`in line-md`, `as lottie`, `line style`). A value alone is a
 * filter only if it cannot mean anything else: `line` may be what the icon shows.
 */
export type TakeFilters = (text: string) => { readonly text: string; readonly filters: IconFilters }

export function createTakeFilters(facets: IconFacets): TakeFilters {
  const known = filterValues(facets)
  const spoken = [
    ...setPatterns(known.set),
    ...stylePatterns(known.style),
    ...categoryPatterns(facets),
    ...formatPatterns(known.format),
  ]
  const categoryIds = new Map(
    facets.categories.flatMap(({ id, title }) => [[id, id] as const, [title.toLowerCase(), id] as const]),
  )

  return (text) => {
    const filters: { -readonly [Name in keyof IconFilters]: IconFilters[Name] } = { ...NO_FILTERS }
    let left = text
    for (const { name, pattern } of spoken) {
      if (filters[name] !== null) continue
      const value = pattern.exec(left)?.[1]
      if (value === undefined) continue
      left = left.replace(pattern, ' ')
      if (name === 'category') filters.category = categoryIds.get(value) ?? null
      else if (name === 'format') filters.format = (value === 'dotlottie' ? 'lottie' : value) as IconExtension
      else filters[name] = value
    }
    return { text: left.replace(/\s+/g, ' ').trim(), filters }
  }
}

/** An id with a hyphen or a digit is recognised alone; others need a word beside them. */
function setPatterns(sets: readonly string[]): FilterPattern[] {
  const all = oneOf(sets)
  const named = oneOf(sets.filter((id) => /[-0-9]/.test(id)))
  return [
    pattern('set', `\\b(?:in|from|of|within)\\s+(?:the\\s+)?${all}(?:\\s+(?:set|collection))?${END}`),
    pattern('set', `${START}${all}\\s+(?:set|collection)\\b`),
    pattern('set', `${START}${all}\\s*(?:(?:图标集|集|里|中|里面)的?|(?:세트)?에서|세트(?:의)?)`),
    pattern('set', `${START}${named}${END}`),
  ]
}

function stylePatterns(styles: readonly string[]): FilterPattern[] {
  const all = oneOf(styles)
  return [
    pattern('style', `(?:\\b(?:in|with)\\s+(?:an?\\s+|the\\s+)?)?${START}${all}[- ]styled?\\b`),
    pattern('style', `(?:\\bin\\s+)?\\bstyle\\s+${all}${END}`),
    pattern('style', `\\bin\\s+(?:the\\s+)?${all}$`),
    pattern('style', `${START}${all}\\s*(?:(?:风格|样式)的?|스타일(?:의|로)?)`),
  ]
}

function categoryPatterns({ categories }: IconFacets): FilterPattern[] {
  const all = oneOf(categories.flatMap(({ id, title }) => [id, title.toLowerCase()]))
  return [
    pattern('category', `(?:\\b(?:in|from|of)\\s+(?:the\\s+)?)?${START}${all}\\s+category\\b`),
    pattern('category', `(?:\\bin\\s+)?\\bcategory\\s+${all}${END}`),
    pattern('category', `${START}${all}\\s*(?:(?:类别|分类|类)[中里]?的?|카테고리(?:의|에서)?)`),
  ]
}

function formatPatterns(formats: readonly string[]): FilterPattern[] {
  const all = oneOf(formats.includes('lottie') ? [...formats, 'dotlottie'] : formats)
  const lottie = oneOf(formats.filter((ext) => ext === 'lottie'))
  return [
    pattern('format', `\\b(?:as|in)\\s+(?:an?\\s+)?\\.?${all}(?:\\s+(?:format|files?|animations?))?${END}`),
    pattern('format', `${START}${all}\\s+(?:format|files?)\\b`),
    pattern('format', `${START}${lottie}\\s+(?=(?:icons?|animations?)\\b)`),
    pattern('format', `${START}${all}\\s*(?:格式的?|(?:형식|포맷|파일)(?:으로|의)?)`),
  ]
}

const START = '(?<![\\w-])'
const END = '(?![\\w-])'

function pattern(name: keyof IconFilters, source: string): FilterPattern {
  return { name, pattern: new RegExp(source) }
}

/**
 * Makes a group that matches one of the values, the longest first, so that none hides another. Without values it matches
 * nothing.
 */
function oneOf(values: readonly string[]): string {
  if (values.length === 0) return '([^\\s\\S])'
  const escaped = values.toSorted((a, b) => b.length - a.length).map((value) => value.replace(/[^\w\s-]/g, '\\$&'))
  return `(${escaped.join('|')})`
}
