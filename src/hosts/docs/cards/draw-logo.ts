import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import type { CardLogo } from '../../../web/page-card.ts'

/** Room for the logo in pixels of the picture. */
export const LOGO = { height: 52, widthLimit: 480, gap: 20 } as const

/** Time for one logo. */
const LOGO_TIMEOUT_MS = 5000
/** Bytes of a drawn logo: all of its pixels. */
const DRAWN_LIMIT_BYTES = LOGO.height * LOGO.widthLimit * 4

/** Gets the image on its standard input, and gives its pixels. */
const PROGRAM = `
const [library, width, height] = process.argv.slice(1)
const { default: sharp } = await import(library)
sharp.concurrency(1)
const image = sharp(Buffer.concat(await process.stdin.toArray()))
const size = { width: Number(width), height: Number(height), fit: 'fill' }
process.stdout.write(await image.autoOrient().resize(size).ensureAlpha().toColourspace('srgb').raw().toBuffer())
`

export interface DrawnLogo {
  /** Four bytes each. */
  readonly pixels: Buffer
  readonly width: number
  readonly height: number
}

/**
 * Draws a logo in a process of its own, which can be ended: an SVG can take a renderer hours, and no thread of this process
 * can be taken out of one.
 *
 * @returns null: it cannot be drawn, or not in time
 */
export async function drawLogo(
  { bytes, height, width }: CardLogo,
  timeoutMs = LOGO_TIMEOUT_MS,
): Promise<DrawnLogo | null> {
  const scale = Math.min(LOGO.height / height, LOGO.widthLimit / width)
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  const library = createRequire(import.meta.url).resolve('sharp')
  const program = ['--input-type=module', '--eval', PROGRAM, library, `${size.width}`, `${size.height}`]
  const running = promisify(execFile)(process.execPath, program, {
    encoding: 'buffer',
    env: {},
    killSignal: 'SIGKILL',
    maxBuffer: DRAWN_LIMIT_BYTES,
    timeout: timeoutMs,
  })
  // It can end before it has read all.
  running.child.stdin?.on('error', () => undefined).end(bytes)
  const drawn = await running.catch(() => null)
  const isWhole = drawn?.stdout.length === size.width * size.height * 4
  return isWhole ? { ...size, pixels: drawn.stdout } : null
}
