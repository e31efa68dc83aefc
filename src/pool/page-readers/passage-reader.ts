import { dropAddresses, sectionBlocks } from '../../docs/model/section-blocks.ts'
import { toMarkdown } from '../../docs/model/to-markdown.ts'
import type { ReadPassage } from '../../engine/query/found.ts'
import { blocksOfRecord } from '../../generation/records/page-record.ts'
import type { RecordStore, StoredRecord } from '../../generation/records/record-store.ts'
import type { Locale } from '../../shared/locale.ts'
import { beginning } from '../../shared/words.ts'
import { rememberPages, TEXT_LIMIT_UNITS } from './page-memory.ts'

/** Kept Markdown of one generation in one worker, in UTF-16 code units. */
const CACHE_LIMIT_UNITS = 8 * 1024 * 1024
/** What a part counts in the cache beside its text. */
const PART_UNITS = 64
/** Most text of one passage. */
const PASSAGE_UNITS = 2_000

/** Blocks of one section as Markdown, in their order. */
type Parts = readonly string[]

/** Makes the reader of passages: sections of pages as Markdown, with neither headings nor addresses. */
export function createPassageReader(pages: ReadonlyMap<Locale, RecordStore>): ReadPassage {
  const partsOf = rememberPages<ReadonlyMap<string, Parts>>({
    pages,
    limitUnits: CACHE_LIMIT_UNITS,
    sizeOf: (sections) =>
      [...sections.values()].flat().reduce((sum, { length }) => sum + length + PART_UNITS, PART_UNITS),
    read: readParts,
  })
  return (locale, path, anchor, worth) => bestPart(partsOf(locale, path)?.get(anchor) ?? [], worth)
}

function readParts(record: StoredRecord): ReadonlyMap<string, Parts> {
  const blocks = blocksOfRecord(record, TEXT_LIMIT_UNITS)
  dropAddresses(blocks)
  const sections = [...sectionBlocks(blocks)].map(([anchor, some]): [string, Parts] => {
    return [anchor, some.map((block) => toMarkdown([block]).trimEnd()).filter((text) => text !== '')]
  })
  return new Map(sections)
}

/** A section in full, or around the part of it with the most worth. */
function bestPart(parts: Parts, worth: (text: string) => number): string {
  const whole = parts.join('\n\n')
  if (whole.length <= PASSAGE_UNITS) return whole
  let best = 0
  let most = -1
  parts.forEach((part, number) => {
    const value = worth(part)
    if (value > most) [best, most] = [number, value]
  })
  // What stands before the best part often introduces it.
  let first = best
  let units = parts[best]!.length
  while (first > 0 && units + parts[first - 1]!.length <= PASSAGE_UNITS / 2) units += parts[--first]!.length
  if (units > PASSAGE_UNITS) return cutLines(parts[best]!, worth)
  let end = best + 1
  while (end < parts.length && units + parts[end]!.length <= PASSAGE_UNITS) units += parts[end++]!.length
  return `${first > 0 ? '…\n\n' : ''}${parts.slice(first, end).join('\n\n')}${end < parts.length ? '\n\n…' : ''}`
}

/** The lines of a long block around the one with the most worth. A fence stays a fence, and a table keeps its header. */
function cutLines(part: string, worth: (text: string) => number): string {
  const lines = part.split('\n')
  const fence = /^`{3,}/.exec(part)?.[0] ?? null
  const head = lines.slice(0, fence !== null ? 1 : part.startsWith('|') ? 2 : 0)
  const body = fence === null ? lines.slice(head.length) : lines.slice(1, -1)
  let best = 0
  let most = -1
  body.forEach((line, number) => {
    const value = worth(line)
    if (value > most) [best, most] = [number, value]
  })
  // Lines before the best one have a quarter at most, and never its own room.
  const room = Math.min(PASSAGE_UNITS / 4, PASSAGE_UNITS - body[best]!.length)
  let units = 0
  let first = best
  while (first > 0 && units + body[first - 1]!.length < room) units += body[--first]!.length + 1
  let last = best
  units += body[best]!.length
  while (last + 1 < body.length && units + body[last + 1]!.length < PASSAGE_UNITS) units += body[++last]!.length + 1
  const shown = body.slice(first, last + 1).map((line) => beginning(line, PASSAGE_UNITS))
  const before = first > 0 ? ['…'] : []
  const after = last + 1 < body.length ? ['…'] : []
  return [...head, ...before, ...shown, ...after, ...(fence === null ? [] : [fence])].join('\n')
}
