import { directionOf, drawSpans, movementOf, SIDE, type Motion } from './motions.ts'
import type { Outline, Vector } from './outline.ts'
import { outlinesOf, type StrokeShape } from './stroke-shape.ts'
import { writeStrokeLottie } from './stroke-lottie.ts'
import { writeStrokeSvg } from './stroke-svg.ts'

/** Half the width of a stroke, which lies outside of its line. */
const HALF_STROKE = 1

/**
 * Makes an animation of an icon of still strokes, as SVG and as Lottie.
 *
 * @param motion What the icon does once it is drawn; null leaves it at that.
 * @throws {UnusableFileError} when a shape cannot be read
 */
export function animateStrokes(
  name: string,
  shapes: readonly StrokeShape[],
  motion: Motion | null,
): { readonly svg: string; readonly lottie: string } {
  const direction = directionOf(name)
  const movement = movementOf(motion, direction, freeSpace(shapes.flatMap(outlinesOf), direction))
  const spans = movement?.endless === true ? null : drawSpans(shapes.length)
  const drawing = { shapes, spans, movement }
  return { svg: writeStrokeSvg(drawing), lottie: writeStrokeLottie(name, drawing) }
}

/** Units between the strokes and the edge of the picture in a direction. */
function freeSpace(outlines: readonly Outline[], direction: Vector): number {
  let free = SIDE
  for (const { points } of outlines) {
    for (const { at } of points) {
      direction.forEach((sign, axis) => {
        const edge = sign > 0 ? SIDE - at[axis]! : at[axis]!
        if (sign !== 0) free = Math.min(free, edge - HALF_STROKE)
      })
    }
  }
  return free
}
