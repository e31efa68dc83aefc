import type { ContentPage } from '../../docs/content.ts'
import type { Page } from '../../docs/page.ts'
import { readBlockLines } from '../../docs/model/block-lines.ts'
import type { Block } from '../../docs/model/page-model.ts'
import type { NewRecord } from './pack-records.ts'
import type { StoredRecord } from './record-store.ts'

/** Members of a page in the meta of its record, which tells where the Markdown ends and the blocks begin. */
type PageMeta = Omit<Page, 'markdown' | 'siteAddress'> & {
  /** Absent where Signpost is the site. */
  readonly siteAddress?: string
  readonly markdownBytes: number
}

/** A page as a record: its Markdown, then its blocks, each stored and read as it is. All else is meta. */
export function toPageRecord(page: Page & Pick<ContentPage, 'blockLines'>): NewRecord {
  const { locale, path, splash, unlisted, siteAddress, title, description, section, updatedAt, version, editUrl } = page
  const { markdown, blockLines } = page
  const markdownBytes = Buffer.byteLength(markdown)
  const meta: PageMeta = {
    locale,
    path,
    title,
    description,
    section,
    updatedAt,
    markdownBytes,
    ...(unlisted === true ? { unlisted } : {}),
    ...(splash === true ? { splash } : {}),
    ...(siteAddress === null ? {} : { siteAddress }),
    ...(version === undefined ? {} : { version }),
    ...(editUrl === undefined ? {} : { editUrl }),
  }
  return { key: path, meta: JSON.stringify(meta), body: markdown + blockLines }
}

export function fromPageRecord(record: StoredRecord): Page {
  const { markdownBytes, siteAddress = null, ...meta } = metaOf(record)
  return { ...meta, siteAddress, markdown: text(record.body.subarray(0, markdownBytes)) }
}

/** The date that a page states, from the meta of its record. */
export function dateInMeta(meta: string): Page['updatedAt'] {
  return (JSON.parse(meta) as PageMeta).updatedAt
}

/** The blocks of a page: all, or those that begin within the first `limitUnits` of their text. */
export function blocksOfRecord(record: StoredRecord, limitUnits?: number): Block[] {
  return readBlockLines(text(record.body.subarray(metaOf(record).markdownBytes)), limitUnits)
}

function metaOf(record: StoredRecord): PageMeta {
  return JSON.parse(record.meta) as PageMeta
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
}
