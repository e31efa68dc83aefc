import { createRequire } from 'node:module'
import { asTexts, findOtherFrontMatter } from './front-matter-formats.ts'
import { parseUpdated } from './updated.ts'
import { reasonOf } from '../shared/reason.ts'

const require = createRequire(import.meta.url)

interface FrontMatter {
  readonly title: string | null
  readonly description: string | null
  /** Time in UTC (RFC 3339). */
  readonly updatedAt: string | null
  /** All fields, as they are written: texts, lists and records of them. */
  readonly fields: Fields
}

interface FrontMatterFault {
  /** Line of the file, from 1. */
  readonly line: number
  readonly column?: number
  readonly code: 'bad_yaml' | 'bad_toml' | 'bad_json' | 'bad_date'
  readonly message: string
}

export interface SplitPage {
  readonly frontMatter: FrontMatter
  /** Text after the front matter, without leading blank lines. */
  readonly body: string
  /** Line of the file on which the body starts, from 1. */
  readonly bodyLine: number
  readonly faults: readonly FrontMatterFault[]
}

/** Fields of a block by key. Every scalar is a text. A field without a value, such as `title: null`, is absent. */
export type Fields = ReadonlyMap<string, unknown>

const LIMIT_CHARS = 16_384
const OPENING = /^---[ \t]*\n/
const CLOSING = /^(?:---|\.\.\.)[ \t]*$/gm
const KEY_VALUE = /^([A-Za-z_][\w-]*):(?:[ \t]+(.*))?$/s
/** How YAML writes that a field has no value. */
const NULL = /^(?:~|null|Null|NULL)?$/
const NEEDS_YAML = /^[-?:,[\]{}#&*!|>'"%@`]|: | #|:$|\t|\p{C}/u
const KEYS = ['title', 'description', 'updated'] as const
const EMPTY: FrontMatter = { title: null, description: null, updatedAt: null, fields: new Map() }

/**
 * Separates a page (lines ended by `\n`, no byte order mark) into front matter and body. Faulty front matter is
 * reported, and its plain `key: value` lines are used: the commonest fault is a title with a colon in it.
 */
export function splitFrontMatter(source: string): SplitPage {
  const opening = OPENING.exec(source)
  if (!opening) return splitOther(source)
  CLOSING.lastIndex = opening[0].length
  const closing = CLOSING.exec(source)
  if (!closing) {
    const firstLine = source.slice(opening[0].length, source.indexOf('\n', opening[0].length) + 1 || undefined)
    // Otherwise the hyphens are a thematic break at the beginning of a page.
    if (!KEY_VALUE.test(firstLine.trimEnd())) return withoutFrontMatter(source, [])
    return withoutFrontMatter(source, [{ line: 1, code: 'bad_yaml', message: 'the front matter has no closing ---' }])
  }
  const block = source.slice(opening[0].length, closing.index)
  const faults: FrontMatterFault[] = []
  const simple = block.length > LIMIT_CHARS ? null : parseSimpleFields(block)
  const fields = simple ?? parseYamlFields(block, faults)
  const [body, bodyLine] = withoutBlankLines(source, closing.index + closing[0].length)
  return { frontMatter: toFrontMatter(fields, block, faults), body, bodyLine, faults }
}

/** Separates a page whose front matter is TOML or JSON, or which has none. */
function splitOther(source: string): SplitPage {
  const other = findOtherFrontMatter(source)
  if (other === null) return withoutFrontMatter(source, [])
  const { block, end, fault, fields } = other
  const faults: FrontMatterFault[] = fault === null ? [] : [fault]
  const [body, bodyLine] = withoutBlankLines(source, end)
  return { frontMatter: toFrontMatter(fields, block, faults), body, bodyLine, faults }
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
    faults.push({ line: 1, code: 'bad_yaml', message: `the front matter is longer than ${LIMIT_CHARS} characters` })
    return salvage(block.slice(0, LIMIT_CHARS))
  }
  try {
    // Fields of most pages are plain lines, and this package has many files.
    const { isMap, parseDocument } = require('yaml') as typeof import('yaml')
    const document = parseDocument(block, {
      schema: 'failsafe',
      customTags: ['null', 'merge'],
      logLevel: 'silent',
      prettyErrors: true,
    })
    const error = document.errors[0]
    if (error) {
      const at = error.linePos?.[0]
      const message = error.message.split(/ at line \d+|\n/)[0] ?? error.code
      faults.push({ line: (at?.line ?? 1) + 1, ...(at ? { column: at.col } : {}), code: 'bad_yaml', message })
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

function toFrontMatter(fields: Fields, block: string, faults: FrontMatterFault[]): FrontMatter {
  const updated = textOf(fields.get('updated'))
  const updatedAt = updated ? parseUpdated(updated) : null
  if (updated && updatedAt === null) {
    const message = `updated must be a date such as 2026-11-20, or a date and time, not ${JSON.stringify(updated.slice(0, 60))}`
    faults.push({ line: lineOf(block, 'updated'), code: 'bad_date', message })
  }
  return { title: textOf(fields.get('title')), description: textOf(fields.get('description')), updatedAt, fields }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.replace(/[\s\p{Cc}]+/gu, ' ').trim() || null : null
}

function lineOf(block: string, key: string): number {
  const index = block.split('\n').findIndex((line) => line.startsWith(`${key}:`))
  return Math.max(index, 0) + 2
}

function withoutFrontMatter(source: string, faults: readonly FrontMatterFault[]): SplitPage {
  const [body, bodyLine] = withoutBlankLines(source, 0)
  return { frontMatter: EMPTY, body, bodyLine, faults }
}

function withoutBlankLines(source: string, start: number): [body: string, line: number] {
  let at = start
  let lineStart = start
  for (; at < source.length && /\s/.test(source[at] as string); at++) if (source[at] === '\n') lineStart = at + 1
  const from = at === source.length ? at : lineStart
  return [source.slice(from), countLines(source, from)]
}

/** Number of the line that contains `offset`, from 1. */
export function countLines(source: string, offset: number): number {
  let line = 1
  for (let at = source.indexOf('\n'); at >= 0 && at < offset; at = source.indexOf('\n', at + 1)) line += 1
  return line
}
