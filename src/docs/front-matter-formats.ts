import { createRequire } from 'node:module'
import { reasonOf } from '../shared/reason.ts'

const require = createRequire(import.meta.url)

/** Front matter that is not YAML: TOML between lines of `+++`, or an object of JSON. */
export interface OtherFrontMatter {
  readonly block: string
  /** Offset behind the block. */
  readonly end: number
  readonly fields: ReadonlyMap<string, unknown>
  /** Why the block cannot be read; null: it can. `line` is that of the file, from 1. */
  readonly fault: { readonly line: number; readonly code: 'bad_toml' | 'bad_json'; readonly message: string } | null
}

const TOML = /^\+\+\+[ \t]*\n/
const TOML_END = /^\+\+\+[ \t]*$/gm
const JSON_START = /^\{[ \t]*\n\s*(?:"|\})/
const JSON_END = /^\}[ \t]*$/gm
/** Longest block of front matter. */
const LIMIT_CHARS = 16_384
/** How deep lists and records of fields may nest; deeper ones are left out. */
const DEPTH_LIMIT = 20

/** Finds front matter in TOML or JSON at the beginning of a page (lines ended by `\n`), or null. */
export function findOtherFrontMatter(source: string): OtherFrontMatter | null {
  if (source[0] === '{') return findJson(source)
  const opening = TOML.exec(source)
  if (!opening) return null
  TOML_END.lastIndex = opening[0].length
  const closing = TOML_END.exec(source)
  if (!closing) return null
  const block = source.slice(opening[0].length, closing.index)
  return { block, end: closing.index + closing[0].length, ...readFields(block, 'bad_toml', readTomlBlock) }
}

function findJson(source: string): OtherFrontMatter | null {
  if (!JSON_START.test(source)) return null
  JSON_END.lastIndex = 1
  const closing = JSON_END.exec(source)
  if (!closing) return null
  const end = closing.index + closing[0].length
  const block = source.slice(0, end)
  return { block, end, ...readFields(block, 'bad_json', (text) => JSON.parse(text) as unknown) }
}

function readTomlBlock(text: string): unknown {
  const { parse } = require('smol-toml') as typeof import('smol-toml')
  return parse(text, { integersAsBigInt: 'asNeeded' })
}

function readFields(
  block: string,
  code: 'bad_toml' | 'bad_json',
  parse: (text: string) => unknown,
): Pick<OtherFrontMatter, 'fields' | 'fault'> {
  const fields: OtherFrontMatter['fields'] = new Map()
  if (block.length > LIMIT_CHARS) {
    const message = `the front matter is longer than ${LIMIT_CHARS} characters`
    return { fields, fault: { line: 1, code, message } }
  }
  try {
    return { fields: new Map(Object.entries(asTexts(parse(block)) as Record<string, unknown>)), fault: null }
  } catch (error) {
    return { fields, fault: { line: lineOf(error) + 1, code, message: messageOf(error) } }
  }
}

/** A value whose scalars are texts. Members that are null are left out. */
export function asTexts(value: unknown, depth = 0): unknown {
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
function lineOf(error: unknown): number {
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
