import type { Vector } from './outline.ts'

/**
 * What an icon does once its strokes are drawn. `spin` draws nothing and turns for ever; `push` and `pass` go where the
 * name says, and `pass` leaves the picture and comes back from the other side.
 */
export const MOTIONS = ['spin', 'turn', 'swing', 'shake', 'pulse', 'blink', 'push', 'pass'] as const

export type Motion = (typeof MOTIONS)[number]

/** Length of every animation. */
export const DURATION_MS = 2000

/** Side of the picture, in units of the drawing. */
export const SIDE = 24
const MIDDLE: Vector = [SIDE / 2, SIDE / 2]
/** Where things hang that swing. */
const HOOK: Vector = [SIDE / 2, 3]

/** Share of the animation in which the strokes are drawn. */
const DRAWN = 0.4
/** Share of that time over which the beginnings of the strokes are spread. */
const SPREAD = 0.55

export interface Span {
  readonly start: number
  readonly end: number
}

/** A movement of the whole icon: values of one transformation at shares of the animation, eased between them. */
export interface Movement {
  readonly transform: 'rotate' | 'scale' | 'translate'
  readonly centre: Vector
  /** A jump is reached at once, not by a movement. */
  readonly keys: readonly { readonly at: number; readonly value: Vector; readonly jump?: boolean }[]
  readonly endless: boolean
}

/** When each of `count` strokes is drawn, as shares of the animation: one begins after another, and they overlap. */
export function drawSpans(count: number): Span[] {
  const delay = (DRAWN * SPREAD) / count
  const length = DRAWN - delay * (count - 1)
  return Array.from({ length: count }, (_, index) => ({ start: delay * index, end: delay * index + length }))
}

/**
 * The movement of an icon; null for one that is only drawn.
 *
 * @param free Units between the drawing and the edge of the picture, by the direction of `directionOf`.
 */
export function movementOf(motion: Motion | null, direction: Vector, free: number): Movement | null {
  switch (motion) {
    case 'spin':
      return { ...rotation(MIDDLE, [0, 0], [1, 360]), endless: true }
    case 'turn':
      return rotation(MIDDLE, [0.5, 0], [0.85, 360])
    case 'swing':
      return rotation(HOOK, [0.5, 0], [0.57, 14], [0.66, -11], [0.74, 7], [0.82, -4], [0.9, 0])
    case 'shake':
      return rotation(MIDDLE, [0.5, 0], [0.54, -8], [0.6, 8], [0.66, -6], [0.72, 6], [0.78, -3], [0.84, 0])
    case 'pulse':
      return scaling([0.5, 1, 1], [0.57, 0.86, 0.86], [0.66, 1.05, 1.05], [0.74, 0.94, 0.94], [0.82, 1, 1])
    case 'blink':
      return scaling([0.5, 1, 1], [0.56, 1, 0.1], [0.62, 1, 1], [0.72, 1, 1], [0.77, 1, 0.1], [0.83, 1, 1])
    case 'push': {
      const far = Math.min(2.5, Math.max(0.8, free))
      return travel(direction, [0.5, 0], [0.6, far], [0.7, 0], [0.78, far / 2], [0.86, 0])
    }
    case 'pass':
      return travel(direction, [0.5, 0], [0.68, SIDE], [0.68, -SIDE], [0.9, 0])
    case null:
      return null
  }
}

const DIRECTIONS: Readonly<Record<string, Vector>> = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }

/** Where the words of a name point; to the right when they point nowhere, or to both sides. */
export function directionOf(name: string): Vector {
  const named = name.split('-').flatMap((word) => (Object.hasOwn(DIRECTIONS, word) ? [DIRECTIONS[word]!] : []))
  const [x, y] = named.reduce<Vector>((sum, [dx, dy]) => [sum[0] + dx, sum[1] + dy], [0, 0])
  return x === 0 && y === 0 ? [1, 0] : [Math.sign(x), Math.sign(y)]
}

function rotation(centre: Vector, ...turns: readonly (readonly [at: number, degrees: number])[]): Movement {
  const keys = turns.map(([at, degrees]) => ({ at, value: [degrees, 0] as const }))
  return { transform: 'rotate', centre, keys, endless: false }
}

function scaling(...sizes: readonly (readonly [at: number, x: number, y: number])[]): Movement {
  const keys = sizes.map(([at, x, y]) => ({ at, value: [x, y] as const }))
  return { transform: 'scale', centre: MIDDLE, keys, endless: false }
}

/** Two places at one time are a jump. */
function travel([dx, dy]: Vector, ...places: readonly (readonly [at: number, distance: number])[]): Movement {
  const keys = places.map(([at, distance], index) => ({
    at,
    value: [dx * distance, dy * distance] as const,
    jump: index > 0 && places[index - 1]![0] === at,
  }))
  return { transform: 'translate', centre: MIDDLE, keys, endless: false }
}
