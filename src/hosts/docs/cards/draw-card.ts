import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { deflateSync } from 'node:zlib'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { encodePng } from '../../../shared/encode-png.ts'
import type { CardOrder, DrawnCard } from '../../../web/page-card.ts'
import { drawCard } from './card-svg.ts'
import { openFonts, type FontShelf } from './font-shelf.ts'

/** Compression level; 6 takes five times as long for less than half of the bytes. */
const COMPRESSION_LEVEL = 4

export interface CardPainter {
  paint(order: CardOrder): DrawnCard
}

/** Loads the renderer. It reads no files and has no network: fonts and images come with the drawing. */
export async function createCardPainter(
  openShelf: (files: readonly string[]) => FontShelf = openFonts,
): Promise<CardPainter> {
  await initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')))
  let shelf: FontShelf | null = null
  return {
    paint({ card, fontFiles, logo }) {
      const isFirst = shelf === null
      shelf ??= openShelf(fontFiles)
      const { complete, fonts, svg } = drawCard(card, shelf, logo)
      return {
        png: rasterise(
          svg,
          fonts.map((font) => font.bytes()),
        ),
        complete,
        faults: isFirst ? shelf.faults : [],
      }
    },
  }
}

function rasterise(svg: string, fontBuffers: Uint8Array[]): Uint8Array {
  const drawing = new Resvg(svg, { font: { fontBuffers, loadSystemFonts: false } })
  try {
    const image = drawing.render()
    try {
      // The drawing covers its whole ground, so that colours need no division by their alpha.
      return encodePng(image.pixels, image.width, image.height, (bytes) =>
        deflateSync(bytes, { level: COMPRESSION_LEVEL }),
      )
    } finally {
      image.free()
    }
  } finally {
    drawing.free()
  }
}
