import { createCollector, growCollection, type Collection } from './collect.ts'
import { ensure, type Growable } from './growable.ts'
import type { SearchDocument } from '../index/document.ts'
import { PARTITION_PAGES } from '../index/layout.ts'
import { hashText } from '../text/hash.ts'
import { createExtractDrafts } from './extract-draft.ts'
import { createTokenLog, readTokens } from './token-log.ts'
import { createVocabulary, createWordForms, type SurfaceForms, type Vocabulary } from './vocabulary.ts'

/** About so many pages are collected together, and at most four times as many. */
const SHARD_PAGES = 128
const MOST_SHARD_PAGES = 4 * SHARD_PAGES

/**
 * What consecutive pages add to an index, with numbers of its own for terms and surface forms. It depends on these pages alone, so
 * that it can be made in another thread, and kept until one of them changes.
 */
export interface Shard {
  readonly collection: Collection
  readonly termTexts: readonly string[]
  readonly surfaces: SurfaceForms
  /** Drafts of the extracts of its pages (`extract-draft.ts`). It is asked once, when the index is finished; empty without any. */
  readonly drafts: () => readonly Uint8Array[]
}

export type CollectShard = (pages: readonly SearchDocument[]) => Shard

/**
 * Makes what collects shards. A shard is valid until the next one, but for its drafts.
 * @param isShown whether extracts are made of the pages
 */
export function createShardCollector(isShown: boolean): CollectShard {
  const forms = createWordForms()
  const collector = createCollector()
  const log = createTokenLog()
  const draftOf = createExtractDrafts()
  return (pages) => {
    const vocabulary = createVocabulary(forms)
    const drafts: Uint8Array[] = []
    for (const page of pages) {
      collector.add(page, vocabulary, log)
      const tokens = log.takePage()
      if (isShown) drafts.push(draftOf(page, readTokens(tokens)))
    }
    const { surfaces, termTexts } = vocabulary
    return { collection: collector.take(), termTexts, surfaces, drafts: () => drafts }
  }
}

/** Whether a shard ends with a page: by its path, so that a new page moves no other shard. */
export function endsShard(path: string, pageCount: number): boolean {
  return pageCount >= MOST_SHARD_PAGES || hashText(path) % SHARD_PAGES === 0
}

/** The shards of pages in order, as the builder of an index divides them. */
export function shardsOf<T extends Pick<SearchDocument, 'path'>>(pages: readonly T[]): T[][] {
  const shards: T[][] = []
  let shard: T[] = []
  for (const [number, page] of pages.entries()) {
    shard.push(page)
    if (!endsShard(page.path, shard.length) && (number + 1) % PARTITION_PAGES !== 0) continue
    shards.push(shard)
    shard = []
  }
  return shard.length === 0 ? shards : [...shards, shard]
}

/** Joins shards, whose terms get the numbers of one vocabulary. */
export interface ShardJoiner {
  /** @returns for each term of the shard its number in the vocabulary */
  add(shard: Shard): Uint32Array
  /** Returns what was added since the last call. The result is valid until more is added. */
  take(): Collection
}

export function createShardJoiner(vocabulary: Vocabulary): ShardJoiner {
  const grown = growCollection()
  const { entryCounts, entryPage, entryTerm, fieldLengths, sequence, sequenceStarts, titleStarts, titleTerms } = grown
  let pageCount = 0

  return {
    add({ collection, surfaces, termTexts }) {
      const numbers = Uint32Array.from(termTexts, (text) => vocabulary.termOf(text))
      joinSurfaces(surfaces, termTexts)
      append(titleStarts, collection.titleStarts.subarray(0, collection.pageCount), titleTerms.length)
      append(sequenceStarts, collection.sequenceStarts.subarray(0, collection.pageCount), sequence.length)
      append(entryPage, collection.entryPage, pageCount)
      append(fieldLengths, collection.fieldLengths, 0)
      appendTerms(entryTerm, collection.entryTerm, numbers)
      appendTerms(titleTerms, collection.titleTerms, numbers)
      appendTerms(sequence, collection.sequence, numbers)
      const at = entryCounts.length
      entryCounts.length += collection.entryCounts.length
      ensure(entryCounts, entryCounts.length)
      entryCounts.data.set(collection.entryCounts, at)
      pageCount += collection.pageCount
      return numbers
    },
    take() {
      const collection = grown.take(pageCount)
      pageCount = 0
      return collection
    },
  }

  function joinSurfaces(surfaces: SurfaceForms, termTexts: readonly string[]): void {
    const { inTitle, pageCounts } = vocabulary.surfaces
    surfaces.texts.forEach((text, i) => {
      const surface = vocabulary.surfaceOf(text, termTexts[surfaces.terms[i]!]!)
      pageCounts[surface]! += surfaces.pageCounts[i]!
      if (surfaces.inTitle[i] === 1) inTitle[surface] = 1
    })
  }
}

function append(out: Growable<Int32Array>, numbers: Int32Array, offset: number): void {
  const at = out.length
  out.length += numbers.length
  ensure(out, out.length)
  const { data } = out
  for (let i = 0; i < numbers.length; i++) data[at + i] = numbers[i]! + offset
}

/** Appends terms by their numbers in the vocabulary. Marks, which are negative, stay. */
function appendTerms(out: Growable<Int32Array>, terms: Int32Array, numbers: Uint32Array): void {
  const at = out.length
  out.length += terms.length
  ensure(out, out.length)
  const { data } = out
  for (let i = 0; i < terms.length; i++) {
    const term = terms[i]!
    data[at + i] = term < 0 ? term : numbers[term]!
  }
}
