import { writeBytes, type ByteWriter } from '../index/byte-writer.ts'
import type { PageExtract } from '../index/extracts.ts'
import type { SearchIndex } from '../index/open.ts'
import { numberOf } from './page-matches.ts'

/** Writes the address of a page for people, without quotation marks. */
export function writeUrl(out: ByteWriter, index: SearchIndex, page: number): void {
  if (index.siteAddressStarts.length > 0) {
    writeBytes(out, index.siteAddresses, index.siteAddressStarts[page]!, index.siteAddressStarts[page + 1]!)
  } else {
    writeBytes(out, index.urlPrefix, 0, index.urlPrefix.length)
    writeBytes(out, index.paths, index.pathStarts[page]!, index.pathStarts[page + 1]!)
  }
}

const LINE_END = 0x0a

/** Writes the fragment of a section as in JSON strings. */
export function writeAnchor(out: ByteWriter, extract: PageExtract, section: number): void {
  const { names } = extract
  const start = numberOf(extract, section, 'nameStart')
  writeBytes(out, names, start, names.indexOf(LINE_END, start))
}

/** Writes the fragment of a section as in addresses. */
export function writeFragment(out: ByteWriter, extract: PageExtract, section: number): void {
  const { names } = extract
  const start = names.indexOf(LINE_END, numberOf(extract, section, 'nameStart')) + 1
  writeBytes(out, names, start, names.indexOf(LINE_END, start))
}
