import { FACET_NAMES } from '../../../engine/catalogue/catalogue-index.ts'
import { isStopWord } from '../../../engine/text/stop-words.ts'
import type { IconExtension } from '../../../icons/icon-record.ts'
import type { IconFacets, IconFilters } from '../../../icons/icons-service.ts'
import { filterValues, NO_FILTERS } from './agent-request.ts'
import { ICON_NOUN } from './words.ts'

/** A wish that the search cannot meet. */
export interface Wish {
  readonly name: keyof IconFilters | 'colour' | 'size'
  readonly value: string
}

/**
 * Separates a text from the filters that it names explicitly (`in line-md`, `as lottie`, `line style`), and from wishes that no
 * filter meets. A value alone is a filter only if it cannot mean anything else: `line` may be what the icon shows.
 */
export type TakeFilters = (text: string) => {
  readonly text: string
  readonly filters: IconFilters
  readonly unmet: readonly Wish[]
}

interface FilterPattern {
  readonly name: Wish['name']
  /** Group 1 is the value. */
  readonly pattern: RegExp
}

const START = '(?<![\\w-])'
const END = '(?![\\w-])'
/** The words for each filter in the three languages. */
const NOUNS: Readonly<Record<keyof IconFilters, readonly [en: string, zh: string, ko: string]>> = {
  category: ['category', '类别|分类|类', '카테고리'],
  style: ['styled?', '风格|样式', '스타일'],
  set: ['set|collection|library', '图标集|图标库|集', '세트'],
  format: ['format|files?', '格式', '형식|포맷|파일'],
}
const STYLE_WORDS = [
  ...['filled', '填充', '채움'].map((word) => [word, 'fill'] as const),
  ...['outline', 'outlined', '线条', '线性', '선'].map((word) => [word, 'line'] as const),
  ...['扁平', '플랫'].map((word) => [word, 'flat'] as const),
  ...['单色', '단색'].map((word) => [word, 'monochrome'] as const),
]
const OTHER_FORMATS = ['gif', 'mp4', 'webm', 'webp', 'apng', 'avif', 'jpe?g', 'pdf', 'eps', 'ico', 'mov']
const COLOUR =
  '(red|orange|yellow|green|blue|purple|violet|pink|brown|black|white|gr[ae]y|teal|cyan|gold|#(?:[0-9a-f]{6}|[0-9a-f]{3}))'
const SIZE = '(\\d{2,4}\\s?(?:px|pixels?)|\\d{2,4}(?:px)?\\s?[x×]\\s?\\d{2,4}|(?<=size\\s)\\d{2,4})(?:px)?'
const WISHES: readonly FilterPattern[] = [
  toPattern('size', `(?:\\b(?:at|in|of|with)\\s)?(?:size\\s)?\\b${SIZE}${END}|(\\d{2,4}\\s?(?:像素|픽셀))(?:的|의)?`),
  toPattern('colour', `\\b(?:in|with)\\s(?:the\\s)?(?:colou?r\\s)?${COLOUR}(?:\\scolou?r)?$`),
  toPattern('colour', `${START}${COLOUR}(?:-|\\s)colou?r(?:ed)?${END}|(#(?:[0-9a-f]{6}|[0-9a-f]{3}))${END}`),
  toPattern(
    'colour',
    '([红橙黄绿蓝紫黑白灰粉棕]色)的?|((?:빨간|주황|노란|초록|파란|보라|검은|검정|하얀|흰|회|분홍|갈)색)(?:의|으로)?',
  ),
]

/** Finds the colour before the thing in a query: `red heart`. It may be part of a name. */
export function colourOf(query: string): string | null {
  return BEFORE_THING.exec(query)?.[1] ?? null
}
const BEFORE_THING = new RegExp(`^${COLOUR}\\s\\S`)

export function createTakeFilters(facets: IconFacets): TakeFilters {
  const known = filterValues(facets)
  const titled = (named: IconFacets['categories']) => named.map(({ id, title }) => [title.toLowerCase(), id] as const)
  const aliases: Readonly<Record<keyof IconFilters, ReadonlyMap<string, string>>> = {
    category: new Map(titled(facets.categories)),
    set: new Map(titled(facets.sets)),
    style: new Map(STYLE_WORDS.filter(([, style]) => known.style.includes(style))),
    format: new Map(known.format.includes('lottie') ? [['dotlottie', 'lottie']] : []),
  }
  const saidAs = (name: keyof IconFilters) => oneOf([...known[name], ...aliases[name].keys()])
  const patterns = [
    ...FACET_NAMES.flatMap((name) => patternsOf(name, saidAs(name))),
    toPattern('set', `\\b(?:in|from|of|within)\\s(?:the\\s)?${saidAs('set')}${END}`),
    // A name with a hyphen, a digit or a space is recognised alone.
    toPattern(
      'set',
      `${START}${oneOf([...known.set, ...aliases.set.keys()].filter((id) => /[-0-9 ]/.test(id)))}(?:\\s?(?:里面?|中)的?|에서)?${END}`,
    ),
    toPattern('style', `(?:\\bin\\s(?:the\\s)?|,\\s?)${saidAs('style')}$`),
    toPattern('format', `\\b(?:as|in)\\s(?:an?\\s)?\\.?${saidAs('format')}(?:\\sanimations?)?${END}`),
    toPattern('format', `${START}${oneOf(known.format.filter((ext) => ext === 'lottie'))}\\s(?=${ICON_NOUN})`),
    ...patternsOf('format', `(${OTHER_FORMATS.join('|')})`),
    toPattern('format', `\\b(?:as|in)\\s(?:an?\\s)?\\.?(${OTHER_FORMATS.join('|')})${END}`),
    ...WISHES,
    ...(['set', 'style', 'category'] as const).flatMap((name) =>
      // An unknown value needs words around it: there are icons of a chess set and of a page style.
      [
        toPattern(name, `\\b(?:in|from|of|with)\\s(?:an?\\s|the\\s)?([a-z0-9-]+)[-\\s](?:${NOUNS[name][0]})${END}`),
        toPattern(
          name,
          `([a-z0-9-]{2,})\\s?(?:(?:${NOUNS[name][1]})[里中]?的?|(?:${NOUNS[name][2]})(?:으로|에서|의|로)?)`,
        ),
      ],
    ),
  ]

  return (text) => {
    const filters: { -readonly [Name in keyof IconFilters]: IconFilters[Name] } = { ...NO_FILTERS }
    const unmet: Wish[] = []
    let left = text
    for (const { name, pattern } of patterns) {
      const match = pattern.exec(left)
      const said = match?.slice(1).find((group) => group !== undefined)
      if (match === null || said === undefined || isStopWord(said)) continue
      const value = name === 'colour' || name === 'size' ? said : (aliases[name].get(said) ?? said)
      if (name === 'colour' || name === 'size' || !known[name].includes(value)) unmet.push({ name, value: said })
      else if (filters[name] !== null) continue
      else if (name === 'format') filters.format = value as IconExtension
      else filters[name] = value
      left = left.replace(match[0], ' ').replace(/\s+/g, ' ').trim().replace(/,$/, '')
    }
    return { text: left, filters, unmet }
  }
}

/** Patterns for a value beside the word for its filter. */
function patternsOf(name: keyof IconFilters, value: string): FilterPattern[] {
  const [en, zh, ko] = NOUNS[name]
  return [
    toPattern(name, `(?:\\b(?:in|from|of|with|as)\\s(?:an?\\s|the\\s)?)?${START}${value}[-\\s](?:${en})${END}`),
    toPattern(name, `(?:\\b(?:in|from|of)\\s(?:the\\s)?)?\\b(?:${en})\\s?[:\\s]\\s?${value}${END}`),
    toPattern(name, `${START}${value}\\s?(?:(?:${zh})[里中]?面?的?|(?:${ko})(?:으로|에서|의|로)?)`),
  ]
}

function toPattern(name: Wish['name'], source: string): FilterPattern {
  return { name, pattern: new RegExp(source) }
}

/**
 * Makes a group that matches one of the values, the longest first, so that none hides another. Without values it matches
 * nothing.
 */
function oneOf(values: readonly string[]): string {
  if (values.length === 0) return '([^\\s\\S])'
  const escaped = values
    .toSorted((a, b) => b.length - a.length)
    .map((value) => value.replace(/[^\w\s\u0080-\uffff-]/g, '\\$&'))
  return `(${escaped.join('|')})`
}
