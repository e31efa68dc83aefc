import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { DotLottie } from '@lottiefiles/dotlottie-web'
import { zlibSync } from 'fflate'
import { encodePng } from '../../../shared/encode-png.ts'
import { UnusableFileError } from '../../../shared/unusable-file-error.ts'

/** Compression level; 6 takes more than twice as long for a twentieth less. */
const COMPRESSION_LEVEL = 5

/** Length of the longer side. */
const STILL_SIDE_PX = 256

/** Positions of frames to try, as shares of the animation. */
const MOMENTS = [0.5, 0.25, 0.75, 0.1, 0.9]

/** Share of another frame's ink that is enough. */
const ENOUGH_SHARE = 0.75

const READY_LIMIT_MS = 20_000

export interface StillPainter {
  /** Paints a PNG of one frame on a transparent background. Throws UnusableFileError when no frame shows anything. */
  paint(lottie: string, width: number, height: number): Uint8Array
}

/** Starts the player without a browser and without the network: its module comes from its package. */
export async function createStillPainter(): Promise<StillPainter> {
  const module = createRequire(import.meta.url).resolve('@lottiefiles/dotlottie-web/dotlottie-player.wasm')
  DotLottie.setWasmUrl(`data:application/wasm;base64,${readFileSync(module, 'base64')}`)
  const canvas = { width: STILL_SIDE_PX, height: STILL_SIDE_PX }
  const settings = { autoplay: false, loop: false, useFrameInterpolation: false }
  const player = new DotLottie({ canvas, ...settings })
  await ready(player)
  return {
    paint(lottie, width, height) {
      const scale = STILL_SIDE_PX / Math.max(width, height)
      const wide = Math.max(1, Math.round(width * scale))
      const high = Math.max(1, Math.round(height * scale))
      if (canvas.width !== wide || canvas.height !== high) {
        Object.assign(canvas, { width: wide, height: high })
        player.resize()
      }
      player.load({ data: lottie, ...settings })
      const pixels = fullestFrame(player, wide * high * 4)
      if (pixels === null) throw new UnusableFileError('none of its frames shows anything')
      return encodePng(pixels, wide, high, compress)
    },
  }
}

interface Frame {
  readonly pixels: Uint8Array
  /** Sum of alpha. */
  readonly ink: number
}

/**
 * Returns the first of `MOMENTS` unless it shows little. The second serves as a comparison, and the others are painted
 * only if the first is too empty.
 */
function fullestFrame(player: DotLottie, byteLength: number): Uint8Array | null {
  const frames: Frame[] = []
  for (const moment of MOMENTS) {
    player.setFrame(Math.floor(player.totalFrames * moment))
    const { buffer } = player
    if (buffer?.length !== byteLength) return null
    frames.push({ pixels: buffer.slice(), ink: inkOf(buffer) })
    const [first, second] = frames
    if (first !== undefined && second !== undefined && first.ink > 0 && first.ink >= second.ink * ENOUGH_SHARE) {
      return first.pixels
    }
  }
  const most = Math.max(...frames.map(({ ink }) => ink))
  return most === 0 ? null : (frames.find(({ ink }) => ink === most)?.pixels ?? null)
}

function inkOf(pixels: Uint8Array): number {
  let ink = 0
  for (let at = 3; at < pixels.length; at += 4) ink += pixels[at] ?? 0
  return ink
}

function ready(player: DotLottie): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the Lottie player did not start')), READY_LIMIT_MS)
    const done = (): void => {
      clearTimeout(timer)
      resolve()
    }
    if (player.isReady) done()
    else player.addEventListener('ready', done)
  })
}

/** Packs the same bytes everywhere, unlike the system's zlib, which differs between versions and processors. */
function compress(bytes: Uint8Array): Uint8Array {
  return zlibSync(bytes, { level: COMPRESSION_LEVEL })
}
