import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Content, ContentPage } from '../../src/docs/content.ts'
import type { ContentFault } from '../../src/docs/model/content-fault.ts'
import { readBlockLines } from '../../src/docs/model/block-lines.ts'
import { plainWords, sourceWords, type SourceWord } from './source-words.ts'

/** A line with words that stand neither on a page nor in a fault. */
export interface LostLine {
  readonly file: string
  readonly line: number
  readonly words: readonly string[]
}

/** What of the words of a folder's pages arrived. */
export interface Loss {
  /** Words of all files that are pages. */
  readonly words: number
  /** Words where a fault says that something is not shown. */
  readonly told: number
  /** Words that the generator itself drops, by the reason. */
  readonly excused: ReadonlyMap<string, number>
  readonly lost: readonly LostLine[]
}

/** Patterns of lines whose words the generator drops too, with the reasons. */
export type Excuses = Readonly<Record<string, string>>

const MARKDOWN = /\.(?:md|mdx|markdown|mdoc)$/

/**
 * Compares the words of each file that is a page with those of the pages that were made of it.
 * @throws Error when a file cannot be read
 */
export function lostWords(folder: string, content: Content, excuses: Excuses = {}): Loss {
  const allPages = [...content.locales.values()].flatMap((locale) => locale.pages)
  const pages = groupedBy(allPages, (page) => page.file)
  const faults = groupedBy(content.faults, (fault) => fault.file)
  const patterns = Object.entries(excuses).map(([pattern, why]) => ({ pattern: new RegExp(pattern, 'u'), why }))
  const excused = new Map<string, number>()
  const lost: LostLine[] = []
  let words = 0
  let told = 0
  for (const file of pageFiles(content, pages)) {
    const source = readFileSync(join(folder, file), 'utf8')
    const lines = source.split('\n')
    const all = sourceWords(source)
    const ofFile = faults.get(file) ?? []
    const made = pages.get(file)
    words += all.length
    if (made === undefined && ofFile.length > 0) {
      told += all.length
      continue
    }
    const toldLines = linesTold(lines, ofFile)
    const missing = missingWords(all, (made ?? []).map(textOf).join('\n'))
    const left = missing.filter(({ line }) => {
      if (toldLines.has(line)) return void told++
      const excuse = patterns.find(({ pattern }) => pattern.test(lines[line - 1] ?? ''))
      if (excuse === undefined) return true
      return void excused.set(excuse.why, (excused.get(excuse.why) ?? 0) + 1)
    })
    for (const [line, ofLine] of groupedBy(left, (word) => word.line))
      lost.push({ file, line, words: ofLine.map(({ word }) => word) })
  }
  return { words, told, excused, lost }
}

function groupedBy<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

/** Files of Markdown that the census calls pages, and those that pages name. */
function pageFiles(content: Content, pages: ReadonlyMap<string, unknown>): string[] {
  const rows = content.reports.flatMap((report) => [...report.rows])
  const files = new Set(rows.flatMap(([file, { as }]) => (as === 'page' ? [file] : [])))
  for (const file of pages.keys()) files.add(file)
  return [...files].filter((file) => MARKDOWN.test(file)).sort()
}

/** Lines of which a fault says something: its own, and those up to the next blank line. */
function linesTold(lines: readonly string[], faults: readonly ContentFault[]): Set<number> {
  const told = new Set<number>()
  for (const { line } of faults) {
    for (let at = line; at <= lines.length; at++) {
      told.add(at)
      if (lines[at]?.trim() === '') break
    }
  }
  return told
}

/** Members of a block or inline that are shown as text. */
const TEXTS = new Set(['text', 'alt', 'title', 'name', 'type', 'initial', 'label'])

/** All text of a page, with what names it. */
function textOf({ blockLines, description, label, title }: ContentPage): string {
  const texts = [title, description ?? '', label ?? '']
  function add(value: unknown, name = ''): void {
    if (typeof value === 'string') return void (TEXTS.has(name) && texts.push(value))
    if (typeof value !== 'object' || value === null) return
    if (!Array.isArray(value)) return Object.entries(value).forEach(([member, of]) => add(of, member))
    if (name === 'content' || name === 'title') return void texts.push(inlineText(value))
    for (const member of value) add(member, name === 'terms' ? 'content' : '')
  }
  add(readBlockLines(blockLines))
  return texts.join('\n')
}

/** A line of text. What an attribute says of a part follows the line, since it parts no word. */
function inlineText(parts: readonly unknown[]): string {
  const after: string[] = []
  const write = (part: unknown): string => {
    if (typeof part === 'string') return part
    const { content, kind, ...members } = part as { content?: unknown[]; kind: string; [name: string]: unknown }
    if (kind === 'break') return '\n'
    if (kind === 'image' || kind === 'badge') return ` ${String(members['alt'] ?? members['text'])} `
    if (typeof members['title'] === 'string') after.push(members['title'])
    return content === undefined
      ? typeof members['text'] === 'string'
        ? members['text']
        : ''
      : content.map(write).join('')
  }
  return [parts.map(write).join(''), ...after].join('\n')
}

/**
 * Words that a text has too rarely. A word that is one only by how its neighbours are joined is there. Of several places
 * those are missing whose neighbours are not in the text beside it.
 */
function missingWords(words: readonly SourceWord[], text: string): SourceWord[] {
  const shown = plainWords(text)
  const counts = new Map<string, number>()
  const pairs = new Map<string, number>()
  for (const [at, word] of shown.entries()) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
    const pair = `${word} ${shown[at + 1] ?? ''}`
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  const joined = shown.join('')
  const places = words.map((_word, at) => ({ at, beside: neighbours(at) })).sort((a, b) => b.beside - a.beside)
  const missing = new Set<number>()
  for (const { at } of places) {
    const { word } = words[at] as SourceWord
    const left = counts.get(word) ?? 0
    if (left > 0) counts.set(word, left - 1)
    else if (!joined.includes(around(at))) missing.add(at)
  }
  return words.filter((_word, at) => missing.has(at))

  /** How many of the two words beside it the text has beside it too. */
  function neighbours(at: number): number {
    const [before, word, after] = [at - 1, at, at + 1].map((place) => words[place]?.word ?? '')
    return Number(pairs.has(`${before} ${word}`)) + Number(pairs.has(`${word} ${after}`))
  }
  function around(at: number): string {
    return [at - 1, at, at + 1].map((place) => words[place]?.word ?? '').join('')
  }
}
