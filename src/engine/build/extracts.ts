import type { SearchDocument } from '../index/document.ts'
import {
  ALIGNMENT,
  EXTRACTS_MAGIC,
  EXTRACTS_VERSION,
  HIDDEN,
  NO_PARENT,
  PAGE_NUMBERS,
  TRAILER_BYTES,
} from '../index/extracts.ts'
import { openIndex, type SearchIndex } from '../index/open.ts'
import { createExtractTexts } from './extract-text.ts'
import { addAll, createIndexBuilder, inOrder, type BuildOptions, type LoggedShard } from './build.ts'
import { ensure, growableInt32, growableUint8, push, type Growable } from './growable.ts'
import { addSectionLabels } from './section-labels.ts'
import type { CollectShard } from './shard.ts'
import { readTokens, type TokenReader } from './token-log.ts'

/** Text of a page of which extracts are made. What stands behind it is found, and shown by none. */
const PAGE_UNITS = 256 * 1024
/** Sections of a page, whose numbers have 16 bits. */
const PAGE_SECTIONS = HIDDEN
/** Pages are written together, since each step of a writer costs. */
const CHUNK_BYTES = 1 << 20

/**
 * Builds the index of pages, given in any order, and what writes their extracts (`src/engine/index/extracts.ts`): once, in chunks that are
 * valid until the next one. Throws the same errors as `IndexBuilder`.
 */
export function buildWithExtracts(
  documents: readonly SearchDocument[],
  options: BuildOptions,
  collect?: CollectShard,
): { readonly index: SharedArrayBuffer; readonly extracts: (onStep?: () => void) => Iterable<Uint8Array> } {
  const pages = inOrder(documents)
  const log: LoggedShard[] = []
  const index = addAll(pages, createIndexBuilder(options, collect, log), options)
  return { index, extracts: (onStep = () => {}) => writeExtracts(openIndex(index), pages, log, onStep) }
}

function* writeExtracts(
  index: SearchIndex,
  pages: readonly SearchDocument[],
  log: readonly LoggedShard[],
  onStep: () => void,
): Generator<Uint8Array> {
  const write = createPageWriter(index)
  const starts = new Uint32Array(index.pageCount + 1)
  const chunk = growableUint8(CHUNK_BYTES)
  let written = 0
  const tokens = log.flatMap(({ numbers, tokens }) => tokens.map((bytes) => ({ bytes, numbers })))
  for (const [page, document] of pages.entries()) {
    const { bytes, numbers } = tokens[page]!
    write(document, readTokens(bytes, numbers), chunk)
    starts[page + 1] = (written + chunk.length) / ALIGNMENT
    if (chunk.length < CHUNK_BYTES) continue
    onStep()
    yield chunk.data.subarray(0, chunk.length)
    written += chunk.length
    chunk.length = 0
  }
  yield chunk.data.subarray(0, chunk.length)
  yield new Uint8Array(starts.buffer)
  const trailer = Uint32Array.of(EXTRACTS_MAGIC, EXTRACTS_VERSION, index.pageCount, 0)
  yield new Uint8Array(trailer.buffer, 0, TRAILER_BYTES)
}

/** Makes what appends the extract of one page. */
function createPageWriter(
  index: SearchIndex,
): (document: SearchDocument, tokens: TokenReader, out: Growable<Uint8Array>) => void {
  const texts = createExtractTexts(index)
  const { entries, gapBytes, gapUnits, positioned, text } = texts
  const sections = growableInt32()
  const labels = growableInt32()
  const names = growableUint8()

  return ({ sectionTexts, sections: all, title }, tokens, out) => {
    texts.clear()
    sections.length = 0
    labels.length = 0
    names.length = 0
    const titleWeight = texts.addTitle(title, tokens)
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
      numbers[7] = texts.addHeading(heading, tokens)
      const isHidden = heading !== '' && anchor === '' && whole === ''
      numbers[6] = Math.min(0xffff, texts.positions - before) | ((isHidden ? HIDDEN : parents[sectionCount]!) << 16)
      numbers[1] = entries.length
      const linked = sectionTexts?.get(anchor) ?? []
      const words = entries.data.subarray(numbers[0], numbers[1])
      addSectionLabels(index, { section: sectionCount, anchor, texts: linked, heading: words }, labels)
      sectionCount++
      numbers[3] = text.length
      texts.addSection(whole, Math.min(whole.length, unitsLeft), tokens)
      unitsLeft -= heading.length + whole.length
      for (const number of numbers) push(sections, number)
      addName(JSON.stringify(anchor).slice(1, -1))
      addName(encodeURIComponent(anchor.toWellFormed()))
    }
    for (const number of [
      entries.length,
      entries.length,
      text.length,
      text.length,
      names.length,
      texts.positions,
      0,
      0,
    ])
      push(sections, number)
    ensure(positioned, Math.ceil(entries.length / 32))
    positioned.length = Math.ceil(entries.length / 32)
    const head = [sectionCount, entries.length, text.length, names.length, titleEntries, titleBytes, titleWeight]
    head.push(labels.length)
    append(out, bytesOf(Int32Array.from(head), PAGE_NUMBERS))
    for (const list of [sections, labels, entries, positioned]) append(out, bytesOf(list.data, list.length))
    for (const list of [gapBytes, gapUnits, text, names]) append(out, list.data.subarray(0, list.length))
    const end = Math.ceil(out.length / ALIGNMENT) * ALIGNMENT
    ensure(out, end)
    out.data.fill(0, out.length, end)
    out.length = end
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

function bytesOf(numbers: Int32Array, length: number): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, length * 4)
}

function append(out: Growable<Uint8Array>, bytes: Uint8Array): void {
  ensure(out, out.length + bytes.length)
  out.data.set(bytes, out.length)
  out.length += bytes.length
}
