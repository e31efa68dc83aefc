import { resolve } from 'node:path'
import { loadConfig } from '../config/config.ts'
import { censusLine, fileLine, reasonsOf } from '../docs/census/census-line.ts'
import { newFaults } from '../docs/check/baseline.ts'
import { checkContent } from '../docs/check/check-content.ts'
import { FAULT_GUIDE, severityOf, type Severity } from '../docs/check/fault-guide.ts'
import { fixContent } from '../docs/check/fix-content.ts'
import { sarifOf } from '../docs/check/sarif.ts'
import type { Content, SourceReport } from '../docs/content.ts'
import type { ContentFault } from '../docs/model/content-fault.ts'
import { readSiteConfig } from '../docs/site/read-site-config.ts'
import { readContent } from '../docs/read-content.ts'
import { reasonOf } from '../shared/reason.ts'
import { printable } from '../shared/terminal/log-text.ts'
import type { Given } from './command.ts'

/** Exit status for faults, and for content that could not be read. */
const FAULTS = 1
const NOT_READ = 2

/** Hints of one kind that are printed without `--hints`. */
const HINTS_SHOWN = 5

/** Faults with the same code and message that are printed without `--all`. */
const ALIKE_SHOWN = 5

/** Sites of images that are named. */
const HOSTS_SHOWN = 10
/** An image on another site, in the blocks of a page. */
const IMAGE_ELSEWHERE = /"kind":"image","source":"https:\/\/([\w.-]{1,250})\//g

interface Options {
  readonly strict: boolean
  readonly json: boolean
  readonly sarif: boolean
  readonly hints: boolean
  readonly all: boolean
  readonly fix: boolean
  readonly baseline: string | undefined
}

/**
 * `signpost check [folder]`: reads content as the service does and prints `file:line:column code message` for
 * each fault, what to do, and a summary. The default folder is `CONTENT_DIR`. Warnings fail the check with `--strict` alone,
 * hints never.
 */
export async function checkFolder({ env, options, words }: Given<Options>): Promise<number> {
  const [named] = words
  const { CONTENT_DIR, PAGE_DEADLINE_MS } = env
  const { contentDir, docs } = loadConfig({ CONTENT_DIR, PAGE_DEADLINE_MS }, 1)
  const { pageDeadlineMs } = docs
  const folder = named === undefined ? contentDir : resolve(named)
  let content: Content
  try {
    content = await readContent(folder, { pageDeadlineMs })
    if (options.fix) {
      const fixed = fixContent(folder, content.faults)
      for (const fault of fixed) process.stderr.write(`fixed ${toLine(fault)}\n`)
      if (fixed.length > 0) content = await readContent(folder, { pageDeadlineMs })
    }
  } catch (error) {
    // A fault of site.yaml may be why nothing was found.
    const { faults } = await readSiteConfig(folder)
    for (const fault of faults) process.stderr.write(`${toLine(fault)}\n`)
    process.stderr.write(`${reasonOf(error)}\n`)
    return NOT_READ
  }
  const found = checkContent(content)
  let faults: ContentFault[]
  try {
    faults = options.baseline === undefined ? found : newFaults(resolve(options.baseline), found)
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`)
    return NOT_READ
  }
  if (options.json) process.stdout.write(`${JSON.stringify(jsonOf(content, faults), null, 2)}\n`)
  else if (options.sarif) process.stdout.write(`${JSON.stringify(sarifOf(faults), null, 2)}\n`)
  else print(content, faults, options)
  if (content.locales.size === 0) return NOT_READ
  const failing: Severity[] = options.strict ? ['error', 'warning'] : ['error']
  return faults.some((fault) => failing.includes(severityOf(fault))) ? FAULTS : 0
}

function print(content: Content, all: readonly ContentFault[], options: Options): void {
  const hintsShown = options.hints ? Number.POSITIVE_INFINITY : HINTS_SHOWN
  process.stdout.write(`${censusLine(content)}\n`)
  const faults = all.filter((fault) => severityOf(fault) !== 'hint')
  const hints = all.filter((fault) => severityOf(fault) === 'hint')
  process.stdout.write(faultLines(faults, options.all ? Number.POSITIVE_INFINITY : ALIKE_SHOWN))
  for (const code of new Set(hints.map((hint) => hint.code))) {
    const ofCode = hints.filter((hint) => hint.code === code)
    process.stdout.write(
      ofCode
        .slice(0, hintsShown)
        .map((hint) => `${toLine(hint)}\n`)
        .join(''),
    )
    const more = ofCode.length - hintsShown
    if (more > 0) process.stdout.write(`${more} more ${code}; --hints lists all\n`)
  }
  for (const report of content.reports) process.stdout.write(describe(report))
  process.stdout.write(`${fileLine(content)}\n${imageLine(content)}`)
  const codes = [...new Set([...faults, ...hints].map(({ code }) => code))]
  if (codes.length > 0) process.stdout.write(codes.map((code) => `${code}: ${FAULT_GUIDE[code].remedy}\n`).join(''))
  const files = new Set(faults.map(({ file }) => file)).size
  const found = faults.length === 0 ? 'no faults' : `${count(faults.length, 'fault')} in ${count(files, 'file')}`
  const pages = [...content.locales].map(([locale, { pages: of }]) => `${of.length} ${locale}`).join(', ')
  const hinted = hints.length === 0 ? '' : `, ${count(hints.length, 'hint')}`
  process.stdout.write(`${found}${hinted}; pages: ${pages || 'none'}\n`)
}

/** Lines of faults. Of those that say the same, such as about one target, the first ones are listed and the others counted. */
function faultLines(faults: readonly ContentFault[], shown: number): string {
  const alike = new Map<string, number>()
  const lines: string[] = []
  for (const fault of faults) {
    const said = `${fault.code} ${fault.message}`
    const number = (alike.get(said) ?? 0) + 1
    alike.set(said, number)
    if (number <= shown) lines.push(`${toLine(fault)}\n`)
  }
  for (const [said, number] of alike)
    if (number > shown) lines.push(`${number - shown} more: ${printable(said)}; --all lists them\n`)
  return lines.join('')
}

/** Says how many images of other sites are links, and what shows them; `''`: there are none. */
function imageLine({ locales }: Content): string {
  const hosts = new Map<string, number>()
  for (const { pages } of locales.values())
    for (const { blockLines } of pages)
      for (const [, host = ''] of blockLines.matchAll(IMAGE_ELSEWHERE)) hosts.set(host, (hosts.get(host) ?? 0) + 1)
  if (hosts.size === 0) return ''
  const images = [...hosts.values()].reduce((sum, number) => sum + number, 0)
  const named = [...hosts].sort((a, b) => b[1] - a[1]).slice(0, HOSTS_SHOWN)
  const sites = `${count(images, 'image')} of ${count(hosts.size, 'other site')}`
  const list = named.map(([host]) => `https://${host}`).join(',')
  return printable(`${sites} stand as links. To show them: IMAGE_ORIGINS=${list}`) + '\n'
}

/** Says what was read of a source, the commonest first. */
function describe({ rules, rows, languages = new Map(), dropped }: SourceReport): string {
  const list = (title: string, counts: ReadonlyMap<string, number>): string => {
    const lines = [...counts].sort((a, b) => b[1] - a[1]).map(([what, number]) => `  ${number} ${what}\n`)
    return lines.length === 0 ? '' : `${title}:\n${lines.join('')}`
  }
  return [
    list('content of pages chosen by', rules),
    list('files left out because they are', reasonsOf(rows, 'left out')),
    list('files not read', reasonsOf(rows, 'not read')),
    list('languages that are not served, by files', languages),
    list('elements left out of pages', dropped),
  ].join('')
}

function jsonOf({ locales, reports }: Content, faults: readonly ContentFault[]): object {
  return {
    pages: Object.fromEntries([...locales].map(([locale, { pages }]) => [locale, pages.length])),
    faults: faults.map((fault) => ({ ...fault, severity: severityOf(fault), remedy: FAULT_GUIDE[fault.code].remedy })),
    sources: reports.map(({ dropped, generator, kind, languages = new Map(), leftOut, rows, rules, unread }) => ({
      kind,
      generator,
      rules: Object.fromEntries(rules),
      leftOut: Object.fromEntries(leftOut),
      languages: Object.fromEntries(languages),
      dropped: Object.fromEntries(dropped),
      unread,
      files: Object.fromEntries(rows),
    })),
  }
}

function toLine({ file, line, column, code, message }: ContentFault): string {
  return printable(`${file}:${line}:${column ?? 1} ${code} ${message}`)
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
