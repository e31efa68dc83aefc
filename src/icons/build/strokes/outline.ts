/** One connected line of a drawing: points with the Bézier handles that lead into and out of them, all absolute. */
export interface Outline {
  readonly points: readonly OutlinePoint[]
  readonly closed: boolean
}

export interface OutlinePoint {
  readonly at: Vector
  /** Handle of the curve that ends here. It equals `at` behind a straight line. */
  readonly into: Vector
  /** Handle of the curve that begins here. */
  readonly out: Vector
}

export type Vector = readonly [x: number, y: number]

/** Collects outlines from the movements of a pen. */
export interface Pen {
  readonly at: Vector
  /** Begins another outline. */
  moveTo(to: Vector): void
  lineTo(to: Vector): void
  curveTo(first: Vector, second: Vector, to: Vector): void
  /** Closes the outline; the next begins where this one began. */
  close(): void
  /** Outlines with at least one line. */
  finish(): Outline[]
}

interface Growing {
  points: { at: Vector; into: Vector; out: Vector }[]
  closed: boolean
}

/** How near the end of an outline lies to its beginning if both are one point, in units of the drawing. */
const SAME_POINT = 1e-3

export function createPen(): Pen {
  const outlines: Growing[] = []
  let current: Growing | null = null
  let at: Vector = [0, 0]
  let start: Vector = [0, 0]
  const begin = (): Growing => {
    current = { points: [{ at, into: at, out: at }], closed: false }
    outlines.push(current)
    start = at
    return current
  }
  const curve = (first: Vector, second: Vector, to: Vector): void => {
    const { points } = current ?? begin()
    points[points.length - 1]!.out = first
    points.push({ at: to, into: second, out: to })
    at = to
  }
  return {
    get at() {
      return at
    },
    moveTo(to) {
      at = to
      start = to
      current = null
    },
    lineTo(to) {
      curve(at, to, to)
    },
    curveTo: curve,
    close() {
      if (current === null) return
      current.closed = true
      joinEnds(current)
      at = start
      current = null
    },
    finish: () => outlines.filter(({ points }) => points.length > 1),
  }
}

/** Makes one point of the last and the first where the pen was led back before the outline was closed. */
function joinEnds({ points }: Growing): void {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined || points.length < 3) return
  const isSame = first.at.every((value, axis) => Math.abs(value - last.at[axis]!) < SAME_POINT)
  if (!isSame) return
  first.into = last.into
  points.pop()
}
