import { createRequire } from 'node:module'
import { reasonOf } from '../shared/reason.ts'

const require = createRequire(import.meta.url)

type Fields = ReadonlyMap<string, unknown>

export interface FrontMatterFault {
  /** Line of the file, from 1. */
  readonly line: number
  readonly column?: number
  readonly code: 'bad_yaml' | 'bad_toml' | 'bad_json' | 'bad_date'
  readonly message: string
}

/** A notation of front matter at the beginning of a page (lines ended by `\n`). */
interface Format {
  readonly opening: RegExp
  /** A line that ends the block. */
  readonly closing: RegExp
  /** Whether what opens and closes the block is part of it. */
  readonly isWhole: boolean
  readonly read: (block: string, faults: FrontMatterFault[]) => Fields
  /** Faults of a page whose text opens a block and has no line that ends it. */
  readonly unclosed: (text: string) => readonly FrontMatterFault[]
}

/** Longest block of front matter. */
const LIMIT_CHARS = 16_384
const TOO_LONG = `the front matter is longer than ${LIMIT_CHARS} characters`
const KEY_VALUE = /^([A-Za-z_][\w-]*):(?:[ \t]+(.*))?$/s
/** How YAML writes that a field has no value. */
const NULL = /^(?:~|null|Null|NULL)?$/
const NEEDS_YAML = /^[-?:,[\]{}#&*!|>'"%@`]|: | #|:$|\t|\p{C}/u
const KEYS = ['title', 'description', 'updated'] as const
/** How deep lists and records of fields may nest; deeper ones are left out. */
const DEPTH_LIMIT = 20

/** YAML between lines of `---`, TOML between lines of `+++`, and an object of JSON. */
export const FORMATS: readonly Format[] = [
  {
    opening: /^---[ \t]*\n/,
    closing: /^(?:---|\.\.\.)[ \t]*$/gm,
    isWhole: false,
    read: (block, faults) =>
      (block.length > LIMIT_CHARS ? null : parseSimpleFields(block)) ?? parseYamlFields(block, faults),
    // Otherwise the hyphens are a thematic break at the beginning of a page.
    unclosed: (text) =>
      KEY_VALUE.test((text.split('\n', 1)[0] as string).trimEnd())
        ? [{ line: 1, code: 'bad_yaml', message: 'the front matter has no closing ---' }]
        : [],
  },
  {
    opening: /^\+\+\+[ \t]*\n/,
    closing: /^\+\+\+[ \t]*$/gm,
    isWhole: false,
    read: fieldsReader('bad_toml', readToml),
    unclosed: () => [],
  },
  {
    opening: /^\{[ \t]*\n\s*(?:"|\})/,
    closing: /^\}[ \t]*$/gm,
    isWhole: true,
    read: fieldsReader('bad_json', (text) => JSON.parse(text) as unknown),
    unclosed: () => [],
  },
]

function fieldsReader(code: 'bad_toml' | 'bad_json', parse: (text: string) => unknown): Format['read'] {
  return (block, faults) => {
    try {
      if (block.length <= LIMIT_CHARS) return new Map(Object.entries(asTexts(parse(block)) as Record<string, unknown>))
      faults.push({ line: 1, code, message: TOO_LONG })
    } catch (error) {
      faults.push({ line: lineOfError(error) + 1, code, message: messageOf(error) })
    }
    return new Map()
  }
}

function readToml(text: string): unknown {
  const { parse } = require('smol-toml') as typeof import('smol-toml')
  return parse(text, { integersAsBigInt: 'asNeeded' })
}

/**
 * Parses the fast path: a block of only `key: value` lines whose values YAML reads as written. Null for any other
 * block. `parseYamlFields` returns the same for every block that this accepts.
 */
export function parseSimpleFields(block: string): Fields | null {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [, key, raw = ''] = KEY_VALUE.exec(line) ?? []
    if (key === undefined || fields.has(key)) return null
    const value = raw.trim()
    const quoted = /^"([^"\\]*)"$|^'([^']*)'$/.exec(value)
    const text = quoted ? (quoted[1] ?? quoted[2] ?? '') : value
    if (quoted ? /\p{C}/u.test(text) : NULL.test(value) || NEEDS_YAML.test(value)) return null
    fields.set(key, text)
  }
  return fields
}

/** Reads a block as YAML. Every scalar keeps its text: a title `1.10` is not a number. */
export function parseYamlFields(block: string, faults: FrontMatterFault[]): Fields {
  if (block.length > LIMIT_CHARS) {
    faults.push({ line: 1, code: 'bad_yaml', message: TOO_LONG })
    return salvage(block.slice(0, LIMIT_CHARS))
  }
  try {
    // Fields of most pages are plain lines, and this package has many files.
    const { isMap, LineCounter, parseDocument } = require('yaml') as typeof import('yaml')
    const lineCounter = new LineCounter()
    const document = parseDocument(block, {
      schema: 'failsafe',
      customTags: ['null', 'merge'],
      logLevel: 'silent',
      lineCounter,
      // Each excerpt would take as long as its line.
      prettyErrors: false,
    })
    const error = document.errors[0]
    if (error) {
      const { col, line } = lineCounter.linePos(error.pos[0])
      faults.push({ line: Math.max(1, line) + 1, column: Math.max(1, col), code: 'bad_yaml', message: error.message })
      return salvage(block)
    }
    if (document.contents === null) return new Map()
    if (!isMap(document.contents)) {
      faults.push({ line: 2, code: 'bad_yaml', message: 'the front matter must be fields of the form key: value' })
      return new Map()
    }
    return checked(asTexts(document.toJS({ maxAliasCount: 100 })) as Record<string, unknown>, block, faults)
  } catch (error) {
    faults.push({ line: 2, code: 'bad_yaml', message: reasonOf(error) })
    return salvage(block)
  }
}

function checked(record: Record<string, unknown>, block: string, faults: FrontMatterFault[]): Fields {
  for (const key of KEYS) {
    if (record[key] === undefined || typeof record[key] === 'string') continue
    faults.push({ line: lineOf(block, key), code: 'bad_yaml', message: `${key} must be text` })
  }
  return new Map(Object.entries(record))
}

/** Extracts the fields that a reader would still understand in a block that is not YAML. */
function salvage(block: string): Fields {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const [, key, raw = ''] = KEY_VALUE.exec(line) ?? []
    const quoted = /^(["'])([^]*)\1(?:\s+#[^]*|\s*)$/.exec(raw)
    const value = quoted?.[2] ?? raw.replace(/(?:^|\s)#.*/, '').trim()
    if (key === undefined || fields.has(key) || (quoted === null && NULL.test(value))) continue
    fields.set(key, value)
  }
  return fields
}

/** Line of the file on which a field stands, from 1. */
export function lineOf(block: string, key: string): number {
  const index = block.split('\n').findIndex((line) => line.startsWith(`${key}:`))
  return Math.max(index, 0) + 2
}

/** A value whose scalars are texts. Members that are null are left out. */
function asTexts(value: unknown, depth = 0): unknown {
  if (depth > DEPTH_LIMIT || value === null || value === undefined) return undefined
  if (Array.isArray(value))
    return value.map((each: unknown) => asTexts(each, depth + 1)).filter((each) => each !== undefined)
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object') return undefined
  const members = Object.entries(value).map(([key, each]) => [key, asTexts(each, depth + 1)] as const)
  return Object.fromEntries(members.filter(([, each]) => each !== undefined))
}

/** Line of a block that a fault of TOML names, from 1, or 0. */
function lineOfError(error: unknown): number {
  const line = (error as { line?: unknown }).line
  return typeof line === 'number' ? line : 0
}

function messageOf(error: unknown): string {
  const message = reasonOf(error)
  return (
    message
      .split('\n')[0]
      ?.replace(/, (?:\.\.\.)?".*/s, '')
      .slice(0, 200) ?? ''
  )
}
