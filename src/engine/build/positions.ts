import { SECTION_END, type Collection } from './collect.ts'
import { RERANK } from '../index/scoring.ts'

/** Positions have 16 bits. Text behind the last position is searched but does not take part in the rerank. */
const LAST_POSITION = 65_535
/** Limit of position bytes for one posting: the first dozens of positions are sufficient. */
const MAX_POSTING_BYTES = 128

/** Positions of the terms in the pages of a partition. */
export interface Positions {
  /** The bytes of the i-th row of postings are [starts[i], starts[i + 1]). */
  readonly starts: Uint32Array
  /** Position bytes in the format of `positionBytes` of the index (`layout.ts`). */
  readonly bytes: Uint8Array
  /** End position of each section of a page. */
  readonly sectionStarts: Uint32Array
  readonly sections: Uint16Array
}

/**
 * Encodes positions for the closeness signals. A position is the number of a token in the page, counted from 1, with a gap after
 * every section.
 *
 * @param slots Posting of each entry of the collection.
 */
export function encodePositions(
  collection: Collection,
  slots: Uint32Array,
  postingStarts: Uint32Array,
  termCount: number,
): Positions {
  const { pageCount, entryTerm, entryPage, sequence, sequenceStarts } = collection
  const slotOfTerm = new Uint32Array(termCount)
  const lastPosition = new Uint16Array(slots.length)
  const sizes = new Uint8Array(slots.length)
  const sectionStarts = new Uint32Array(pageCount + 1)
  const sections: number[] = []

  walk(
    (slot, position) => {
      const size = sizeOf(position - lastPosition[slot]!)
      if (sizes[slot]! + size > MAX_POSTING_BYTES) return
      sizes[slot]! += size
      lastPosition[slot] = position
    },
    (page, position) => {
      sections.push(Math.min(position, LAST_POSITION))
      sectionStarts[page + 1] = sections.length
    },
  )
  for (let page = 0; page < pageCount; page++) {
    sectionStarts[page + 1] = Math.max(sectionStarts[page]!, sectionStarts[page + 1]!)
  }

  const cursors = new Uint32Array(slots.length)
  const starts = new Uint32Array(postingStarts.length)
  let total = 0
  for (let row = 0; row + 1 < postingStarts.length; row++) {
    for (let slot = postingStarts[row]!; slot < postingStarts[row + 1]!; slot++) {
      cursors[slot] = total
      // A posting without positions takes a single byte.
      total += Math.max(1, sizes[slot]!)
    }
    starts[row + 1] = total
  }
  const bytes = new Uint8Array(total)
  for (let slot = 0; slot < slots.length; slot++) if (sizes[slot] === 0) bytes[cursors[slot]!] = 1
  lastPosition.fill(0)
  walk(
    (slot, position) => {
      const distance = position - lastPosition[slot]!
      const size = sizeOf(distance)
      if (sizes[slot]! < size) return
      sizes[slot]! -= size
      lastPosition[slot] = position
      let rest = distance * 2 + (sizes[slot] === 0 ? 1 : 0)
      for (; rest > 127; rest >>>= 7) bytes[cursors[slot]!++] = (rest & 127) | 128
      bytes[cursors[slot]!++] = rest
    },
    () => {},
  )
  return { starts, bytes, sectionStarts, sections: Uint16Array.from(sections) }

  function walk(
    onToken: (slot: number, position: number) => void,
    onSectionEnd: (page: number, position: number) => void,
  ): void {
    let entry = 0
    for (let page = 0; page < pageCount; page++) {
      for (; entry < entryTerm.length && entryPage[entry] === page; entry++) {
        slotOfTerm[entryTerm[entry]!] = slots[entry]!
      }
      let position = 0
      for (let i = sequenceStarts[page]!; i < sequenceStarts[page + 1]!; i++) {
        const term = sequence[i]!
        if (term === SECTION_END) {
          onSectionEnd(page, position)
          position += RERANK.sectionGap
        } else if (++position < LAST_POSITION && term >= 0) {
          onToken(slotOfTerm[term]!, position)
        }
      }
    }
  }
}

/** Byte length of a distance as a varint, including the bit that marks the last one. */
function sizeOf(distance: number): number {
  return distance < 64 ? 1 : distance < 8192 ? 2 : 3
}
