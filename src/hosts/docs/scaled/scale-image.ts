import type { Sharp, SharpOptions } from 'sharp'
import { loadSharp } from '../../../shared/images/load-sharp.ts'

type OpenImage = (bytes: Uint8Array, options: SharpOptions) => Sharp

/** Pixels of an image that is opened; four bytes each. */
const PIXEL_LIMIT = 50_000_000
/** Text on screenshots stays sharp, for a fifth of the bytes of PNG. */
const WEBP = { quality: 82, smartSubsample: true, effort: 4 } as const

/** Beginnings of PNG, JPEG and WebP. */
const SIGNATURES = ['\x89PNG', '\xff\xd8\xff', 'RIFF']

/** Null where no library for this platform is installed: images are then shown as they are. */
const openImage = await loadLibrary()

async function loadLibrary(): Promise<OpenImage | null> {
  try {
    return await loadSharp()
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
  if (openImage === null || !isPhotograph(bytes) || isAnimatedPng(bytes)) return null
  try {
    const image = openImage(bytes, { limitInputPixels: PIXEL_LIMIT, failOn: 'error' })
    if (((await image.metadata()).pages ?? 1) > 1) return null
    const copy = await image.autoOrient().resize({ width, withoutEnlargement: true }).webp(WEBP).toBuffer()
    return copy.length < bytes.length ? copy : null
  } catch {
    return null
  }
}

/** Whether a file is what its name says: it can be SVG, which takes the library as long as its author likes. */
function isPhotograph(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 4)).toString('latin1')
  return SIGNATURES.some((signature) => head.startsWith(signature))
}

/** The library reads the first picture of such a file alone. The chunk that tells comes before that picture. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (file.toString('latin1', 1, 4) !== 'PNG') return false
  const control = file.indexOf('acTL')
  return control !== -1 && control < file.indexOf('IDAT')
}
