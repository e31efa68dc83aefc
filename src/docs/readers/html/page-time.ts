import { parseUpdated } from '../../updated.ts'
import type { PageHead } from './page-head.ts'
import type { PageIndex } from './page-index.ts'
import { ancestor, lineOf, type HtmlElement } from './tree.ts'

const MARKED = /last-?_?updated?|lastmod|last-?modified|revision-date|updated-at|source-date|vplastupdated/i
const SAID =
  /(?:last (?:updated|modified|changed|reviewed)|updated on|最后(?:更新|修改)|上次更新|更新(?:时间|于)|마지막 (?:업데이트|수정)|최종 (?:수정|갱신))[^\d\n]{0,30}?((?:\d|[A-Z][a-z]{2})[^\n<|]{4,40})/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** Text at the end of a page in which its time may be told. */
const FOOTER_CHARS = 600
const SAID_LIMIT = 20

/** When the page was last changed, in the form of RFC 3339; null: it does not say. */
export function pageTime(head: PageHead, index: PageIndex): string | null {
  const found: string[] = []
  const said: string[] = []
  for (const element of index.timed) {
    const { name, attributes } = element
    const machine = attributes['datetime']
    if (name === 'time') {
      const isChange =
        attributes['itemprop'] === 'dateModified' || ancestor(element, isMarked) !== null || isMarked(element)
      if (isChange && machine) found.push(machine)
    } else if (isMarked(element) && machine) found.push(machine)
    else if (said.length < SAID_LIMIT) said.push(lineOf(element).slice(0, FOOTER_CHARS))
  }
  for (const text of [...found, ...head.times]) {
    const time = parseTime(text)
    if (time !== null) return time
  }
  for (const text of said) {
    const time = parseTime(SAID.exec(text)?.[1] ?? text)
    if (time !== null) return time
  }
  return null
}

function isMarked(element: HtmlElement): boolean {
  return element.classes.some((one) => MARKED.test(one)) || MARKED.test(element.id ?? '')
}

/** Reads a time as generators write it: RFC 3339 and what people read in English, Chinese and Korean. */
export function parseTime(text: string): string | null {
  const trimmed = text.trim().replace(/(?<![.\s])[.\s]+$/, '')
  const direct = parseUpdated(trimmed.replace(/ UTC$/, 'Z').replace(/ ([+-]\d{4})$/, '$1'))
  if (direct !== null) return direct
  const numbers = /(\d{4})\s*[-/.年년]\s*(\d{1,2})\s*[-/.月월]\s*(\d{1,2})/.exec(trimmed)
  if (numbers !== null) return date(numbers[1], Number(numbers[2]), numbers[3])
  const monthFirst = /\b([A-Z][a-z]{2})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/.exec(trimmed)
  if (monthFirst !== null) return date(monthFirst[3], month(monthFirst[1]), monthFirst[2])
  const dayFirst = /\b(\d{1,2})(?:st|nd|rd|th)?\s+([A-Z][a-z]{2})[a-z]*\.?,?\s+(\d{4})/.exec(trimmed)
  return dayFirst === null ? null : date(dayFirst[3], month(dayFirst[2]), dayFirst[1])
}

function month(name: string | undefined): number {
  return MONTHS.indexOf((name ?? '').toLowerCase()) + 1
}

function date(year: string | undefined, monthNumber: number, day: string | undefined): string | null {
  return parseUpdated(`${year}-${String(monthNumber).padStart(2, '0')}-${(day ?? '').padStart(2, '0')}`)
}
