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
  /** One moment without motion; null: it cannot be written. */
  readonly still: SvgElement | null
}

/** Reads a file of the catalogue. Null: it is too large to be changed, or cannot be read. */
export function readIconDrawing(bytes: Uint8Array, loops: boolean): Drawing | null {
  if (bytes.length > RENDITION_LIMIT_BYTES) return null
  try {
    const root = allowSvg(parseSvg(new TextDecoder().decode(bytes)), ICON_RULES)
    return { root, loops, ink: inkOf(root), hasTimes: hasTimes(root), still: stillSvg(root, loops) }
  } catch (error) {
    if (error instanceof UnusableFileError) return null
    throw error
  }
}

/** Changes a drawing. Null: it cannot be changed so. */
export function changeDrawing(
  { hasTimes: isTimed, ink, root, still: frozen }: Drawing,
  rendition: Rendition,
): SvgElement | null {
  const { colour, sizePx, speed, still } = rendition
  if ((colour !== null && ink === null) || (speed !== 1 && !isTimed) || (still && frozen === null)) return null
  let changed = still && frozen !== null ? frozen : root
  if (speed !== 1 && !still) changed = scaleTimes(changed, speed)
  if (colour !== null && ink !== null) changed = recolourSvg(changed, ink, colour)
  return sizePx === null ? changed : resized(changed, sizePx)
}

/** Writes the longer side of a drawing. It keeps its proportions. */
function resized(root: SvgElement, sizePx: number): SvgElement {
  const { width, height } = sidesOf(root)
  const scale = sizePx / Math.max(width, height)
  const viewBox = root.attributes['viewBox'] ?? `0 0 ${width} ${height}`
  const { height: _height, viewBox: _box, width: _width, ...others } = root.attributes
  return { ...root, attributes: { width: side(width * scale), height: side(height * scale), viewBox, ...others } }
}

function sidesOf({ attributes }: SvgElement): { readonly width: number; readonly height: number } {
  const box = (attributes['viewBox'] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [width = 0, height = 0] =
    box.length === 4
      ? box.slice(2)
      : [attributes['width'], attributes['height']].map((text) => Number.parseFloat(text ?? ''))
  return { width, height }
}

function side(pixels: number): string {
  return String(Number(pixels.toFixed(2)))
}
