import { writeBytes, type ByteWriter } from '../index/byte-writer.ts'
import type { SearchIndex } from '../index/open.ts'

/** Writes the address of a page for people, without quotation marks. */
export function writeUrl(out: ByteWriter, index: SearchIndex, page: number): void {
  if (index.siteAddressStarts.length > 0) {
    writeBytes(out, index.siteAddresses, index.siteAddressStarts[page]!, index.siteAddressStarts[page + 1]!)
  } else {
    writeBytes(out, index.urlPrefix, 0, index.urlPrefix.length)
    writeBytes(out, index.paths, index.pathStarts[page]!, index.pathStarts[page + 1]!)
  }
}
