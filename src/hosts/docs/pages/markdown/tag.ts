import { endOfBraces } from './braces.ts'
import type { ScanBudget } from './scan-budget.ts'

/** An HTML or JSX tag. The name of a JSX fragment (`<>`, `</>`) is `''`. */
export interface Tag {
  readonly kind: 'open' | 'close' | 'empty'
  readonly name: string
  /** Attributes whose value is a plain string. Expressions are never evaluated. */
  readonly attributes: ReadonlyMap<string, string>
  readonly attributeCount: number
  /** Index after the tag's `>`. */
  readonly end: number
}

const TAG_LIMIT_CHARS = 8192
const NAME = /[A-Za-z][\w.:-]*/y
const ATTRIBUTE_NAME = /[A-Za-z_:@][\w.:@-]*/y
const UNQUOTED = /[^\s"'=<>`{}]+/y
const SPACE = /\s*/y

/** Parses the tag whose `<` is at `start`; null: there is none. */
export function parseTag(source: string, start: number, budget: ScanBudget): Tag | null {
  if (budget.leftChars <= 0) return null
  const cursor = new Cursor(source.slice(start, start + TAG_LIMIT_CHARS), budget)
  const tag = readTag(cursor)
  if (tag === null) {
    budget.leftChars -= cursor.position
    return null
  }
  return { ...tag, end: start + cursor.position }
}

class Cursor {
  readonly text: string
  readonly budget: ScanBudget
  position = 1

  constructor(text: string, budget: ScanBudget) {
    this.text = text
    this.budget = budget
  }

  get char(): string {
    return this.text.charAt(this.position)
  }

  take(pattern: RegExp): string {
    pattern.lastIndex = this.position
    const found = pattern.exec(this.text)?.[0] ?? ''
    this.position += found.length
    return found
  }

  takeChar(char: string): boolean {
    if (this.char !== char) return false
    this.position++
    return true
  }

  takeBraces(): boolean {
    const end = endOfBraces(this.text, this.position, this.budget)
    if (end > 0) this.position = end
    return end > 0
  }
}

function readTag(cursor: Cursor): Omit<Tag, 'end'> | null {
  const attributes = new Map<string, string>()
  const closes = cursor.takeChar('/')
  const name = cursor.take(NAME)
  if (name === '')
    return cursor.takeChar('>') ? { kind: closes ? 'close' : 'open', name, attributes, attributeCount: 0 } : null
  for (let attributeCount = 0; ; attributeCount++) {
    const spaced = cursor.take(SPACE) !== ''
    if (cursor.takeChar('>')) return { kind: closes ? 'close' : 'open', name, attributes, attributeCount }
    if (cursor.takeChar('/')) return cursor.takeChar('>') ? { kind: 'empty', name, attributes, attributeCount } : null
    if (!spaced || closes || !readAttribute(cursor, attributes)) return null
  }
}

function readAttribute(cursor: Cursor, attributes: Map<string, string>): boolean {
  if (cursor.char === '{') return cursor.takeBraces()
  const name = cursor.take(ATTRIBUTE_NAME)
  if (name === '') return false
  const afterName = cursor.position
  cursor.take(SPACE)
  if (!cursor.takeChar('=')) {
    cursor.position = afterName
    return true
  }
  cursor.take(SPACE)
  if (cursor.char === '{') return cursor.takeBraces()
  const value = readValue(cursor)
  if (value === null) return false
  attributes.set(name, value)
  return true
}

function readValue(cursor: Cursor): string | null {
  const quote = cursor.char
  if (quote !== '"' && quote !== "'") return cursor.take(UNQUOTED) || null
  const close = cursor.text.indexOf(quote, cursor.position + 1)
  if (close < 0) {
    cursor.position = cursor.text.length
    return null
  }
  const value = cursor.text.slice(cursor.position + 1, close)
  cursor.position = close + 1
  return value
}
