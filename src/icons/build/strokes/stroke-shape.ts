import { z } from 'zod'
import { UnusableFileError } from '../../../shared/unusable-file-error.ts'
import type { Outline } from './outline.ts'
import { readPathData } from './path-data.ts'

/** Maximum number of shapes of one icon. */
const SHAPES_LIMIT = 100

/** Elements that a set of strokes draws with, and their attributes that make the line. */
const LINES = {
  path: ['d'],
  circle: ['cx', 'cy', 'r'],
  ellipse: ['cx', 'cy', 'rx', 'ry'],
  rect: ['x', 'y', 'width', 'height', 'rx', 'ry'],
  line: ['x1', 'y1', 'x2', 'y2'],
  polyline: ['points'],
  polygon: ['points'],
} as const

export type StrokeElement = keyof typeof LINES

const ELEMENTS = Object.keys(LINES) as [StrokeElement, ...StrokeElement[]]

/** Shapes of an icon as `icon-nodes.json` of a set has them: pairs of an element and its attributes. */
export const strokeShapes = z
  .array(z.tuple([z.enum(ELEMENTS), z.record(z.string(), z.string().max(20_000))]))
  .min(1)
  .max(SHAPES_LIMIT)

export type StrokeShape = z.infer<typeof strokeShapes>[number]

/** The attributes of a shape that make its line, in a fixed order. Whatever else the set says is left out. */
export function lineAttributes([element, attributes]: StrokeShape): (readonly [name: string, value: string])[] {
  return LINES[element].flatMap((name) => {
    const value = attributes[name]
    return value === undefined ? [] : [[name, value] as const]
  })
}

/** Whether the shape is filled with the colour of the strokes. */
export function isFilled([, { fill }]: StrokeShape): boolean {
  return fill !== undefined && fill !== 'none'
}

/**
 * The lines of a shape.
 * @throws {UnusableFileError} when its attributes are no numbers, or no path
 */
export function outlinesOf([element, attributes]: StrokeShape): Outline[] {
  const number = (name: string, otherwise = 0): number => {
    const text = attributes[name]
    const value = text === undefined ? otherwise : Number(text)
    if (!Number.isFinite(value)) throw new UnusableFileError(`the ${name} of a ${element} is no number`)
    return value
  }
  switch (element) {
    case 'path':
      return readPathData(attributes['d'] ?? '')
    case 'circle':
      return ellipse(number('cx'), number('cy'), number('r'), number('r'))
    case 'ellipse':
      return ellipse(number('cx'), number('cy'), number('rx'), number('ry'))
    case 'rect':
      return rectangle(number('x'), number('y'), number('width'), number('height'), [
        number('rx', number('ry')),
        number('ry', number('rx')),
      ])
    case 'line':
      return readPathData(`M${number('x1')} ${number('y1')}L${number('x2')} ${number('y2')}`)
    case 'polyline':
      return readPathData(`M${attributes['points'] ?? ''}`)
    case 'polygon':
      return readPathData(`M${attributes['points'] ?? ''}Z`)
  }
}

function ellipse(cx: number, cy: number, rx: number, ry: number): Outline[] {
  const arc = `A${rx} ${ry} 0 0 1`
  return readPathData(`M${cx + rx} ${cy}${arc} ${cx - rx} ${cy}${arc} ${cx + rx} ${cy}Z`)
}

/** A rectangle with round corners, clockwise from behind the first corner (SVG 2, "The rect element"). */
function rectangle(
  x: number,
  y: number,
  width: number,
  height: number,
  radii: readonly [rx: number, ry: number],
): Outline[] {
  const rx = Math.min(radii[0], width / 2)
  const ry = Math.min(radii[1], height / 2)
  if (rx <= 0 || ry <= 0) return readPathData(`M${x} ${y}h${width}v${height}h${-width}Z`)
  const [w, h] = [width - 2 * rx, height - 2 * ry]
  const corner = (dx: number, dy: number): string => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`
  return readPathData(
    `M${x + rx} ${y}h${w}${corner(rx, ry)}v${h}${corner(-rx, ry)}h${-w}${corner(-rx, -ry)}v${-h}${corner(rx, -ry)}Z`,
  )
}
