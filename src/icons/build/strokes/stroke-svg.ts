import { DURATION_MS, SIDE, type Movement, type Span } from './motions.ts'
import { isFilled, lineAttributes, type StrokeShape } from './stroke-shape.ts'

/** Eases of all movements, as control points of a Bézier curve. */
export const EASE_DRAW = [0.4, 0, 0.2, 1] as const
export const EASE_MOVE = [0.45, 0, 0.55, 1] as const
const EVEN = '0 0 1 1'

/**
 * The dash of a line of length 1, and the gap behind it. Both are longer than the line, so that no round end of a dash
 * shows before the line is drawn.
 */
const DASH = 1.02
const GAP = 1.1
const HIDDEN = 1.04

/** An animated drawing. Without animation it shows the whole icon, since the end of every animation is what is written. */
export interface StrokeDrawing {
  readonly shapes: readonly StrokeShape[]
  /** When each shape is drawn; null draws all from the beginning. */
  readonly spans: readonly Span[] | null
  readonly movement: Movement | null
}

/** Writes a drawing as SVG with SMIL. Its strokes have the colour of the text around them. */
export function writeStrokeSvg({ movement, shapes, spans }: StrokeDrawing): string {
  const drawn = shapes.map((shape, index) => writeShape(shape, spans?.[index] ?? null)).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${moved(drawn, movement)}</svg>`
}

function writeShape(shape: StrokeShape, span: Span | null): string {
  const [element] = shape
  const line = lineAttributes(shape).map(([name, value]) => ` ${name}="${attribute(value)}"`)
  const fill = isFilled(shape) ? ' fill="currentColor"' : ''
  const start = `<${element}${line.join('')}${fill}`
  if (span === null) return `${start}/>`
  // The inside of a filled shape cannot be drawn along its line, so the shape fades in.
  if (fill !== '') return `${start}>${appear('opacity', '0', '1', span)}</${element}>`
  const dash = ` pathLength="1" stroke-dasharray="${DASH} ${GAP}"`
  return `${start}${dash}>${appear('stroke-dashoffset', String(HIDDEN), '0', span)}</${element}>`
}

function appear(name: string, from: string, to: string, { end, start }: Span): string {
  const values = start === 0 ? [from, to] : [from, from, to]
  const times = start === 0 ? [0, 1] : [0, start / end, 1]
  const splines = values.slice(1).map((_, index) => (index === values.length - 2 ? EASE_DRAW.join(' ') : EVEN))
  return `<animate attributeName="${name}" dur="${seconds(end)}" values="${values.join(';')}" keyTimes="${times.map(short).join(';')}" calcMode="spline" keySplines="${splines.join(';')}"/>`
}

/** Wraps the drawing in its movement. Turning and scaling have a centre, which the group around them is moved to. */
function moved(drawn: string, movement: Movement | null): string {
  if (movement === null) return drawn
  const { centre, endless, transform } = movement
  const keys = withEnds(movement)
  const values = keys.map(({ value }) => {
    if (transform === 'rotate') return `${short(value[0])} ${centre.join(' ')}`
    return value.map(short).join(' ')
  })
  const splines = keys.slice(1).map(({ jump }) => (endless || jump === true ? EVEN : EASE_MOVE.join(' ')))
  const repeat = endless ? ' repeatCount="indefinite"' : ''
  const animation = `<animateTransform attributeName="transform" type="${transform}" dur="${seconds(1)}" values="${values.join(';')}" keyTimes="${keys.map(({ at }) => short(at)).join(';')}" calcMode="spline" keySplines="${splines.join(';')}"${repeat}/>`
  if (transform !== 'scale') return `<g>${animation}${drawn}</g>`
  const [x, y] = centre
  return `<g transform="translate(${x} ${y})"><g>${animation}<g transform="translate(${-x} ${-y})">${drawn}</g></g></g>`
}

/** The keys of a movement with one at the beginning and one at the end. */
function withEnds({ keys }: Movement): Movement['keys'] {
  const [first] = keys
  const last = keys.at(-1)
  return [
    ...(first !== undefined && first.at > 0 ? [{ ...first, at: 0 }] : []),
    ...keys,
    ...(last !== undefined && last.at < 1 ? [{ ...last, at: 1 }] : []),
  ]
}

function seconds(share: number): string {
  return `${short((share * DURATION_MS) / 1000)}s`
}

function short(value: number): string {
  return String(Number(value.toFixed(3)))
}

function attribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
