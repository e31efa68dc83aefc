import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Block } from '../../src/docs/model/page-model.ts'
import { plainText } from '../../src/docs/model/plain-text.ts'
import { forEachBlock, sectionsOf } from '../../src/docs/model/sections.ts'
import { decodeHtml } from '../../src/docs/readers/html/decode-html.ts'
import { parseHtml } from '../../src/docs/readers/html/parse-html.ts'
import type { BuiltPage } from '../../src/docs/readers/html/read-page.ts'
import { readBuiltSite } from '../../src/docs/readers/html/read-site.ts'
import { lineOf } from '../../src/docs/readers/html/tree.ts'
import { navigationLines } from './navigation-lines.ts'

/** What a person says of a site: where its content is, and what follows the title of each page in `<title>`. */
export interface SiteRules {
  /** CSS selector; empty: the choice is not compared. */
  readonly selector: string
  /** Pattern of what `<title>` has beside the title of the page; empty: titles are not compared. */
  readonly around: string
}

/** How well a site is read. Names with a number count pages, headings or lines. */
export interface Figures {
  readonly generator: string | null
  readonly files: number
  pages: number
  compared: number
  agree: number
  titled: number
  titles: number
  headings: number
  madeIds: number
  navigation: number
  readonly counts: Readonly<Record<CountName, Map<string, number>>>
  /** The first of each kind of difference. */
  readonly shown: Readonly<Record<ShownName, string[]>>
}

type CountName = 'rules' | 'locales' | 'leftOut' | 'dropped' | 'faults'
type ShownName = 'disagree' | 'titles' | 'navigation' | 'leftOut' | 'faults'

export interface Bounds {
  /** Files that are compared at most, spread over the site. */
  readonly most: number
  /** Differences of each kind that are shown at most. */
  readonly shown: number
}

const SHOWN_CHARS = 220
const SHOWN_OF_REASON = 4

/**
 * Reads each page of a folder twice, by the reader's own choice and where a person finds the content, and compares them.
 * Figures are kept, pages are not.
 * @throws Error when the folder cannot be read, or the text is no selector
 */
export function compareChoice(folder: string, { around, selector }: SiteRules, { most, shown }: Bounds): Figures {
  const isRead = spread(folder, most)
  const site = readBuiltSite(folder, { isRead })
  const expected = selector === '' ? null : readBuiltSite(folder, { isRead, selector })
  const frame = around === '' ? null : new RegExp(around, 'gu')
  const figures: Figures = {
    generator: site.generator,
    files: site.files.length,
    pages: 0,
    compared: 0,
    agree: 0,
    titled: 0,
    titles: 0,
    headings: 0,
    madeIds: 0,
    navigation: 0,
    counts: { rules: new Map(), locales: new Map(), leftOut: new Map(), dropped: new Map(), faults: new Map() },
    shown: { disagree: [], titles: [], navigation: [], leftOut: [], faults: [] },
  }
  const { counts } = figures
  const show = (name: ShownName, line: string): void => {
    if (figures.shown[name].length < shown) figures.shown[name].push(line.slice(0, SHOWN_CHARS))
  }

  for (const walked of site.files) {
    const result = site.read(walked)
    const other = expected?.read(walked)
    for (const { file, line, code, message } of result.kind === 'page' ? result.page.faults : result.faults) {
      count(counts.faults, code)
      show('faults', `${file}:${line} ${code} ${message}`)
    }
    if (result.kind === 'fault') continue
    if (result.kind === 'left_out') {
      count(counts.leftOut, result.reason)
      if ((counts.leftOut.get(result.reason) ?? 0) < SHOWN_OF_REASON) show('leftOut', `${result.file} ${result.reason}`)
      continue
    }
    const { page } = result
    addPage(page)
    if (other?.file === result.file) compareWith(page, other.kind === 'page' ? other.page.blocks : [])
    if (frame !== null) compareTitle(page, frame)
  }
  return figures

  function addPage(page: BuiltPage): void {
    figures.pages++
    count(counts.rules, page.rule)
    count(counts.locales, `${page.locale ?? '-'} (${page.lang ?? '-'})`)
    for (const [kind, times] of page.dropped) count(counts.dropped, kind, times)
    figures.madeIds += page.madeIds.length
    forEachBlock(page.blocks, (block) => void (block.kind === 'heading' && figures.headings++))
    for (const line of navigationLines(page)) {
      figures.navigation++
      show('navigation', line)
    }
  }

  function compareWith(page: BuiltPage, blocks: readonly Block[]): void {
    const [own, written] = [textOf(page.blocks), textOf(blocks)]
    figures.compared++
    if (own === written) figures.agree++
    else show('disagree', `${page.file} (${page.rule}) ${difference(written, own)}`)
  }

  function compareTitle(page: BuiltPage, pattern: RegExp): void {
    const bytes = readFileSync(join(folder, page.file))
    const decoded = decodeHtml(bytes)
    const element = decoded.ok ? parseHtml(decoded.text).index.first('title') : null
    const written = element === null ? '' : lineOf(element).replace(pattern, '').trim()
    const heading = page.blocks.find((block) => block.kind === 'heading')
    const accepted = [written, heading?.kind === 'heading' ? plainText(heading.content) : written].map(plain)
    figures.titled++
    if (accepted.includes(plain(page.title))) figures.titles++
    else show('titles', `${page.file}: ${page.title} ← ${written}`)
  }
}

/** Chooses files in equal steps, in the order of their names. */
function spread(folder: string, most: number): (file: string) => boolean {
  const { files } = readBuiltSite(folder)
  const step = Math.ceil(files.length / most)
  if (step <= 1) return () => true
  const chosen = new Set(files.filter((_, at) => at % step === 0).map(({ file }) => file))
  return (file) => chosen.has(file)
}

function count(map: Map<string, number>, key: string, times = 1): void {
  map.set(key, (map.get(key) ?? 0) + times)
}

function textOf(blocks: readonly Block[]): string {
  return sectionsOf(blocks, null)
    .map(({ heading, text }) => `${heading}\n${text}`)
    .join('\n')
}

function difference(expected: string, real: string): string {
  let at = 0
  while (at < expected.length && expected[at] === real[at]) at++
  return JSON.stringify({ selector: expected.slice(at, at + 60), reader: real.slice(at, at + 60) })
}

function plain(title: string): string {
  return title
    .replace(/[\s\u00a0\u200b]+/g, ' ')
    .replace(/[¶#]$/, '')
    .trim()
}
