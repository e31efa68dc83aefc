import type { ImageCandidate } from '../model/page-model.ts'
import { fileAddress, parseFileAddress } from './file-address.ts'

/** Widths in pixels in which images of files are served: of a telephone, of the column of a page, of that on a dense screen. */
const WIDTHS = [480, 960, 1600] as const
/** An image that is not wider than this many times a copy is shown as it is. */
const WORTHWHILE = 1.5
const SCALED_NAME = /\.(?:png|jpe?g|webp)$/i
const ADDRESS = /^\/scaled\/(\d{3,4})(\/[^?#]+)\.webp$/

/**
 * The narrower copies of an image with which a browser has a choice, and the image itself; none: it has one size.
 *
 * @param address of the file, as `fileAddress` gives it
 * @param width of the file in pixels
 */
export function scaledCandidates(address: string, width: number): ImageCandidate[] {
  if (!SCALED_NAME.test(address)) return []
  const copies = WIDTHS.filter((each) => each * WORTHWHILE <= width).map((each) => ({
    source: `/scaled/${each}${address.slice('/files'.length)}.webp`,
    descriptor: `${each}w`,
  }))
  return copies.length === 0 ? [] : [...copies, { source: address, descriptor: `${width}w` }]
}

/** Width of a copy and address of its file, by the path of a request as it came; null: no copy has it. */
export function parseScaledAddress(path: string): { readonly width: number; readonly file: string } | null {
  const [, digits = '', rest = ''] = ADDRESS.exec(path) ?? []
  const width = WIDTHS.find((each) => String(each) === digits)
  const address = parseFileAddress(`/files${rest}`)
  if (width === undefined || address === null || !SCALED_NAME.test(address.name)) return null
  return { width, file: fileAddress(address.hash, address.name) }
}
