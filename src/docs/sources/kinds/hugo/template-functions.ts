import { isScalar, memberOf, record } from '../../values.ts'

/** A value that only Hugo could tell. */
export const UNKNOWN = Symbol('a value that only Hugo could tell')

/** What templates may still look at: texts that they read and write, and elements of lists. */
export interface TemplateWork {
  leftChars: number
}

type TextFunction = (...values: readonly unknown[]) => unknown

/** Functions of templates that look at nothing but their values. The last value may be piped. */
const FUNCTIONS: ReadonlyMap<string, TextFunction> = new Map<string, TextFunction>([
  ...named(
    'markdownify safeHTML safeURL safeCSS safeHTMLAttr safeJS htmlEscape htmlUnescape plainify relURL absURL relLangURL absLangURL emojify string',
    same,
  ),
  ...named('lower strings.ToLower', (value) => asText(value).toLowerCase()),
  ...named('upper strings.ToUpper', (value) => asText(value).toUpperCase()),
  ...named('title strings.Title', (value) =>
    asText(value).replace(/(?:^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase()),
  ),
  ...named('humanize', (value) =>
    asText(value)
      .replace(/[-_]/g, ' ')
      .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
  ),
  ...named('strings.TrimSpace chomp', (value) => asText(value).trim()),
  ...named('trim strings.Trim', (value) => asText(value).trim()),
  ...named('urlize anchorize', (value) => asText(value).toLowerCase().replace(/\s+/g, '-')),
  ...named('default', (otherwise, value) => (isTruthy(value) ? value : otherwise)),
  ...named('eq', (value, ...others) => others.some((other) => asText(value) === asText(other))),
  ...named('ne', (value, other) => asText(value) !== asText(other)),
  ...named('not', (value) => (value === UNKNOWN ? UNKNOWN : !isTruthy(value))),
  ...named('and', (...values) => values.find((value) => !isTruthy(value)) ?? values.at(-1)),
  ...named('or', (...values) => values.find(isTruthy) ?? values.at(-1)),
  ...named('cond', (condition, value, other) => (isTruthy(condition) ? value : other)),
  ...named('split strings.Split', (value, by) => asText(value).split(asText(by))),
  ...named('index', (values, at) =>
    Array.isArray(values)
      ? ((values as unknown[])[Number(at)] ?? '')
      : typeof values === 'object'
        ? memberOf(values, asText(at))
        : UNKNOWN,
  ),
  ...named('len', (value) => (Array.isArray(value) ? value.length : asText(value).length)),
  ...named('replace strings.Replace', (value, from, to) => replaced(asText(value), asText(from), asText(to))),
  ...named('hasPrefix strings.HasPrefix', (value, start) => asText(value).startsWith(asText(start))),
  ...named('hasSuffix strings.HasSuffix', (value, end) => asText(value).endsWith(asText(end))),
  ...named('in', (values, value) =>
    Array.isArray(values) ? values.includes(value) : asText(values).includes(asText(value)),
  ),
  ...named('strings.Count', (part, value) => (asText(part) === '' ? 0 : asText(value).split(asText(part)).length - 1)),
  ...named('print', (...values) => values.map(asText).join('')),
  ...named('printf', (format, ...values) => formatted(asText(format), values)),
  ...ofNumbers('add math.Add', (...values) => values.reduce((sum, each) => sum + each, 0)),
  ...ofNumbers('sub math.Sub', (value, other) => value - other),
  ...ofNumbers('mul math.Mul', (...values) => values.reduce((product, each) => product * each, 1)),
  ...ofNumbers('gt', (value, other) => value > other),
  ...ofNumbers('ge', (value, other) => value >= other),
  ...ofNumbers('lt', (value, other) => value < other),
  ...ofNumbers('le', (value, other) => value <= other),
  ...named('isset', (values, key) =>
    Array.isArray(values) ? Number(key) < values.length : Object.hasOwn(record(values), asText(key).toLowerCase()),
  ),
  ...named('slice', (...values) => values),
  ...named('strings.Contains', (value, part) => asText(value).includes(asText(part))),
  ...named('strings.TrimPrefix', (start, value) =>
    asText(value).startsWith(asText(start)) ? asText(value).slice(asText(start).length) : asText(value),
  ),
  ...named('strings.TrimSuffix', (end, value) =>
    asText(value).endsWith(asText(end))
      ? asText(value).slice(0, asText(value).length - asText(end).length)
      : asText(value),
  ),
  ...named('strings.TrimLeft', (signs, value) => trimmed(asText(value), asText(signs))),
  ...named('int', (value) => Math.trunc(Number(value)) || 0),
])

/** Longest text that a function gives. */
const TEXT_LIMIT_CHARS = 1_048_576
/** Longest text that is looked for in another one, which may take the time of both lengths multiplied. */
const PATTERN_LIMIT_CHARS = 100
/** Which value of a function is looked for in another one. */
const PATTERN_AT: ReadonlyMap<string, number> = new Map([
  ['split', 1],
  ['strings.Split', 1],
  ['replace', 1],
  ['strings.Replace', 1],
  ['in', 1],
  ['strings.Count', 0],
  ['strings.Contains', 1],
  ['strings.TrimLeft', 0],
])

/** The value of a function; `UNKNOWN` where it looks at more than its values, or at more than is left. */
export function callFunction(name: string, values: readonly unknown[], work: TemplateWork): unknown {
  const known = FUNCTIONS.get(name)
  if (known === undefined) return UNKNOWN
  if (values.includes(UNKNOWN) && !['default', 'and', 'or', 'cond'].includes(name)) return UNKNOWN
  if (asText(values[PATTERN_AT.get(name) ?? -1]).length > PATTERN_LIMIT_CHARS) return UNKNOWN
  const size = values.reduce<number>((sum, each) => sum + sizeOf(each), 0)
  work.leftChars -= size
  if (size > TEXT_LIMIT_CHARS || work.leftChars < 0) return UNKNOWN
  const value = known(...values)
  work.leftChars -= sizeOf(value)
  return sizeOf(value) > TEXT_LIMIT_CHARS ? UNKNOWN : value
}

function sizeOf(value: unknown): number {
  return Array.isArray(value) ? value.length : asText(value).length
}

export function isTruthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return value !== UNKNOWN && value !== undefined && value !== '' && value !== 0 && value !== false
}

/** `UNKNOWN` where it would be too long. */
function replaced(text: string, from: string, to: string): unknown {
  const parts = text.split(from)
  return text.length + parts.length * to.length > TEXT_LIMIT_CHARS ? UNKNOWN : parts.join(to)
}

/** A function of numbers by its names, which tells nothing of other values. */
function ofNumbers(
  names: string,
  of: (...values: [number, number, ...number[]]) => number | boolean,
): [string, TextFunction][] {
  return named(names, (...values) => {
    const numbers = values.map(Number)
    return numbers.length < 2 || numbers.some(Number.isNaN)
      ? UNKNOWN
      : of(...(numbers as [number, number, ...number[]]))
  })
}

/** Text without any of the signs at its beginning. */
function trimmed(text: string, signs: string): string {
  let start = 0
  while (start < text.length && signs.includes(text[start] as string)) start += 1
  return text.slice(start)
}

function same(value: unknown): unknown {
  return value
}

export function asText(value: unknown): string {
  return isScalar(value) ? String(value) : ''
}

function formatted(format: string, values: readonly unknown[]): string {
  let next = 0
  return format.replace(/%(?:\d+)?([vsdq%])/g, (_, verb: string) => {
    if (verb === '%') return '%'
    const text = asText(values[next++])
    return verb === 'q' ? JSON.stringify(text) : text
  })
}

function named(names: string, call: TextFunction): [string, TextFunction][] {
  return names.split(' ').map((name) => [name, call])
}
