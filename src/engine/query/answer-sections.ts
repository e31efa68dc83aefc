import { writeText, type ByteWriter } from '../index/byte-writer.ts'
import type { DocumentSection } from '../index/document.ts'
import type { SearchIndex } from '../index/open.ts'
import { writeUrl } from './answer-url.ts'
import { chooseSections, type ChosenSection } from './choose-sections.ts'
import type { Extras } from './found.ts'
import { merge, titleOf } from './highlight.ts'
import type { Matcher } from './matcher.ts'
import type { Plan } from './plan.ts'
import { cutAtSentences } from './snippet.ts'

/** Sections of one page in an answer. */
const SECTIONS_SHOWN = 3

/** Appends the member `sections` of a result. */
export type SectionWriter = (out: ByteWriter, page: number, path: string, sections: readonly DocumentSection[]) => void

/**
 * Makes what writes the sections of a page that answer the query, best first: the headings that lead to each, its address,
 * and a snippet with the ranges that matched, or a passage. For `code` it is the member `code` with blocks of code.
 */
export function createSectionWriter(
  index: SearchIndex,
  plan: Plan,
  matcher: Matcher,
  { readCode, readPassage, sections: detail }: Extras,
): SectionWriter {
  const worth = (text: string): number => {
    let groups = 0
    let sum = 0
    for (const { group } of matcher.find(text)) {
      if ((groups & (1 << group)) !== 0) continue
      groups |= 1 << group
      sum += plan.groups[group]!.weight * plan.groups[group]!.idf
    }
    return sum
  }
  const textOf = (path: string, { at, section: { anchor, text } }: ChosenSection): object => {
    if (detail === 'passages') return { markdown: readPassage(index.locale, path, anchor, worth) }
    const snippet = cutAtSentences(text, at)
    return { snippet, ranges: merge(matcher.find(snippet), plan, snippet) }
  }
  return (out, page, path, sections) => {
    if (detail === 'code') {
      writeText(out, `,"code":${JSON.stringify(sections.length === 0 ? [] : readCode(index.locale, path, worth))}`)
      return
    }
    const title = matcher.weigh(titleOf(index, page))
    writeText(out, ',"sections":[')
    chooseSections(matcher, plan, title, sections, SECTIONS_SHOWN).forEach((chosen, i) => {
      const { anchor } = chosen.section
      const begin = JSON.stringify({ headings: chosen.headings, anchor })
      writeText(out, `${i > 0 ? ',' : ''}${begin.slice(0, -1)},"url":"`)
      writeUrl(out, index, page)
      writeText(out, `${anchor === '' ? '' : `#${encodeURIComponent(anchor)}`}",`)
      writeText(out, JSON.stringify(textOf(path, chosen)).slice(1))
    })
    writeText(out, ']')
  }
}
