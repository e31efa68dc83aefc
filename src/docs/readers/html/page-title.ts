import type { Block } from '../../model/page-model.ts'
import { titleText } from '../../model/plain-text.ts'
import { placeOf } from '../../places-of.ts'
import type { PageHead } from './page-head.ts'
import { withoutFrame, type TitleFrames } from './title-frame.ts'

/** What parts the title of a page from the name of its site. */
const SEPARATOR = /\s+[|\-–—·•»›:~]+\s+|\s*\|\s*|\s+::\s+/

/**
 * The title of a page without the name of its site: its heading of level 1, or the first part of `title`. A heading of
 * another level is the title where `title` begins with it.
 */
export function pageTitle(head: PageHead, blocks: readonly Block[], frames: TitleFrames): string | null {
  const headings = blocks.flatMap((block) => (block.kind === 'heading' ? [block] : []))
  const titles = headings.filter(({ level }) => level === 1).map(({ content }) => tidy(titleText(content)))
  const [first = ''] = titles
  const written = tidy(head.title)
  // Pages with several headings of level 1 use them for their sections.
  if (first !== '' && (titles.length === 1 || written === '' || placeOf(written, first) >= 0)) return first
  const opening = tidy(titleText(headings[0]?.content ?? []))
  if (opening !== '' && written.startsWith(opening)) return opening
  if (written === '') return opening === '' ? null : opening
  return withoutFrame(written, frames) ?? withoutSite(written, head.siteName)
}

function withoutSite(title: string, site: string | null): string {
  if (site !== null && site !== title) {
    for (const separator of [' | ', ' - ', ' – ', ' — ', ' · ', ' :: ', ' » ', ': ']) {
      if (title.endsWith(separator + site)) return title.slice(0, -(separator.length + site.length))
      if (title.startsWith(site + separator)) return title.slice(site.length + separator.length)
    }
  }
  const [before, after] = title.split(': ')
  if (before !== undefined && before === after) return before
  const parts = title.split(SEPARATOR).filter((part) => part !== '')
  if (parts.length < 2) return title
  const last = parts.at(-1) as string
  const cut = title.lastIndexOf(last)
  const rest = title.slice(0, cut).replace(/(?<![\s|\-–—·•»›:~])[\s|\-–—·•»›:~]+$/, '')
  return rest === '' ? title : rest
}

function tidy(text: string): string {
  return text
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/[¶#§]$/, '')
    .trim()
}
