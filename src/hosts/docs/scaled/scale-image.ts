import type { Sharp, SharpOptions } from 'sharp'

type OpenImage = (bytes: Uint8Array, options: SharpOptions) => Sharp

/** Pixels of an image that is opened; four bytes each. */
const PIXEL_LIMIT = 50_000_000
/** Text on screenshots stays sharp, for a fifth of the bytes of PNG. */
const WEBP = { quality: 82, smartSubsample: true, effort: 4 } as const

/** Null where no library for this platform is installed: images are then shown as they are. */
const openImage = await loadLibrary()

async function loadLibrary(): Promise<OpenImage | null> {
  try {
    const { default: sharp } = await import('sharp')
    sharp.cache(false)
    sharp.concurrency(1)
    // A file can be of another kind than its name says.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })
    return sharp
  } catch {
    return null
  }
}

/**
 * Makes a narrower copy of an image as WebP, upright as browsers show it.
 *
 * @returns null: it moves, cannot be read, is too large, or the copy would have more bytes
 */
export async function scaleImage(bytes: Uint8Array, width: number): Promise<Uint8Array | null> {
  if (openImage === null || isAnimatedPng(bytes)) return null
  try {
    const image = openImage(bytes, { limitInputPixels: PIXEL_LIMIT, failOn: 'error' })
    if (((await image.metadata()).pages ?? 1) > 1) return null
    const copy = await image.autoOrient().resize({ width, withoutEnlargement: true }).webp(WEBP).toBuffer()
    return copy.length < bytes.length ? copy : null
  } catch {
    return null
  }
}

/** The library reads the first picture of such a file alone. The chunk that tells comes before that picture. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (file.toString('latin1', 1, 4) !== 'PNG') return false
  const control = file.indexOf('acTL')
  return control !== -1 && control < file.indexOf('IDAT')
}
