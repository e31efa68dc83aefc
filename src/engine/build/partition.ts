import type { Collection } from './collect.ts'
import type { CollectedLabels } from './labels.ts'
import { buildDisplay, type Display, type PageHead } from '../index/display.ts'
import { ensure } from './growable.ts'
import { encodePositions, type Positions } from './positions.ts'
import { BODY, FIELD_COUNT } from '../index/scoring.ts'
import type { TermStatistics } from './term-statistics.ts'
import { buildTitles, type Titles } from './titles.ts'

/**
 * One partition of an index under construction, in compact form. The impacts of its postings are computed later, when all
 * partitions exist. Terms still have their vocabulary numbers.
 */
export interface Partition {
  readonly pageCount: number
  readonly fieldLengths: Int32Array
  /** Terms of the partition; the postings and bytes of the i-th are [starts[i], starts[i + 1]). */
  readonly rowTerms: Uint32Array
  readonly postingStarts: Uint32Array
  readonly countStarts: Uint32Array
  readonly pages: Uint16Array
  /**
   * Counts of each posting. One byte from 1 to 127 is the count in the body of a term that occurs in no other field. Otherwise the
   * byte is COUNTS_OF plus a bit for each field with the term, and one byte for each of these fields follows.
   */
  readonly counts: Uint8Array
  readonly positions: Positions
  readonly titles: Titles
  readonly display: Display
  readonly labels: CollectedLabels
}

export const COUNTS_OF = 128
const BODY_ALONE = 1 << BODY

/** Sorts the collected entries by term, and adds their counts to the statistics. */
export function buildPartition(
  collection: Collection,
  heads: readonly PageHead[],
  labels: CollectedLabels,
  termCount: number,
  statistics: TermStatistics,
): Partition {
  const { entryTerm, entryPage, entryCounts, pageCount, titleTerms } = collection
  ensure(statistics.pages, termCount)
  ensure(statistics.fieldPages, termCount * FIELD_COUNT)
  ensure(statistics.inTitle, termCount)
  for (let i = 0; i < titleTerms.length; i++) statistics.inTitle.data[titleTerms[i]!] = 1

  // Entries arrive page by page, so a counting sort by term leaves the pages of each term ascending.
  const next = new Uint32Array(termCount + 1)
  for (let entry = 0; entry < entryTerm.length; entry++) next[entryTerm[entry]! + 1]!++
  let rowCount = 0
  for (let term = 0; term < termCount; term++) {
    if (next[term + 1]! > 0) rowCount++
    statistics.pages.data[term]! += next[term + 1]!
    next[term + 1]! += next[term]!
  }
  const rowTerms = new Uint32Array(rowCount)
  const postingStarts = new Uint32Array(rowCount + 1)
  for (let term = 0, row = 0; term < termCount; term++) {
    if (next[term] === next[term + 1]) continue
    rowTerms[row++] = term
    postingStarts[row] = next[term + 1]!
  }
  const slots = new Uint32Array(entryTerm.length)
  const entries = new Uint32Array(entryTerm.length)
  const pages = new Uint16Array(entryTerm.length)
  for (let entry = 0; entry < entryTerm.length; entry++) {
    const slot = next[entryTerm[entry]!]!++
    slots[entry] = slot
    entries[slot] = entry
    pages[slot] = entryPage[entry]!
  }
  return {
    pageCount,
    fieldLengths: collection.fieldLengths.slice(),
    rowTerms,
    postingStarts,
    pages,
    ...encodeCounts(rowTerms, postingStarts, entries, entryCounts, statistics),
    positions: encodePositions(collection, slots, postingStarts, termCount),
    titles: buildTitles(heads, collection),
    display: buildDisplay(heads),
    labels,
  }
}

function encodeCounts(
  rowTerms: Uint32Array,
  postingStarts: Uint32Array,
  entries: Uint32Array,
  entryCounts: Uint8Array,
  statistics: TermStatistics,
): Pick<Partition, 'countStarts' | 'counts'> {
  const countStarts = new Uint32Array(rowTerms.length + 1)
  const bytes = new Uint8Array(entries.length * (FIELD_COUNT + 1))
  const fieldPages = statistics.fieldPages.data
  let at = 0
  for (let row = 0; row < rowTerms.length; row++) {
    const ofTerm = rowTerms[row]! * FIELD_COUNT
    for (let slot = postingStarts[row]!; slot < postingStarts[row + 1]!; slot++) {
      const counts = entries[slot]! * FIELD_COUNT
      const first = at++
      let mask = 0
      for (let field = 0; field < FIELD_COUNT; field++) {
        const count = entryCounts[counts + field]!
        if (count === 0) continue
        mask |= 1 << field
        bytes[at++] = count
        fieldPages[ofTerm + field]!++
      }
      if (mask === BODY_ALONE && bytes[first + 1]! < COUNTS_OF) {
        bytes[first] = bytes[first + 1]!
        at = first + 1
      } else {
        bytes[first] = COUNTS_OF | mask
      }
    }
    countStarts[row + 1] = at
  }
  return { countStarts, counts: bytes.slice(0, at) }
}
