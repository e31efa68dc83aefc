import { basename } from 'node:path'
import type { Block } from '../src/docs/model/page-model.ts'
import { forEachBlock, sectionsOf } from '../src/docs/model/sections.ts'
import { decodeHtml } from '../src/docs/readers/html/decode-html.ts'
import { parseHtml } from '../src/docs/readers/html/parse-html.ts'
import { readHtmlPage } from '../src/docs/readers/html/read-page.ts'
import { readBuiltSite } from '../src/docs/readers/html/read-site.ts'
import { compileSelector } from '../src/docs/readers/html/selectors.ts'
import { find, lineOf } from '../src/docs/readers/html/tree.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Reads a folder that a generator built, and tells how well: `npm run ts scripts/built-sites.ts -- <folder> [selector]
 * [suffix]`. `selector` is where a person finds the content of this site, and `suffix` a pattern of what follows the
 * title of each page in `<title>`. Run it by hand; it keeps nothing.
 */

const [folder, selectorText = '', suffixText = ''] = process.argv.slice(2).filter((argument) => argument !== '--')
if (folder === undefined) throw new Error('usage: npm run ts scripts/built-sites.ts -- <folder> [selector] [suffix]')

/** Words that only navigation says. */
const NAVIGATION =
  /^(?:next|previous|prev|up|home|skip to (?:main )?content|edit this page|on this page|table of contents|copy|search|menu|last updated.{0,40}|was this (?:page )?helpful\??|next topic|previous topic|quick search|show source|this page|back to top|navigation)$/i
const SHOWN = 8
const PAGE_LIMIT_BYTES = 8 * 1_048_576

const started = performance.now()
const site = readBuiltSite(folder)
const counts = { pages: 0, agree: 0, compared: 0, titles: 0, titled: 0, navigation: 0, madeIds: 0, headings: 0, bytes: 0 }
const rules = new Map<string, number>()
const leftOut = new Map<string, number>()
const dropped = new Map<string, number>()
const faults = new Map<string, number>()
const locales = new Map<string, number>()
const shown: Record<string, string[]> = { disagree: [], titles: [], navigation: [], leftOut: [], faults: [] }
const read: string[] = []

for (const result of site.pages()) {
  const found = result.kind === 'page' ? result.page.faults : result.faults
  for (const { file, line, code, message } of found) {
    count(faults, code)
    show('faults', `${file}:${line} ${code} ${message}`)
  }
  if (result.kind === 'fault') continue
  if (result.kind === 'left_out') {
    count(leftOut, result.reason)
    if ((leftOut.get(result.reason) ?? 0) < 4) show('leftOut', `${result.file} ${result.reason}`)
    continue
  }
  const { page } = result
  read.push(page.file)
  counts.pages++
  count(rules, page.rule)
  count(locales, `${page.locale ?? '-'} (${page.lang ?? '-'})`)
  for (const [kind, times] of page.dropped) count(dropped, kind, times)
  counts.madeIds += page.madeIds.length
  forEachBlock(page.blocks, (block) => void (block.kind === 'heading' && counts.headings++))
  for (const section of sectionsOf(page.blocks, page.title)) {
    for (const line of section.text.split('\n')) {
      if (!NAVIGATION.test(line.trim())) continue
      counts.navigation++
      show('navigation', `${page.file}#${section.anchor}: ${line}`)
    }
  }
}
const seconds = (performance.now() - started) / 1000

const selector = selectorText === '' ? null : compileSelector(selectorText)
const suffix = suffixText === '' ? null : new RegExp(`(?:${suffixText})$`, 'u')
for (const file of read) {
  const bytes = readFileSync(join(folder, file))
  if (bytes.length > PAGE_LIMIT_BYTES) continue
  const page = readHtmlPage(bytes, file)
  if (page.kind !== 'page') continue
  if (selector !== null) {
    const expected = readHtmlPage(bytes, file, { selector })
    counts.compared++
    const same = expected.kind === 'page' && text(expected.blocks) === text(page.blocks)
    if (same) counts.agree++
    else show('disagree', `${file} (${page.rule}) ${difference(expected.kind === 'page' ? text(expected.blocks) : '', text(page.blocks))}`)
  }
  if (suffix !== null) {
    const decoded = decodeHtml(bytes)
    const title = decoded.ok ? find(parseHtml(decoded.text).root, ({ name }) => name === 'title') : null
    const expected = title === null ? '' : lineOf(title).replace(suffix, '').trim()
    counts.titled++
    if (plain(expected) === plain(page.title)) counts.titles++
    else show('titles', `${file}: ${page.title} ← ${expected}`)
  }
}

console.log(`${basename(folder)}: generator ${site.generator}, ${site.files} files, ${counts.pages} pages`)
console.log(`pages a second: ${Math.round((counts.pages + total(leftOut)) / seconds)}`)
if (selector !== null) console.log(`agree with the selector: ${percent(counts.agree, counts.compared)}`)
if (suffix !== null) console.log(`titles: ${percent(counts.titles, counts.titled)}`)
console.log(`headings: ${counts.headings}, without an id on the page: ${counts.madeIds}`)
console.log(`lines of navigation in sections: ${counts.navigation}`)
for (const [name, map] of Object.entries({ rules, locales, leftOut, dropped, faults })) console.log(`${name}: ${list(map)}`)
for (const [name, lines] of Object.entries(shown)) {
  if (lines.length > 0) console.log(`\n${name}:\n  ${lines.join('\n  ')}`)
}

function count(map: Map<string, number>, key: string, times = 1): void {
  map.set(key, (map.get(key) ?? 0) + times)
}

function show(name: string, line: string): void {
  const lines = shown[name] as string[]
  if (lines.length < SHOWN) lines.push(line.slice(0, 220))
}

function text(blocks: readonly Block[]): string {
  return sectionsOf(blocks, null)
    .map(({ heading, text: inner }) => `${heading}\n${inner}`)
    .join('\n')
}

function difference(expected: string, real: string): string {
  let at = 0
  while (at < expected.length && expected[at] === real[at]) at++
  return JSON.stringify({ selector: expected.slice(at, at + 60), reader: real.slice(at, at + 60) })
}

function plain(title: string): string {
  return title.replace(/[\s\u00a0\u200b]+/g, ' ').replace(/[¶#]$/, '').trim()
}

function total(map: ReadonlyMap<string, number>): number {
  return [...map.values()].reduce((sum, one) => sum + one, 0)
}

function percent(part: number, whole: number): string {
  return `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(2)} %)`
}

function list(map: ReadonlyMap<string, number>): string {
  return [...map]
    .sort((a, b) => b[1] - a[1])
    .map(([key, times]) => `${key} ${times}`)
    .join(', ')
}
