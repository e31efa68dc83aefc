import type { IconRecord } from '../icon-record.ts'
import { readIconDrawing, type Drawing } from './drawing.ts'
import { inkOfLottie } from './render-lottie.ts'
import { stillSvg } from './still-svg.ts'

/** What of an icon can be changed. */
export interface IconAbilities {
  /** Null: the icon has no SVG file that can be changed. */
  readonly drawing: Drawing | null
  /** Whether the drawing can be written without its motion. */
  readonly canRest: boolean
  /** Whether the Lottie document, if there is one, can have another colour. */
  readonly lottieColour: boolean
}

/** The files of an icon that decide what of it can be changed. Null: there is no such file, or it is too large. */
export interface ChangeableFiles {
  readonly svg: Uint8Array | null
  readonly json: Uint8Array | null
}

/** Reads the files of an icon to learn what of them can be changed. */
export function readAbilities({ json, svg }: ChangeableFiles, { loop }: Pick<IconRecord, 'loop'>): IconAbilities {
  const drawing = svg === null ? null : readIconDrawing(svg, loop)
  return {
    drawing,
    canRest: drawing !== null && stillSvg(drawing.root, loop) !== null,
    lottieColour: json !== null && inkOfLottie(JSON.parse(Buffer.from(json).toString('utf8'))) !== null,
  }
}
