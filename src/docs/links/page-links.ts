import type { ContentFault } from '../content.ts'
import { countLines } from '../front-matter.ts'
import type { Block } from '../model/page-model.ts'
import { forEachBlock } from '../model/sections.ts'
import { forEachInline, replaceTargets } from '../model/visit-inline.ts'
import type { LinkRules } from '../sources/source.ts'
import type { LinkedPage, LinkSpace } from './link-space.ts'
import { anchorFix, linkFix } from './link-fixes.ts'
import { resolveLink, type LinkOrigin } from './resolve-link.ts'

/** Text of a page as its author wrote it, in which faults of links are found again. */
export interface WrittenText {
  readonly text: string
  /** Line of the file on which the text starts, from 1. */
  readonly line: number
}

/** The links of all pages, which are resolved page by page, and checked when all are known. */
export interface PageLinks {
  /**
   * Makes the targets of a page's links addresses of pages. Those that lead nowhere stay, and are faults.
   * @param anchors ids of the page beside those of its blocks
   */
  resolve(blocks: readonly Block[], origin: LinkOrigin, written: WrittenText, anchors?: ReadonlySet<string>): void
  /** Reports links to headings that their pages do not have. All pages are resolved by now. */
  finish(): void
}

interface AnchorLink {
  readonly origin: LinkOrigin
  readonly line: number
  readonly page: LinkedPage
  readonly fragment: string
  readonly target: string
}

/** Fragments that browsers know without an element: the top of the page, and text to find. */
const NO_ANCHOR = /^(?:top$|:~:|\/|!)/

/** Addresses of the docs host that are no pages. */
const SERVED =
  /^\/(?:api\/|mcp$|search$|openapi\.json$|(?:(?:en|zh|ko)\/)?llms(?:-full)?\.txt$|healthz$|readyz$|\.well-known\/)/

/** Reported faults of links of one page; its author starts with the first ones anyway. */
const FAULT_LIMIT = 100

export function createPageLinks(space: LinkSpace, rules: LinkRules, faults: ContentFault[]): PageLinks {
  const anchors = new Map<string, ReadonlySet<string>>()
  const anchorLinks: AnchorLink[] = []

  return {
    resolve(blocks, origin, written, more) {
      const ids = new Set<string>(more)
      forEachBlock(blocks, (block) => {
        if (block.kind === 'heading') ids.add(block.id)
      })
      forEachInline(blocks, (part) => {
        if (part.kind === 'anchor') ids.add(part.id)
      })
      anchors.set(keyOf(origin), ids)
      let reported = 0
      replaceTargets(blocks, (target) => {
        const link = resolveLink(target, origin, rules, space)
        if (link.kind === 'other' || (link.kind === 'unknown' && SERVED.test(link.path))) return target
        const line = (): number => lineOf(target, written)
        if (link.kind === 'unknown') {
          if (reported++ < FAULT_LIMIT) {
            const message = `${JSON.stringify(target.slice(0, 200))} leads to no page`
            const to = linkFix(target, origin, space)
            const fix = to === null ? {} : { fix: { from: target, to } }
            faults.push({ file: origin.file, line: line(), code: 'dead_link', message, ...fix })
          }
          return target
        }
        if (link.fragment !== '' && !NO_ANCHOR.test(link.fragment)) {
          const { fragment, page } = link
          anchorLinks.push({ origin, line: line(), page, fragment, target })
        }
        return link.target
      })
    },
    finish() {
      for (const { fragment, line, origin, page, target } of anchorLinks) {
        const ids = anchors.get(keyOf(page))
        if (ids?.has(fragment) !== false) continue
        const to = anchorFix(target, fragment, ids)
        const fix = to === null ? {} : { fix: { from: target, to } }
        const message = `${JSON.stringify(target.slice(0, 200))} leads to no heading of its page`
        faults.push({ file: origin.file, line, code: 'dead_anchor', message, ...fix })
      }
    },
  }
}

function keyOf({ locale, path }: LinkedPage): string {
  return `${locale}/${path}`
}

function lineOf(target: string, { line, text }: WrittenText): number {
  const at = text.indexOf(target)
  return at < 0 ? line : line + countLines(text, at) - 1
}
