import { z } from 'zod'
import { measureJson } from '../../shared/json-measures.ts'
import { isLocale } from '../../shared/locale.ts'
import { isObject, readObject, type JsonObject } from '../protocol.ts'

/**
 * Reads a value in the form in which models and hosts send it. A value that already has the form of its schema, or that
 * has no single reading, stays as it is, so that the schema judges it.
 */
type Read = (value: unknown) => unknown

/**
 * Members that hosts add to the arguments of every tool: n8n the first four, then Cursor for tools without arguments, Gemini
 * CLI, CrewAI, Pi and Cline. Others begin with an underscore, which no parameter here does.
 */
const OF_HOSTS: ReadonlySet<string> = new Set([
  'toolCallId',
  'sessionId',
  'chatInput',
  'action',
  'random_string',
  'wait_for_previous',
  'security_context',
  'sessionKey',
  'task_progress',
])

/** A number as JSON writes it, without an exponent, and with no more digits than a double holds. */
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/
const TRUTH: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
])
/** Longest text that is looked at as a number, a truth value or a language. */
const SHORT_LIMIT_CHARS = 40

/** Creates the reader of an object whose schema is all that it needs to know. */
export function readerOf(schema: z.core.$ZodType): Read {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'nullable':
    case 'readonly':
      return readerOf(def.innerType)
    case 'pipe':
      return readerOf(def.in)
    case 'number':
      return (value) => (isShort(value) && NUMBER.test(value.trim()) ? Number(value) : value)
    case 'boolean':
      return (value) => (isShort(value) ? (TRUTH.get(value.trim().toLowerCase()) ?? value) : value)
    case 'string':
      return (value) => (typeof value === 'number' && Number.isFinite(value) ? String(value) : value)
    case 'enum':
      // A choice such as 1.10 would have lost its zero.
      return (value) => (Number.isSafeInteger(value) ? String(value) : value)
    case 'array':
      return readList(readerOf(def.element))
    case 'object':
      return readMembers(def.shape)
    default:
      return (value) => value
  }
}

function readList(readElement: Read): Read {
  return (given) => {
    const value = readJson(given)
    return Array.isArray(value) ? value.map(readElement) : given
  }
}

function readMembers(shape: z.core.$ZodLooseShape): Read {
  const members = new Map(Object.entries(shape).map(([name, schema]) => [name, readMember(name, schema)]))
  return (given) => {
    const value = readJson(given)
    if (!isObject(value)) return given
    const read: Record<string, unknown> = {}
    for (const name of Object.keys(value)) {
      const member = members.get(name)
      const kept = member === undefined ? readUnknown(name, value[name]) : member(value[name])
      if (kept !== undefined) read[name] = kept
    }
    return read
  }
}

/** Reads a member of an object. Undefined: it is absent. */
function readMember(name: string, schema: z.core.$ZodType): Read {
  const isOptional = schema._zod.optin !== undefined
  const takesNull = z.safeParse(schema, null).success
  // Hosts send an empty text for a field that a person or model has left empty.
  const takesEmpty = !isOptional || z.safeParse(schema, '').success
  const read = name === 'locale' ? readLocale(isOptional) : readerOf(schema)
  return (given) => {
    if (given === null && !takesNull) return undefined
    return given === '' && !takesEmpty ? undefined : read(given)
  }
}

/** Reads the language of a tag such as `zh-Hans` or `en_US`. One that is not served is absent where the member may be. */
function readLocale(isOptional: boolean): Read {
  return (value) => {
    const [first = ''] = isShort(value) ? value.trim().split(/[-_.@]/) : []
    if (!/^[a-z]{2,3}$/i.test(first)) return value
    // The code may have three letters: `kor` is `ko`.
    const { language } = new Intl.Locale(first)
    if (isLocale(language)) return language
    return isOptional ? undefined : value
  }
}

/** Reads an object or a list that was written as JSON text. */
function readJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  if (measureJson(Buffer.from(value)).fault !== null) return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

/** Reads the arguments of a call, which some clients write as text; null: they are no object. */
export function readArguments(args: unknown): JsonObject | null {
  return readObject(readJson(args))
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= SHORT_LIMIT_CHARS
}

/** Reads a member that the schema does not have. Undefined: nothing was asked by it, such as by a null from an older list. */
function readUnknown(name: string, value: unknown): unknown {
  return value === null || name.startsWith('_') || OF_HOSTS.has(name) ? undefined : value
}
