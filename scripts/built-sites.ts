import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Block } from '../src/docs/model/page-model.ts'
import { plainText } from '../src/docs/model/plain-text.ts'
import { forEachBlock, sectionsOf } from '../src/docs/model/sections.ts'
import { decodeHtml } from '../src/docs/readers/html/decode-html.ts'
import { parseHtml } from '../src/docs/readers/html/parse-html.ts'
import { readBuiltSite } from '../src/docs/readers/html/read-site.ts'
import { lineOf } from '../src/docs/readers/html/tree.ts'

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

const started = performance.now()
const usedBefore = process.cpuUsage()
const site = readBuiltSite(folder)
const counts = {
  pages: 0,
  agree: 0,
  compared: 0,
  titles: 0,
  titled: 0,
  navigation: 0,
  madeIds: 0,
  headings: 0,
  bytes: 0,
}
const rules = new Map<string, number>()
const leftOut = new Map<string, number>()
const dropped = new Map<string, number>()
const faults = new Map<string, number>()
const locales = new Map<string, number>()
const shown: Record<string, string[]> = { disagree: [], titles: [], navigation: [], leftOut: [], faults: [] }
const read = new Map<string, { readonly text: string; readonly title: string; readonly rule: string }>()

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
  read.set(page.file, { text: text(page.blocks), title: page.title, rule: page.rule })
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
const used = process.cpuUsage(usedBefore)
const processorSeconds = (used.user + used.system) / 1e6

compare(readBuiltSite(folder, { selector: selectorText === '' ? null : selectorText }))

console.log(`${basename(folder)}: generator ${site.generator}, ${site.files.length} files, ${counts.pages} pages`)
console.log(
  `pages a second: ${Math.round(site.files.length / seconds)} by the clock, ${Math.round(site.files.length / processorSeconds)} by the processor's time`,
)
if (selectorText !== '') console.log(`agree with the selector: ${percent(counts.agree, counts.compared)}`)
if (suffixText !== '') console.log(`titles: ${percent(counts.titles, counts.titled)}`)
console.log(`headings: ${counts.headings}, without an id on the page: ${counts.madeIds}`)
console.log(`lines of navigation in sections: ${counts.navigation}`)
for (const [name, map] of Object.entries({ rules, locales, leftOut, dropped, faults }))
  console.log(`${name}: ${list(map)}`)
for (const [name, lines] of Object.entries(shown)) {
  if (lines.length > 0) console.log(`\n${name}:\n  ${lines.join('\n  ')}`)
}

/** Compares with what is read where a person finds the content, page by page. */
function compare(expectedSite: ReturnType<typeof readBuiltSite>): void {
  const suffix = new RegExp(`(?:${suffixText})$`, 'u')
  for (const expected of expectedSite.pages()) {
    const real = read.get(expected.file ?? '')
    if (real === undefined) continue
    const expectedText = expected.kind === 'page' ? text(expected.page.blocks) : ''
    if (selectorText !== '') {
      counts.compared++
      if (expectedText === real.text) counts.agree++
      else show('disagree', `${expected.file} (${real.rule}) ${difference(expectedText, real.text)}`)
    }
    if (suffixText === '' || expected.kind !== 'page') continue
    const decoded = decodeHtml(readFileSync(join(folder as string, expected.file)))
    const index = decoded.ok ? parseHtml(decoded.text).index : null
    const title = index?.first('title')
    const written = title == null ? '' : lineOf(title).replace(suffix, '').trim()
    const heading = expected.page.blocks.find((block) => block.kind === 'heading')
    const accepted = [written, heading?.kind === 'heading' ? plainText(heading.content) : written].map(plain)
    counts.titled++
    if (accepted.includes(plain(real.title))) counts.titles++
    else show('titles', `${expected.file}: ${real.title} ← ${written}`)
  }
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
  return title
    .replace(/[\s\u00a0\u200b]+/g, ' ')
    .replace(/[¶#]$/, '')
    .trim()
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
