import { codeBlocks, type PlacedCode } from '../../docs/model/code-blocks.ts'
import type { FoundCode, ReadCode } from '../../engine/query/found.ts'
import { blocksOfRecord, fromPageRecord } from '../../generation/records/page-record.ts'
import type { RecordStore } from '../../generation/records/record-store.ts'
import type { Locale } from '../../shared/locale.ts'
import { beginning } from '../../shared/words.ts'
import { rememberPages, TEXT_LIMIT_UNITS } from './page-memory.ts'

/** Kept code of one generation in one worker, in UTF-16 code units. */
const CACHE_LIMIT_UNITS = 4 * 1024 * 1024
/** What a block counts in the cache beside its text. */
const BLOCK_UNITS = 128
/** Blocks of one page in an answer, and the most text of each. */
const BLOCKS_SHOWN = 8
const CODE_UNITS = 4_000
/** Words of the text before a block and of its headings say less of it than its own. */
const CONTEXT_SHARE = 0.8

/** Makes the reader of code on pages. */
export function createCodeReader(pages: ReadonlyMap<Locale, RecordStore>): ReadCode {
  const codeOf = rememberPages<readonly PlacedCode[]>({
    pages,
    limitUnits: CACHE_LIMIT_UNITS,
    sizeOf: (blocks) =>
      blocks.reduce((sum, { before, code }) => sum + before.length + code.text.length + BLOCK_UNITS, BLOCK_UNITS),
    read: (record) => codeBlocks(blocksOfRecord(record, TEXT_LIMIT_UNITS), fromPageRecord(record).title),
  })
  return (locale, path, worth) =>
    (codeOf(locale, path) ?? [])
      .map(({ anchor, before, code, headings }): FoundCode => {
        const { language, title } = code
        const text = code.text.length > CODE_UNITS ? `${beginning(code.text, CODE_UNITS)}\n…` : code.text
        const own = worth(`${title ?? ''}\n${text}`)
        const context = worth(`${before}\n${headings.join('\n')}`)
        return { language, title, text, before, headings, anchor, worth: own + CONTEXT_SHARE * context }
      })
      .filter((found) => found.worth > 0)
      .toSorted((a, b) => b.worth - a.worth)
      .slice(0, BLOCKS_SHOWN)
}
