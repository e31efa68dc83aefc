import type { SearchDocument } from '../index/document.ts'
import { HIDDEN, NO_PARENT } from '../index/extracts.ts'
import { createExtractTexts } from './extract-text.ts'
import { ensure, growableInt32, growableUint8, push, take, type Growable } from './growable.ts'
import type { TokenReader } from './token-log.ts'

/** Text of a page of which extracts are made. What stands behind it is found, and shown by none. */
const PAGE_UNITS = 256 * 1024
/** Sections of a page, whose numbers have 16 bits. */
const PAGE_SECTIONS = HIDDEN

/**
 * Makes drafts of the extracts of pages, which depend on the page alone. They are as `src/engine/index/extracts.ts` has them, with
 * the terms of the shard, and without labels and weights. Words of the title that count are marked as positioned.
 */
export function createExtractDrafts(): (document: SearchDocument, tokens: TokenReader) => Uint8Array {
  const texts = createExtractTexts()
  const { entries, gapBytes, gapUnits, positioned, text } = texts
  const sections = growableInt32()
  const names = growableUint8()
  const draft = growableUint8(1 << 16)

  return ({ sections: all, title }, tokens) => {
    texts.clear()
    sections.length = 0
    names.length = 0
    texts.addTitle(title, tokens)
    const titleEntries = entries.length
    const titleBytes = text.length
    const shown = all.slice(0, PAGE_SECTIONS)
    const parents = parentsOf(shown)
    let unitsLeft = PAGE_UNITS
    let sectionCount = 0
    for (const { anchor, heading, text: whole } of shown) {
      if (unitsLeft <= 0) break
      const before = texts.positions
      const numbers = [entries.length, 0, text.length, 0, names.length, before, 0, 0]
      texts.addHeading(heading, tokens)
      const isHidden = heading !== '' && anchor === '' && whole === ''
      numbers[6] = Math.min(0xffff, texts.positions - before) | ((isHidden ? HIDDEN : parents[sectionCount]!) << 16)
      numbers[1] = entries.length
      sectionCount++
      numbers[3] = text.length
      texts.addSection(whole, Math.min(whole.length, unitsLeft), tokens)
      unitsLeft -= heading.length + whole.length
      for (const number of numbers) push(sections, number)
      addName(JSON.stringify(anchor).slice(1, -1))
      addName(encodeURIComponent(anchor.toWellFormed()))
    }
    const ends = [entries.length, entries.length, text.length, text.length, names.length, texts.positions, 0, 0]
    for (const number of ends) push(sections, number)
    ensure(positioned, Math.ceil(entries.length / 32))
    positioned.length = Math.ceil(entries.length / 32)
    const head = [sectionCount, entries.length, text.length, names.length, titleEntries, titleBytes, 0, 0]
    append(draft, bytesOf(Int32Array.from(head), head.length))
    for (const list of [sections, entries, positioned]) append(draft, bytesOf(list.data, list.length))
    for (const list of [gapBytes, gapUnits, text, names]) append(draft, list.data.subarray(0, list.length))
    return take(draft).slice()
  }

  function addName(name: string): void {
    append(names, Buffer.from(`${name}\n`))
  }
}

/** Number of the section under which each section stands. */
function parentsOf(sections: SearchDocument['sections']): number[] {
  const open: number[] = []
  return sections.map(({ level = 0 }, number) => {
    while (open.length > 0 && (sections[open.at(-1)!]!.level ?? 0) >= level) open.pop()
    const parent = open.at(-1) ?? NO_PARENT
    if (level > 0) open.push(number)
    return parent
  })
}

export function bytesOf(numbers: Int32Array, length: number): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, length * 4)
}

export function append(out: Growable<Uint8Array>, bytes: Uint8Array): void {
  ensure(out, out.length + bytes.length)
  out.data.set(bytes, out.length)
  out.length += bytes.length
}
