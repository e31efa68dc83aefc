import { SECTION_END, type Collection } from './collect.ts'
import type { IndexArrays } from './layout.ts'
import { RERANK } from './scoring.ts'

/** Positions are kept in 16 bits; what stands behind the last one is searched, but does not take part in the rerank. */
const LAST_POSITION = 65_535
/** Bytes of positions that one posting may have: the first few dozen places tell enough. */
const MAX_POSTING_BYTES = 64
/** Postings that share one offset; within such a block the sizes are added up. */
export const POSITION_BLOCK = 64

type PositionArrays = Pick<
  IndexArrays,
  'positionBlocks' | 'positionSizes' | 'positionBytes' | 'sectionStarts' | 'sectionPositions'
>

/**
 * Where in each page each term stands, for signals of closeness. A position is a token's number in the page, with a gap
 * after every section; a posting's positions are varints, each the distance from the one before.
 *
 * @param slots by entry of the collection: the posting that it became
 */
export function buildPositions(collection: Collection, slots: Uint32Array): PositionArrays {
  const { pageCount, entryTerm, entryPage, sequence, sequenceStarts } = collection
  const slotOfTerm = new Uint32Array(collection.termTexts.length)
  const lastPosition = new Uint16Array(slots.length)
  const positionSizes = new Uint8Array(slots.length)
  const sectionStarts = new Uint32Array(pageCount + 1)
  const sections: number[] = []

  walk(
    (slot, position) => {
      const size = position - lastPosition[slot]! < 128 ? 1 : position - lastPosition[slot]! < 16_384 ? 2 : 3
      if (positionSizes[slot]! + size > MAX_POSTING_BYTES) return
      positionSizes[slot]! += size
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

  const positionBlocks = new Uint32Array(Math.ceil(slots.length / POSITION_BLOCK) + 1)
  const cursor = new Uint32Array(slots.length)
  let total = 0
  for (let slot = 0; slot < slots.length; slot++) {
    if (slot % POSITION_BLOCK === 0) positionBlocks[slot / POSITION_BLOCK] = total
    cursor[slot] = total
    total += positionSizes[slot]!
  }
  const positionBytes = new Uint8Array(total)
  const filled = new Uint8Array(slots.length)
  lastPosition.fill(0)
  walk(
    (slot, position) => {
      let distance = position - lastPosition[slot]!
      const size = distance < 128 ? 1 : distance < 16_384 ? 2 : 3
      if (filled[slot]! + size > positionSizes[slot]!) return
      filled[slot]! += size
      lastPosition[slot] = position
      while (distance > 127) {
        positionBytes[cursor[slot]!++] = (distance & 127) | 128
        distance >>>= 7
      }
      positionBytes[cursor[slot]!++] = distance
    },
    () => {},
  )
  return { positionBlocks, positionSizes, positionBytes, sectionStarts, sectionPositions: Uint16Array.from(sections) }

  function walk(
    onToken: (slot: number, position: number) => void,
    onSectionEnd: (page: number, position: number) => void,
  ): void {
    let entry = 0
    for (let page = 0; page < pageCount; page++) {
      for (; entry < entryTerm.length && entryPage.data[entry] === page; entry++) {
        slotOfTerm[entryTerm.data[entry]!] = slots[entry]!
      }
      let position = 0
      for (let i = sequenceStarts[page]!; i < sequenceStarts[page + 1]!; i++) {
        const term = sequence.data[i]!
        if (term === SECTION_END) {
          onSectionEnd(page, position)
          position += RERANK.sectionGap
        } else if (++position < LAST_POSITION) {
          onToken(slotOfTerm[term]!, position)
        }
      }
    }
  }
}
