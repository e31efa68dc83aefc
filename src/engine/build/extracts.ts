import type { SearchDocument } from '../index/document.ts'
import {
  ALIGNMENT,
  EXTRACTS_MAGIC,
  EXTRACTS_VERSION,
  HEADING_WEIGHT_STEPS,
  NO_TERM,
  PAGE_NUMBERS,
  SECTION,
  SECTION_NUMBERS,
  TRAILER_BYTES,
} from '../index/extracts.ts'
import { idfOf, openIndex, type SearchIndex } from '../index/open.ts'
import { addAll, createIndexBuilder, inOrder, type BuildOptions, type LoggedShard } from './build.ts'
import { append, bytesOf } from './extract-draft.ts'
import { ensure, growableInt32, growableUint8, type Growable } from './growable.ts'
import { createSectionLabels } from './section-labels.ts'
import type { CollectShard } from './shard.ts'

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
  const index = addAll(pages, createIndexBuilder(options, log, collect), options)
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
  let page = 0
  for (const { drafts, numbers, pageCount } of log) {
    const ofShard = drafts()
    for (let i = 0; i < pageCount; i++, page++) {
      write(pages[page]!, ofShard[i]!, numbers, chunk)
      starts[page + 1] = (written + chunk.length) / ALIGNMENT
      if (chunk.length < CHUNK_BYTES) continue
      onStep()
      yield chunk.data.subarray(0, chunk.length)
      written += chunk.length
      chunk.length = 0
    }
  }
  yield chunk.data.subarray(0, chunk.length)
  yield new Uint8Array(starts.buffer)
  const trailer = Uint32Array.of(EXTRACTS_MAGIC, EXTRACTS_VERSION, index.pageCount, 0)
  yield new Uint8Array(trailer.buffer, 0, TRAILER_BYTES)
}

/** Makes what appends the extract of one page, from its draft and the terms of the index by those of its shard. */
function createPageWriter(
  index: SearchIndex,
): (document: SearchDocument, draft: Uint8Array, numbers: Uint32Array, out: Growable<Uint8Array>) => void {
  const addLabels = createSectionLabels(index)
  const head = growableInt32()
  const sections = growableInt32()
  const entries = growableInt32()
  const positioned = growableInt32()
  const labels = growableInt32()

  return ({ sectionTexts, sections: all }, draft, numbers, out) => {
    let at = read(draft, 0, head, PAGE_NUMBERS)
    const [sectionCount = 0, entryCount = 0, , , titleEntries = 0] = head.data
    at = read(draft, at, sections, (sectionCount + 1) * SECTION_NUMBERS)
    at = read(draft, at, entries, entryCount)
    at = read(draft, at, positioned, Math.ceil(entryCount / 32))
    for (let i = 0; i < entryCount; i++) {
      const entry = entries.data[i]!
      const term = entry >>> 8
      if (term !== NO_TERM) entries.data[i] = (Math.min(NO_TERM, numbers[term]!) << 8) | (entry & 0xff)
    }
    head.data[6] = weightOf(0, titleEntries)
    // Positions are those of sections.
    for (let i = 0; i < titleEntries; i++) positioned.data[i >> 5]! &= ~(1 << (i & 31))
    labels.length = 0
    for (let section = 0; section < sectionCount; section++) {
      const first = section * SECTION_NUMBERS
      const [from, to] = [sections.data[first + SECTION.headingEntry]!, sections.data[first + SECTION.textEntry]!]
      sections.data[first + SECTION.headingWeight] = weightOf(from, to)
      const { anchor } = all[section]!
      const texts = sectionTexts?.get(anchor) ?? []
      addLabels({ section, anchor, texts, heading: entries.data.subarray(from, to) }, labels)
    }
    head.data[7] = labels.length
    for (const list of [head, sections, labels, entries, positioned]) append(out, bytesOf(list.data, list.length))
    append(out, draft.subarray(at))
    const end = Math.ceil(out.length / ALIGNMENT) * ALIGNMENT
    ensure(out, end)
    out.data.fill(0, out.length, end)
    out.length = end
  }

  /** Σ idf of the words among some entries that have positions, in HEADING_WEIGHT_STEPS. */
  function weightOf(from: number, to: number): number {
    let weight = 0
    for (let i = from; i < to; i++) {
      const term = entries.data[i]! >>> 8
      if ((positioned.data[i >> 5]! >> (i & 31)) & 1 && term < NO_TERM) weight += idfOf(index, term)
    }
    return Math.round(weight * HEADING_WEIGHT_STEPS)
  }
}

/** Reads numbers of a draft, which may begin at any byte. @returns where they end */
function read(draft: Uint8Array, at: number, into: Growable<Int32Array>, count: number): number {
  ensure(into, count)
  into.length = count
  bytesOf(into.data, count).set(draft.subarray(at, at + count * 4))
  return at + count * 4
}
