import type { Page } from '../../docs/page.ts'
import type { NewRecord } from './pack-records.ts'
import type { StoredRecord } from './record-store.ts'

/** A page as a record: everything but the Markdown is meta, so that the Markdown is stored and read as it is. */
export function toPageRecord(page: Page): NewRecord {
  const { locale, path, title, description, section, updatedAt, format } = page
  const meta = JSON.stringify({ locale, path, title, description, section, updatedAt, format })
  return { key: path, meta, body: page.markdown }
}

export function fromPageRecord(record: StoredRecord): Page {
  const meta = JSON.parse(record.meta) as Omit<Page, 'markdown'>
  return {
    ...meta,
    markdown: Buffer.from(record.body.buffer, record.body.byteOffset, record.body.length).toString('utf8'),
  }
}
