import { countLines } from '../front-matter.ts'
import type { FindFile, LinkedFile } from '../files/page-files.ts'
import type { ContentFault } from '../model/content-fault.ts'
import type { Block } from '../model/page-model.ts'
import { forEachBlock } from '../model/sections.ts'
import { forEachInline, replaceTargets } from '../model/visit-inline.ts'
import type { Locale } from '../../shared/locale.ts'
import type { LinkRules } from './link-rules.ts'
import type { LinkedPage, LinkSpace } from './link-space.ts'
import type { Deed, LinkNotes, PageReading } from '../kept/deed.ts'
import { anchorFixes, linkFix } from './link-fixes.ts'
import { resolveLink, type LinkOrigin } from './resolve-link.ts'
import type { SharedLinks } from './shared-links.ts'
import { quoted } from '../paths.ts'
import { placeOf } from '../places-of.ts'

/** Text of a page as its author wrote it, in which faults of links are found again. */
export interface WrittenText {
  readonly text: string
  /** Line of the file on which the text starts, from 1. */
  readonly line: number
  /** What the author wrote for targets of links that were made of it. */
  readonly targets?: ReadonlyMap<string, string>
}

/** The links of all pages, which are resolved page by page, and checked when all are known. */
export interface PageLinks {
  /**
   * Makes the targets of a page's links addresses of pages. Those that lead nowhere stay, and are faults.
   * @param anchors ids of the page beside those of its blocks
   */
  resolve(blocks: readonly Block[], origin: LinkOrigin, written: WrittenText, anchors?: ReadonlySet<string>): void
  /** Takes what `resolve` noted of a page in another reading of it. */
  note(notes: LinkNotes): void
  /** Whether the links of another reading lead where they led then, and those that lead nowhere would be mended alike. */
  leadAlike(reading: Pick<PageReading, 'deeds' | 'faults'>): boolean
}

/** Where the links of one source are resolved, and where their faults are noted. */
interface LinkedSource {
  /** Takes what is noted of a page, while its reading is recorded. */
  readonly deeds: Deed[] | null
  readonly faults: ContentFault[]
  readonly links: SharedLinks
  readonly space: LinkSpace
}

/** Fragments that browsers know without an element: the top of the page, and text to find. */
const NO_ANCHOR = /^(?:top$|:~:|\/|!)/

const NOWHERE: LinkedFile = { refusal: { code: 'dead_link', message: 'leads to no page' } }

/** An address that a template makes, and the faults that tell of templates on a line. */
const TEMPLATE = /\{\{|\{%|\$\{|^<?%/
const MADE = { code: 'unread_template', message: 'is an address that a template makes, which is not run' } as const
const TELLS_TEMPLATE: ReadonlySet<string> = new Set(['raw_directive', 'unread_template', 'unknown_shortcode'])

/** Addresses of the docs host that are no pages. Documentation may have pages of its own below `/api`. */
const SERVED =
  /^\/(?:api\/(?:search|page)$|mcp$|search$|openapi\.json$|(?:(?:en|zh|ko)\/)?llms(?:-full)?\.txt$|healthz$|readyz$|\.well-known\/)/

/** Reported faults of links of one page; its author starts with the first ones anyway. */
const FAULT_LIMIT = 100

/** Stands for all ids that a program gives to a page. No author can write it, since it has a space. */
export const ANY_ID = 'any id'

/**
 * Resolves the links of a source. When all sources are read, links to headings that their pages do not have are reported, and
 * links to pages that are left out.
 * @param findFile Finds files, to which links may lead as well
 * @param textOf Text of a page, in which the faults of the last check are found
 */
export function createPageLinks(
  source: LinkedSource,
  rules: LinkRules,
  findFile: FindFile,
  textOf: (file: string) => WrittenText,
): PageLinks {
  const { faults, links: shared, space } = source
  const { anchors } = shared
  const noted: LinkNotes[] = []
  shared.atEnd(() => noted.forEach(check))
  const fixes = anchorFixes()

  function note(notes: LinkNotes): void {
    anchors.set(notes.page, new Set(notes.ids))
    if (notes.checks.length > 0) noted.push(notes)
  }

  return {
    note,
    resolve(blocks, origin, written, more) {
      const ids = new Set<string>(more)
      forEachBlock(blocks, (block) => {
        if (block.kind === 'heading') ids.add(block.id)
      })
      forEachInline(blocks, (part) => {
        if (part.kind === 'anchor') ids.add(part.id)
      })
      const checks = new Map<string, LinkNotes['checks'][number]>()
      const unknown = new Set<string>()
      let reported = 0
      const dead = new Set<string>()
      replaceTargets(blocks, (given) => {
        const { unchecked = '' } = rules
        const isUnchecked = unchecked !== '' && given.startsWith(unchecked)
        const target = isUnchecked ? given.slice(unchecked.length) : given
        let link = resolveLink(target, origin, rules, space)
        if (link.kind === 'other') return target
        const file = link.kind === 'unknown' ? findFile(target, origin.file) : null
        if (link.kind === 'unknown' && (file === null || 'refusal' in file)) {
          const across = shared.resolve(target, origin)
          if (across.kind === 'page') link = across
        }
        if (link.kind === 'unknown') {
          unknown.add(target)
          if (file === null && SERVED.test(link.path)) return target
          const placement = file ?? NOWHERE
          if ('address' in placement) return placement.address
          if (isUnchecked) return target
          // All links to one address have the same place, the first on the page.
          if (!dead.has(target) && reported++ < FAULT_LIMIT) {
            dead.add(target)
            const { code, message } = TEMPLATE.test(target) ? MADE : placement.refusal
            const line = lineOf(target, written)
            const isTold = faults.some(
              (fault) => fault.line === line && fault.file === origin.file && TELLS_TEMPLATE.has(fault.code),
            )
            if (code === MADE.code && isTold) return target
            const to = code === 'dead_link' ? linkFix(target, origin, space) : null
            faults.push({
              file: origin.file,
              line,
              code,
              message: `${quoted(asWritten(target, written))} ${message}`,
              ...(to === null ? {} : { fix: { from: target, to } }),
            })
          }
          return target
        }
        const { fragment, page } = link
        const fixed = NO_ANCHOR.test(fragment) ? '' : fragment
        // A page that was not read yet may turn out to be a draft, and one that was read now may be kept for the next build.
        const isChecked = fixed !== '' || source.deeds !== null || !anchors.has(keyOf(page))
        if (!isUnchecked && isChecked) {
          checks.set(target, [keyOf(page), fixed, target, asWritten(target, written)])
        }
        return link.target
      })
      const { address, file } = origin
      const found = { ids: [...ids], checks: [...checks.values()], unknown: [...unknown] }
      const notes = { file, page: keyOf(origin), address, ...found }
      source.deeds?.push({ kind: 'links', notes })
      note(notes)
    },
    leadAlike({ deeds, faults }) {
      const dead = faults.filter(({ code }) => code === 'dead_link')
      const mended = new Map(dead.flatMap(({ fix }) => (fix === undefined ? [] : [[fix.from, fix.to] as const])))
      return deeds.every((deed) => deed.kind !== 'links' || isAlike(deed.notes, mended, source, rules))
    },
  }

  function check({ checks, file }: LinkNotes): void {
    let reported = 0
    for (const [page, fragment, target, written] of checks) {
      const ids = anchors.get(page)
      if (ids !== undefined && (fragment === '' || ids.has(fragment) || ids.has(ANY_ID))) continue
      reported += 1
      if (reported > FAULT_LIMIT) return
      const to = ids === undefined ? null : fixes(target, fragment, ids)
      const fix = to === null ? {} : { fix: { from: target, to } }
      const where = ids === undefined ? 'leads to a page that is left out' : 'leads to no heading of its page'
      const message = `${quoted(written)} ${where}`
      const code = ids === undefined ? 'dead_link' : 'dead_anchor'
      faults.push({ file, line: lineOf(written, textOf(file)), code, message, ...fix })
    }
  }
}

/** @param mended what was found for targets that lead nowhere */
function isAlike(
  { address, checks, file, page, unknown }: LinkNotes,
  mended: ReadonlyMap<string, string>,
  { links, space }: LinkedSource,
  rules: LinkRules,
): boolean {
  const slash = page.indexOf('/')
  const origin = { file, address, locale: page.slice(0, slash) as Locale, path: page.slice(slash + 1) }
  const pageAt = (target: string): string | null => {
    const own = resolveLink(target, origin, rules, space)
    const link = own.kind === 'unknown' ? links.resolve(target, origin) : own
    return link.kind === 'page' ? keyOf(link.page) : null
  }
  const isMended = (target: string): boolean => (mended.get(target) ?? null) === linkFix(target, origin, space)
  return (
    checks.every(([to, , target]) => pageAt(target) === to) &&
    unknown.every((target) => pageAt(target) === null && isMended(target))
  )
}

function keyOf({ locale, path }: LinkedPage): string {
  return `${locale}/${path}`
}

const SHOWN = /<(?:img|video|audio|iframe|embed|object)\b|\]\(\)/gi
/** An address that is written, or one that a program gives. */
const ADDRESSED = /(?:src|data)=["']?["']?[\w./#]|\{| :|v-bind/
/** Characters of an element that are looked through. */
const ELEMENT_CHARS = 1000

/** Where the first image or player that names no address stands; -1: nowhere. */
function placeWithoutAddress(text: string): number {
  for (const { 0: opening, index } of text.matchAll(SHOWN)) {
    const rest = text.slice(index, index + ELEMENT_CHARS)
    const closing = rest.indexOf(`</${opening.slice(1)}`)
    const element = rest.slice(0, closing < 0 ? rest.indexOf('>') : closing)
    if (!ADDRESSED.test(element)) return index
  }
  return -1
}

/** Line of the file on which an address stands as it is written; that of the text where it is not found. */
export function lineOf(target: string, written: WrittenText): number {
  const { line, text } = written
  const at = target === '' ? placeWithoutAddress(text) : placeOf(text, asWritten(target, written))
  return at < 0 ? line : line + countLines(text, at) - 1
}

function asWritten(target: string, { targets }: WrittenText): string {
  return targets?.get(target) ?? target
}
