import { LRUCache } from 'lru-cache'
import { codeBlocks, type PlacedCode } from '../../docs/model/code-blocks.ts'
import type { FoundCode, ReadCode } from '../../engine/query/found.ts'
import { blocksOfRecord, fromPageRecord } from '../../generation/records/page-record.ts'
import type { RecordStore } from '../../generation/records/record-store.ts'
import type { Locale } from '../../shared/locale.ts'

/** Kept code of one generation in one worker, in UTF-16 code units. */
const CACHE_LIMIT_UNITS = 4 * 1024 * 1024
/** Code of a longer page comes from its beginning, like extracts. */
const TEXT_LIMIT_UNITS = 64 * 1024
/** What a block counts in the cache beside its text. */
const BLOCK_UNITS = 128
/** Blocks of one page in an answer, and the most text of each. */
const BLOCKS_SHOWN = 8
const CODE_UNITS = 4_000
/** Words of the text before a block and of its headings say less of it than its own. */
const CONTEXT_SHARE = 0.8

/** Makes the reader of code on pages. */
export function createCodeReader(pages: ReadonlyMap<Locale, RecordStore>): ReadCode {
  const cache = new LRUCache<string, readonly PlacedCode[]>({
    maxSize: CACHE_LIMIT_UNITS,
    sizeCalculation: (blocks) =>
      blocks.reduce((sum, { before, code }) => sum + before.length + code.text.length + BLOCK_UNITS, BLOCK_UNITS),
  })
  return (locale, path, worth) => {
    const key = `${locale}/${path}`
    const known = cache.get(key)
    const blocks = known ?? readCode(pages.get(locale), path)
    if (known === undefined) cache.set(key, blocks)
    return blocks
      .map(({ anchor, before, code, headings }): FoundCode => {
        const { language, title } = code
        const text = code.text.length > CODE_UNITS ? `${code.text.slice(0, CODE_UNITS)}\n…` : code.text
        const own = worth(`${title ?? ''}\n${text}`)
        const context = worth(`${before}\n${headings.join('\n')}`)
        return { language, title, text, before, headings, anchor, worth: own + CONTEXT_SHARE * context }
      })
      .filter((found) => found.worth > 0)
      .toSorted((a, b) => b.worth - a.worth)
      .slice(0, BLOCKS_SHOWN)
  }
}

function readCode(store: RecordStore | undefined, path: string): readonly PlacedCode[] {
  const index = store?.find(path) ?? -1
  if (store === undefined || index === -1) return []
  const record = store.readSync(index)
  return codeBlocks(blocksOfRecord(record, TEXT_LIMIT_UNITS), fromPageRecord(record).title)
}
