import { UnusableFileError } from '../../../shared/unusable-file-error.ts'
import type { FileText } from '../read-file.ts'
import { allowSvg } from '../../../svg/allow-svg.ts'
import { parseSvg } from '../../../svg/parse-svg.ts'
import { ICON_RULES } from '../../../svg/rules.ts'
import { elementsOf, type SvgElement } from '../../../svg/svg-element.ts'
import { writeSvg } from '../../../svg/write-svg.ts'
import { smilTiming, type Timing } from './smil-timing.ts'

export const SVG_LIMIT_BYTES = 1_048_576

/** Largest side of the view box; larger files are no icons. */
const SIZE_LIMIT_PX = 16_384

export interface SvgFacts extends Timing {
  readonly width: number
  readonly height: number
}

export interface ReadSvg {
  readonly facts: SvgFacts
  /** The rewritten file. */
  readonly text: string
}

/**
 * Reads an animated SVG file and rewrites it from its allowed parts; nothing else of the file is passed on. The result
 * means the same as a separate document and within a page of HTML.
 * @throws {UnusableFileError} when it is no SVG, is not animated, or could run or load something
 */
export function readSvg({ text }: FileText): ReadSvg {
  const root = allowSvg(parseSvg(text), ICON_RULES)
  const elements = [...elementsOf(root)]
  const timing = smilTiming(elements) ?? cssTiming(elements)
  if (timing === null) throw new UnusableFileError('it does not move')
  return { facts: { ...sizeOf(root), ...timing }, text: writeSvg(root) }
}

/** Timing of CSS animations. Their duration is unknown, since they can depend on anything. */
function cssTiming(elements: readonly SvgElement[]): Timing | null {
  const css = elements
    .map((element) =>
      element.name === 'style'
        ? element.children.map((child) => (typeof child === 'string' ? child : '')).join('')
        : (element.attributes['style'] ?? ''),
    )
    .filter((text) => text !== '')
  if (!css.some((text) => text.includes('@keyframes'))) return null
  return { durationMs: null, loop: css.some((text) => /\binfinite\b/.test(text)) }
}

/** The size by which a file of the catalogue is known. @throws {UnusableFileError} when it has none that is an icon's */
export function sizeOf({ attributes }: SvgElement): { readonly width: number; readonly height: number } {
  const box = (attributes['viewBox'] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const given = [attributes['width'], attributes['height']].map((text) =>
    Number(/^\s*([\d.]+)(?:px)?\s*$/.exec(text ?? '')?.[1]),
  )
  const [width = 0, height = 0] = box.length === 4 ? box.slice(2) : given
  const isSize = (size: number): boolean => size > 0 && size <= SIZE_LIMIT_PX
  if (!isSize(width) || !isSize(height)) throw new UnusableFileError('it has no valid view box')
  return { width, height }
}
