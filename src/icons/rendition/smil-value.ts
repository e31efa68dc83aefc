import type { SvgElement } from '../../svg/svg-element.ts'
import { onceMs, type Interval } from './smil-intervals.ts'

const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi
const STEPS = 24

/**
 * Gives the value that an animation sets at a moment within or after one of its intervals, or null.
 * Undefined: it is written in a way that this does not understand.
 */
export function valueAt(
  animation: SvgElement,
  { from, to }: Interval,
  atMs: number,
  base: string | undefined,
): string | null | undefined {
  const { attributes, name } = animation
  const isOver = atMs >= to
  if (isOver && attributes['fill'] !== 'freeze') return null
  if (name === 'set') return attributes['to']
  const once = onceMs(animation)
  const values = valuesOf(attributes, base)
  if (once === null || values === null || ('accumulate' in attributes && attributes['accumulate'] !== 'none'))
    return undefined
  const passed = (Math.min(atMs, to) - from) / once
  // At the end of a whole number of runs stands the end of the last one.
  const progress = isOver && Number.isInteger(Number(passed.toFixed(6))) ? 1 : passed % 1
  return interpolate(attributes, values, progress)
}

function valuesOf(
  { by, from, to, values }: SvgElement['attributes'],
  base: string | undefined,
): readonly string[] | null {
  if (values !== undefined)
    return values
      .split(';')
      .map((value) => value.trim())
      .filter((value) => value !== '')
  if (by !== undefined || to === undefined) return null
  const first = from ?? base
  return first === undefined ? null : [first.trim(), to.trim()]
}

function interpolate(
  { calcMode = 'linear', keySplines, keyTimes }: SvgElement['attributes'],
  values: readonly string[],
  progress: number,
): string | undefined {
  const last = values.length - 1
  if (last < 1) return values[0]
  const isDiscrete = calcMode === 'discrete'
  if (calcMode === 'paced') return undefined
  const times =
    keyTimes === undefined
      ? values.map((_, index) => index / (isDiscrete ? values.length : last))
      : keyTimes.split(';').map(Number)
  if (times.length !== values.length || times.some(Number.isNaN)) return undefined
  const place = times.findLastIndex((time) => time <= progress)
  const start = Math.max(0, place)
  if (isDiscrete || start >= last) return values[start]
  const [low = 0, high = 1] = times.slice(start, start + 2)
  const share = high > low ? (progress - low) / (high - low) : 1
  const spline = calcMode === 'spline' ? keySplines?.split(';')[start] : undefined
  return mix(values[start]!, values[start + 1]!, spline === undefined ? share : ease(spline, share))
}

/** Mixes the numbers of two values whose other signs are the same. Others change at once, in the middle. */
function mix(a: string, b: string, share: number): string {
  if (share <= 0) return a
  if (share >= 1) return b
  const ends = b.match(NUMBER) ?? []
  const isAlike = !/^#|rgb/i.test(a) && shapeOf(a) === shapeOf(b) && ends.length > 0
  if (!isAlike) return share < 0.5 ? a : b
  let at = 0
  return a
    .replaceAll(NUMBER, (text) => {
      const mixed = Number(text) + (Number(ends[at++]) - Number(text)) * share
      return ` ${Number(mixed.toFixed(4))}`
    })
    .trim()
}

function shapeOf(value: string): string {
  return value
    .replaceAll(NUMBER, ' 0 ')
    .replaceAll(/[\s,]+/g, ' ')
    .trim()
}

/** Height of a cubic Bézier curve from (0, 0) to (1, 1) at a share of its width. */
function ease(spline: string, share: number): number {
  const [x1 = 0, y1 = 0, x2 = 1, y2 = 1] = spline
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  let low = 0
  let high = 1
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    if (cubic(x1, x2, middle) < share) low = middle
    else high = middle
  }
  return cubic(y1, y2, (low + high) / 2)
}

function cubic(first: number, second: number, t: number): number {
  return 3 * (1 - t) ** 2 * t * first + 3 * (1 - t) * t ** 2 * second + t ** 3
}
