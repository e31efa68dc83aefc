import { FORMATS, lineOf, type FrontMatterFault } from './front-matter-formats.ts'
import { parseUpdated } from './updated.ts'

interface FrontMatter {
  readonly title: string | null
  readonly description: string | null
  /** Time in UTC (RFC 3339). */
  readonly updatedAt: string | null
  /** All fields, as they are written: texts, lists and records of them. */
  readonly fields: Fields
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

const EMPTY: FrontMatter = { title: null, description: null, updatedAt: null, fields: new Map() }

/**
 * Separates a page (lines ended by `\n`, no byte order mark) into front matter and body. Faulty front matter is
 * reported, and its plain `key: value` lines are used: the commonest fault is a title with a colon in it.
 */
export function splitFrontMatter(source: string): SplitPage {
  const format = FORMATS.find(({ opening }) => opening.test(source))
  if (format === undefined) return withoutFrontMatter(source, [])
  const { closing, isWhole, opening, read } = format
  const start = isWhole ? 1 : (opening.exec(source)?.[0].length ?? 0)
  closing.lastIndex = start
  const found = closing.exec(source)
  if (found === null) return withoutFrontMatter(source, format.unclosed(source.slice(start)))
  const end = found.index + found[0].length
  const block = isWhole ? source.slice(0, end) : source.slice(start, found.index)
  const faults: FrontMatterFault[] = []
  const fields = read(block, faults)
  const [body, bodyLine] = withoutBlankLines(source, end)
  return { frontMatter: toFrontMatter(fields, block, faults), body, bodyLine, faults }
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
