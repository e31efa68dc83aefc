import { UnusableFileError } from '../../../shared/unusable-file-error.ts'
import { arcTo } from './arc.ts'
import { createPen, type Outline, type Pen, type Vector } from './outline.ts'

/** Maximum length of the data of one path; a drawing of strokes needs a fraction of it. */
const LENGTH_LIMIT = 20_000

/** Count of the numbers of each command (SVG 2 §9.3). */
const NUMBERS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 }

/**
 * Reads path data (SVG 2 §9.3) to outlines of cubic curves.
 * @throws {UnusableFileError} when it is not path data
 */
export function readPathData(data: string): Outline[] {
  if (data.length > LENGTH_LIMIT) throw new UnusableFileError(`a path has more than ${LENGTH_LIMIT} characters`)
  const pen = createPen()
  const scanner = scanPath(data)
  /** Second handle of the curve before, which smooth curves continue. */
  let handle: { readonly at: Vector; readonly of: 'C' | 'Q' } | null = null
  for (let next = scanner.command(); next !== null; next = scanner.command()) {
    const { letter, relative } = next
    let name = letter
    do {
      handle = draw(pen, name, relative, scanner.numbers(name), handle)
      // Pairs after those of a move are lines.
      if (name === 'M') name = 'L'
    } while (name !== 'Z' && scanner.hasNumber())
  }
  return pen.finish()
}

type Handle = { readonly at: Vector; readonly of: 'C' | 'Q' } | null

/** Performs one command, and returns the handle that it leaves. */
function draw(pen: Pen, name: string, relative: boolean, numbers: readonly number[], handle: Handle): Handle {
  const [x0, y0] = pen.at
  const n = (index: number): number => numbers[index] ?? 0
  const point = (index: number): Vector => (relative ? [x0 + n(index), y0 + n(index + 1)] : [n(index), n(index + 1)])
  const smooth = (of: 'C' | 'Q'): Vector =>
    handle?.of === of ? [2 * x0 - handle.at[0], 2 * y0 - handle.at[1]] : pen.at
  const quadratic = (control: Vector, to: Vector): Handle => {
    pen.curveTo(toward([x0, y0], control), toward(to, control), to)
    return { at: control, of: 'Q' }
  }
  const cubic = (first: Vector, second: Vector, to: Vector): Handle => {
    pen.curveTo(first, second, to)
    return { at: second, of: 'C' }
  }
  switch (name) {
    case 'M':
      pen.moveTo(point(0))
      return null
    case 'L':
      pen.lineTo(point(0))
      return null
    case 'H':
      pen.lineTo([relative ? x0 + n(0) : n(0), y0])
      return null
    case 'V':
      pen.lineTo([x0, relative ? y0 + n(0) : n(0)])
      return null
    case 'C':
      return cubic(point(0), point(2), point(4))
    case 'S':
      return cubic(smooth('C'), point(0), point(2))
    case 'Q':
      return quadratic(point(0), point(2))
    case 'T':
      return quadratic(smooth('Q'), point(0))
    case 'A':
      arcTo(pen, { radii: [n(0), n(1)], turn: n(2), large: n(3) !== 0, sweep: n(4) !== 0 }, point(5))
      return null
    default:
      pen.close()
      return null
  }
}

/** Point two thirds of the way to the control point of a quadratic curve: the handle of the same curve as a cubic one. */
function toward([x, y]: Vector, [cx, cy]: Vector): Vector {
  return [x + ((cx - x) * 2) / 3, y + ((cy - y) * 2) / 3]
}

interface Scanner {
  /** The next command; null at the end. */
  command(): { readonly letter: string; readonly relative: boolean } | null
  hasNumber(): boolean
  numbers(letter: string): number[]
}

function scanPath(data: string): Scanner {
  const space = /[\s,]*/y
  const number = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
  let position = 0
  const skip = (): void => {
    space.lastIndex = position
    space.test(data)
    position = space.lastIndex
  }
  const fault = (): never => {
    throw new UnusableFileError(`a path cannot be read at character ${position}`)
  }
  const flag = (): number => {
    const digit = data[position++]
    return digit === '0' ? 0 : digit === '1' ? 1 : fault()
  }
  const value = (): number => {
    number.lastIndex = position
    const [text] = number.exec(data) ?? fault()
    position += text.length
    return Number(text)
  }
  return {
    command() {
      skip()
      if (position === data.length) return null
      const letter = data[position++]!
      if (!(letter.toUpperCase() in NUMBERS)) return fault()
      return { letter: letter.toUpperCase(), relative: letter !== letter.toUpperCase() }
    },
    hasNumber() {
      skip()
      return position < data.length && /[\d.+-]/.test(data[position]!)
    },
    numbers(letter) {
      return Array.from({ length: NUMBERS[letter] ?? 0 }, (_, index) => {
        skip()
        // Flags of arcs are one digit each and may stand without a space between them.
        return letter === 'A' && (index === 3 || index === 4) ? flag() : value()
      })
    },
  }
}
