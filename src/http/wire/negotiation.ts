export type Coding = 'br' | 'gzip' | 'identity'

export interface CodingChoice {
  /** The coding for a body that is worth compressing. */
  readonly best: Coding
  /** A body may go out as it is. */
  readonly identityAllowed: boolean
}

/**
 * Chooses a content coding by Accept-Encoding (RFC 9110 §12.5.3). Among equal q-values the smaller result wins: br, gzip,
 * identity. When no coding is acceptable the body goes out as it is, which the section allows.
 */
export const chooseCoding: (acceptEncoding: string) => CodingChoice = memoise((field) => {
  const items = parseQualityList(field)
  const wildcard = items.find((item) => item.value === '*')?.quality
  const br = qualityOfCoding(items, ['br']) ?? wildcard ?? 0
  const gzip = qualityOfCoding(items, ['gzip', 'x-gzip']) ?? wildcard ?? 0
  const named = qualityOfCoding(items, ['identity'])
  const identityAllowed = (named ?? wildcard) !== 0
  // Where identity is not named, any coding that is named is preferred to it.
  const identity = named ?? Number.MIN_VALUE
  if (br > 0 && br >= gzip && br >= identity) return { best: 'br', identityAllowed }
  if (gzip > 0 && gzip >= identity) return { best: 'gzip', identityAllowed }
  return { best: 'identity', identityAllowed: true }
})

function qualityOfCoding(items: readonly QualityItem[], names: readonly string[]): number | undefined {
  return items.find((item) => names.includes(item.value))?.quality
}

/** The quality of one media type by the most specific range that matches it (RFC 9110 §12.5.1). */
function qualityOfType(items: readonly QualityItem[], type: string): number {
  const group = `${type.slice(0, type.indexOf('/'))}/*`
  for (const range of [type, group, '*/*']) {
    const item = items.find((candidate) => candidate.value === range)
    if (item !== undefined) return item.quality
  }
  return 0
}

/** Chooses the media type with the best q-value; the first one when several are equal, or none is acceptable. */
export function chooseMediaType<T extends string>(accept: string, types: readonly [T, ...T[]]): T {
  const items = parseQualityList(accept)
  let best = types[0]
  let bestQuality = qualityOfType(items, best)
  for (const type of types) {
    const quality = qualityOfType(items, type)
    if (quality > bestQuality) {
      best = type
      bestQuality = quality
    }
  }
  return best
}

/**
 * Chooses a language by Accept-Language: the best q-value whose primary subtag is one of `languages` (RFC 4647 §3.4
 * lookup, on the primary subtag alone). Among equals the one that the client names first wins.
 */
export function chooseLanguage<T extends string>(acceptLanguage: string, languages: readonly T[], fallback: T): T {
  let best = fallback
  let bestQuality = 0
  for (const { value, quality } of parseQualityList(acceptLanguage)) {
    const primary = value.split('-', 1)[0]
    const language = languages.find((candidate) => candidate === primary)
    if (language !== undefined && quality > bestQuality) {
      best = language
      bestQuality = quality
    }
  }
  return best
}

interface QualityItem {
  /** Lower case, without parameters. */
  readonly value: string
  /** 0 to 1. */
  readonly quality: number
}

/** Items read from one field; a longer list is cut off, since no client needs more. */
const ITEM_LIMIT = 32

/**
 * Parses a list with q-values: Accept, Accept-Encoding, Accept-Language (RFC 9110 §12.4.2). Items whose q is malformed
 * are left out. Parameters other than q are ignored.
 */
function parseQualityList(field: string): QualityItem[] {
  const items: QualityItem[] = []
  for (const part of field.split(',', ITEM_LIMIT)) {
    const [value = '', ...parameters] = part.split(';')
    const name = value.trim().toLowerCase()
    if (name === '') continue
    const quality = qualityOf(parameters)
    if (quality !== null) items.push({ value: name, quality })
  }
  return items
}

function qualityOf(parameters: readonly string[]): number | null {
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=')
    if (name.trim().toLowerCase() !== 'q') continue
    const text = value.trim()
    return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : null
  }
  return 1
}

/**
 * Remembers what a parser made of a header field: clients send the same few values again and again. At most
 * `MEMO_LIMIT` values of at most `MEMO_LENGTH_LIMIT` characters are kept. The rest are parsed each time, which costs a cached
 * answer a twentieth more processor time.
 */
function memoise<T>(parse: (field: string) => T): (field: string) => T {
  const known = new Map<string, T>()
  return (field) => {
    const found = known.get(field)
    if (found !== undefined) return found
    const parsed = parse(field)
    if (known.size < MEMO_LIMIT && field.length <= MEMO_LENGTH_LIMIT) known.set(field, parsed)
    return parsed
  }
}

const MEMO_LIMIT = 512
const MEMO_LENGTH_LIMIT = 256
