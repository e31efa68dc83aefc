import { DURATION_MS, SIDE, type Movement, type Span } from './motions.ts'
import type { Outline } from './outline.ts'
import { isFilled, outlinesOf, type StrokeShape } from './stroke-shape.ts'
import { EASE_DRAW, EASE_MOVE, type StrokeDrawing } from './stroke-svg.ts'

const FRAME_RATE = 60
const FRAMES = (DURATION_MS / 1000) * FRAME_RATE

/** Slate. Lottie has no colour of the text around it, and this one shows on white and on nearly black. */
const COLOUR = [0.392, 0.455, 0.545, 1]
const STROKE_WIDTH = 2
/** Round ends and joins of lines, by their numbers in the format. */
const ROUND = 2

/**
 * Writes a drawing as a Lottie document with one layer, which has a group for each shape.
 * @throws {UnusableFileError} when a shape cannot be read
 */
export function writeStrokeLottie(name: string, { movement, shapes, spans }: StrokeDrawing): string {
  // The first group is painted last, so the shapes are turned around.
  const groups = shapes.map((shape, index) => writeShape(shape, spans?.[index] ?? null)).toReversed()
  return JSON.stringify({
    v: '5.12.0',
    fr: FRAME_RATE,
    ip: 0,
    op: FRAMES,
    w: SIDE,
    h: SIDE,
    nm: name,
    layers: [{ ty: 4, ind: 1, ip: 0, op: FRAMES, st: 0, ks: writeMovement(movement), shapes: groups }],
  })
}

function writeShape(shape: StrokeShape, span: Span | null): object {
  const filled = isFilled(shape)
  const lines = outlinesOf(shape).map((outline) => ({ ty: 'sh', ks: still(writeOutline(outline)) }))
  const trim = { ty: 'tm', s: still(0), e: span === null ? still(100) : appearing(span), o: still(0), m: 1 }
  const stroke = {
    ty: 'st',
    c: still(COLOUR),
    o: still(100),
    w: still(STROKE_WIDTH),
    lc: ROUND,
    lj: ROUND,
  }
  const fill = { ty: 'fl', c: still(COLOUR), o: still(100), r: 1 }
  return {
    ty: 'gr',
    it: [
      ...lines,
      ...(filled || span === null ? [] : [trim]),
      stroke,
      ...(filled ? [fill] : []),
      { ty: 'tr', ...AT_REST, o: span === null ? still(100) : filled ? appearing(span) : showing(span) },
    ],
  }
}

/** Points of a line, with handles relative to them. */
function writeOutline({ closed, points }: Outline): object {
  const relative = (handle: readonly [number, number], at: readonly [number, number]): number[] => [
    short(handle[0] - at[0]),
    short(handle[1] - at[1]),
  ]
  return {
    c: closed,
    v: points.map(({ at }) => at.map(short)),
    i: points.map(({ at, into }) => relative(into, at)),
    o: points.map(({ at, out }) => relative(out, at)),
  }
}

const AT_REST = { a: still([0, 0]), p: still([0, 0]), s: still([100, 100]), r: still(0) }

function writeMovement(movement: Movement | null): object {
  if (movement === null) return { ...AT_REST, o: still(100) }
  const { centre, endless, keys, transform } = movement
  const place = transform === 'translate' ? [0, 0] : centre
  const frames = keys.map(({ at, jump, value }, index) => ({
    at,
    // A jump lies one frame behind the key before it, which is held until then.
    late: jump === true,
    held: keys[index + 1]?.jump === true,
    value: transform === 'rotate' ? [value[0]] : value.map((part) => (transform === 'scale' ? part * 100 : part)),
  }))
  const moving = {
    a: 1,
    k: frames.map(({ at, held, late, value }) => ({
      t: Math.round(at * FRAMES) + (late ? 1 : 0),
      s: value.map(short),
      ...(held ? { h: 1 } : eased(endless ? [0, 0, 1, 1] : EASE_MOVE, value.length)),
    })),
  }
  const { a, p, s, r } = { ...AT_REST, a: still(place), p: still(place) }
  return {
    a,
    p: transform === 'translate' ? moving : p,
    s: transform === 'scale' ? moving : s,
    r: transform === 'rotate' ? moving : r,
    o: still(100),
  }
}

/** From nothing to all in the span. */
function appearing({ end, start }: Span): object {
  return {
    a: 1,
    k: [
      { t: short(start * FRAMES), s: [0], ...eased(EASE_DRAW, 1) },
      { t: short(end * FRAMES), s: [100] },
    ],
  }
}

/** Hidden until the span begins, since players show the round ends of a line of no length. */
function showing({ start }: Span): object {
  return {
    a: 1,
    k: [
      { t: 0, s: [0], h: 1 },
      { t: Math.floor(start * FRAMES) + 1, s: [100], h: 1 },
    ],
  }
}

function eased([x1, y1, x2, y2]: readonly [number, number, number, number], axes: number): object {
  const each = (value: number): number[] => Array.from({ length: axes }, () => value)
  return { o: { x: each(x1), y: each(y1) }, i: { x: each(x2), y: each(y2) } }
}

function still<T>(value: T): { readonly a: 0; readonly k: T } {
  return { a: 0, k: value }
}

function short(value: number): number {
  return Number(value.toFixed(3))
}
