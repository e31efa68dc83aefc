import { isScalar } from '../values.ts'
import { isRecord, UNKNOWN } from './config-values.ts'
import { isPrimitive } from './operators.ts'
import { Pattern, safePattern, TEXT_LIMIT_CHARS } from './text-function.ts'

/** What methods are given to work with. */
export interface Work {
  /** Calls a function of the program; anything else gives `UNKNOWN`. */
  readonly apply: (callback: unknown, values: readonly unknown[]) => unknown
  /** Whether this many members and characters may be looked at or made. */
  readonly mayGrow: (by: number) => boolean
}

type Method<Value> = (value: Value, given: readonly unknown[], work: Work) => unknown

/** Methods of texts that take texts and numbers, and make no more than they are given. */
const OF_TEXTS = new Set(
  `at charAt charCodeAt codePointAt endsWith includes indexOf lastIndexOf normalize padEnd padStart repeat slice split
  startsWith substring toLowerCase toString toUpperCase trim trimEnd trimStart valueOf`.split(/\s+/),
)
const OF_NUMBERS = new Set(['toFixed', 'toString', 'valueOf'])
const OF_LISTS = new Set(['at', 'includes', 'indexOf', 'lastIndexOf', 'slice'])
const OF_MATH = new Set('abs ceil floor max min pow round sign sqrt trunc'.split(' '))

/** Methods of lists that call a function for each member. What it does not tell is unknown. */
const BY_CALLBACK: ReadonlyMap<string, (list: readonly unknown[], values: readonly unknown[]) => unknown> = new Map<
  string,
  (list: readonly unknown[], values: readonly unknown[]) => unknown
>([
  ['filter', (list, values) => list.filter((_, at) => values[at])],
  ['find', (list, values) => list.find((_, at) => values[at])],
  ['findIndex', (_, values) => values.findIndex(Boolean)],
  ['some', (_, values) => values.some(Boolean)],
  ['every', (_, values) => values.every(Boolean)],
])

const METHODS_OF_LISTS: ReadonlyMap<string, Method<readonly unknown[]>> = new Map<string, Method<readonly unknown[]>>([
  ['concat', (list, given) => list.concat(...given)],
  ['flat', (list, [depth = 1]) => (depth === 1 ? list.flat() : UNKNOWN)],
  ['join', (list, [separator = ','], { mayGrow }) => joinedBy(list, separator, mayGrow)],
  ['map', (list, [by], { apply }) => list.map((each, at) => apply(by, [each, at, list]))],
  ['reduce', (list, [by, first], { apply }) => list.reduce((sum, each, at) => apply(by, [sum, each, at, list]), first)],
  ['reverse', (list) => list.toReversed()],
  ['sort', sorted],
  ['toReversed', (list) => list.toReversed()],
  ['toSorted', sorted],
])

/** What a method of a known value gives; `UNKNOWN`: it is not known here, or only running it would tell. */
export function methodOf(value: unknown, name: string, given: readonly unknown[], work: Work): unknown {
  if (Array.isArray(value)) return ofList(value as unknown[], name, given, work)
  if (value instanceof Pattern && name === 'test') return tested(value, given[0])
  if (!given.every(isPrimitive)) return name.startsWith('replace') ? replaced(value, name, given, work) : UNKNOWN
  if (typeof value === 'string') {
    if (name.startsWith('replace')) return replaced(value, name, given, work)
    const count = /^(?:pad|repeat)/.test(name) ? Number(given[0]) : 1
    const mayBe = count >= 0 && work.mayGrow(value.length * (name === 'repeat' ? count : 1) + count)
    return mayBe && OF_TEXTS.has(name) ? called(value, name, given) : UNKNOWN
  }
  return typeof value === 'number' && OF_NUMBERS.has(name) ? called(value, name, given) : UNKNOWN
}

/** What a function of JavaScript itself gives, by its name; `UNKNOWN`: it is another one. */
export function globalOf(name: string, given: readonly unknown[], work: Work): unknown {
  const [value] = given
  const [, object = '', method = ''] = /^(Array|Math|Object)\.(\w+)$/.exec(name) ?? []
  if (object === 'Math') return OF_MATH.has(method) && given.every(isScalar) ? called(Math, method, given) : UNKNOWN
  if (object === 'Object') {
    const isKnown = isRecord(value) && work.mayGrow(Object.keys(value).length)
    if (method === 'freeze') return value
    return isKnown && /^(?:entries|keys|values)$/.test(method) ? called(Object, method, [value]) : UNKNOWN
  }
  if (object === 'Array') return method === 'from' ? listFrom(value, given[1], work) : isList(method, value)
  if (!isPrimitive(value)) return name === 'Boolean' && value !== UNKNOWN ? true : UNKNOWN
  switch (name) {
    case 'Boolean':
      return Boolean(value)
    case 'Number':
      return Number(value)
    case 'String':
      return String(value)
    case 'encodeURIComponent':
      return encodeURIComponent(String(value).toWellFormed())
    default:
      return UNKNOWN
  }
}

function isList(method: string, value: unknown): unknown {
  return method === 'isArray' && value !== UNKNOWN ? Array.isArray(value) : UNKNOWN
}

/** `Array.from` of a list, or of a length. */
function listFrom(value: unknown, by: unknown, { apply, mayGrow }: Work): unknown {
  const length = isRecord(value) ? value['length'] : lengthOf(value)
  if (typeof length !== 'number' || !(isRecord(value) || Array.isArray(value)) || !mayGrow(length)) return UNKNOWN
  const list: unknown[] = Array.isArray(value) ? value : Array.from({ length })
  return by === undefined ? list : list.map((each, at) => apply(by, [each, at]))
}

function ofList(list: readonly unknown[], name: string, given: readonly unknown[], work: Work): unknown {
  if (!work.mayGrow(list.length)) return UNKNOWN
  const choose = BY_CALLBACK.get(name)
  if (choose !== undefined) {
    const values = list.map((each, at) => work.apply(given[0], [each, at, list]))
    return values.includes(UNKNOWN) ? UNKNOWN : choose(list, values)
  }
  if (name === 'flatMap') {
    const lists = list.map((each, at) => work.apply(given[0], [each, at, list]))
    return work.mayGrow(lists.reduce<number>((sum, each) => sum + lengthOf(each), 0)) ? lists.flat() : UNKNOWN
  }
  if (name === 'concat' || name === 'flat') {
    const length = [...list, ...given].reduce<number>((sum, each) => sum + lengthOf(each), 0)
    if (!work.mayGrow(length) || given.includes(UNKNOWN) || list.includes(UNKNOWN)) return UNKNOWN
  }
  const method = METHODS_OF_LISTS.get(name)
  if (method !== undefined) return method(list, given, work)
  const isKnown = OF_LISTS.has(name) && given.every(isPrimitive) && (!/ncludes|Of$/.test(name) || isWhole(list))
  return isKnown ? called(list, name, given) : UNKNOWN
}

function joinedBy(list: readonly unknown[], separator: unknown, mayGrow: Work['mayGrow']): unknown {
  if (typeof separator !== 'string' || !list.every(isPrimitive)) return UNKNOWN
  const length = list.reduce<number>((sum, each) => sum + String(each).length + separator.length, 0)
  return mayGrow(length) ? list.join(separator) : UNKNOWN
}

function sorted(list: readonly unknown[], [by]: readonly unknown[], { apply }: Work): unknown {
  if (by === undefined) return list.every(isPrimitive) ? (list as string[]).toSorted() : UNKNOWN
  let isKnown = true
  const inOrder = list.toSorted((a, b) => {
    const order = isKnown ? apply(by, [a, b]) : 0
    isKnown &&= typeof order === 'number'
    return isKnown ? (order as number) : 0
  })
  return isKnown ? inOrder : UNKNOWN
}

function replaced(value: unknown, name: string, [found, by]: readonly unknown[], { mayGrow }: Work): unknown {
  if (typeof value !== 'string' || typeof by !== 'string' || !mayGrow((value.length + 1) * (by.length + 1))) {
    return UNKNOWN
  }
  const pattern = typeof found === 'string' ? found : patternFor(found, value)
  if (pattern === null || !/^replace(?:All)?$/.test(name)) return UNKNOWN
  return name === 'replace' ? value.replace(pattern, by) : value.replaceAll(pattern, by)
}

function tested(pattern: Pattern, text: unknown): unknown {
  const safe = typeof text === 'string' ? patternFor(pattern, text) : null
  return safe?.test(text as string) ?? UNKNOWN
}

function patternFor(found: unknown, text: string): RegExp | null {
  return found instanceof Pattern && text.length <= TEXT_LIMIT_CHARS ? safePattern(found) : null
}

/** Calls a method of JavaScript itself, whose name is one of those above. */
function called(value: unknown, name: string, given: readonly unknown[]): unknown {
  try {
    return (value as Record<string, (...values: readonly unknown[]) => unknown>)[name]?.(...given)
  } catch {
    return UNKNOWN
  }
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 1
}

function isWhole(list: readonly unknown[]): boolean {
  return !list.includes(UNKNOWN)
}
