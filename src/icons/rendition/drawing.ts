import { sizeOf } from '../build/svg/read-svg.ts'
import { UnusableFileError } from '../../shared/unusable-file-error.ts'
import { allowSvg } from '../../svg/allow-svg.ts'
import { parseSvg } from '../../svg/parse-svg.ts'
import { ICON_RULES } from '../../svg/rules.ts'
import type { SvgElement } from '../../svg/svg-element.ts'
import { inkOf, recolourSvg } from './recolour-svg.ts'
import { RENDITION_LIMIT_BYTES, type Rendition } from './rendition.ts'
import { hasTimes, scaleTimes } from './scale-times.ts'
import { stillSvg } from './still-svg.ts'

/** The SVG file of an icon, read to be changed. */
export interface Drawing {
  readonly root: SvgElement
  /** Whether it never stops by itself. */
  readonly loops: boolean
  /** Its one colour: `currentcolor`, or one of its own; null: it has several. */
  readonly ink: string | null
  /** Whether its times can be changed, and whether it can stand in the code of a page: it has no style sheet. */
  readonly hasTimes: boolean
}

/** Reads a file of the catalogue. Null: it is too large to be changed, or cannot be read. */
export function readIconDrawing(bytes: Uint8Array, loops: boolean): Drawing | null {
  if (bytes.length > RENDITION_LIMIT_BYTES) return null
  try {
    const root = allowSvg(parseSvg(new TextDecoder().decode(bytes)), ICON_RULES)
    return { root, loops, ink: inkOf(root), hasTimes: hasTimes(root) }
  } catch (error) {
    if (error instanceof UnusableFileError) return null
    throw error
  }
}

/** Changes a drawing. Null: it cannot be changed so. */
export function changeDrawing(drawing: Drawing, { colour, sizePx, speed, still }: Rendition): SvgElement | null {
  const { ink, loops, root } = drawing
  if ((colour !== null && ink === null) || (speed !== 1 && !drawing.hasTimes)) return null
  let changed = still ? stillSvg(root, loops) : speed === 1 ? root : scaleTimes(root, speed)
  if (changed === null) return null
  if (colour !== null && ink !== null) changed = recolourSvg(changed, ink, colour)
  return sizePx === null ? changed : resized(changed, sizePx)
}

/** Writes the longer side of a drawing. It keeps its proportions. */
function resized(root: SvgElement, sizePx: number): SvgElement {
  const { width, height } = sizeOf(root)
  const scale = sizePx / Math.max(width, height)
  const viewBox = root.attributes['viewBox'] ?? `0 0 ${width} ${height}`
  const { height: _height, viewBox: _box, width: _width, ...others } = root.attributes
  return { ...root, attributes: { width: side(width * scale), height: side(height * scale), viewBox, ...others } }
}

function side(pixels: number): string {
  return String(Number(pixels.toFixed(2)))
}
