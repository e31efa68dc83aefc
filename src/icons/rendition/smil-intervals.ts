import { parseClockValue } from '../build/svg/clock-value.ts'
import { readBegin } from '../build/svg/smil-timing.ts'
import type { SvgElement } from '../../svg/svg-element.ts'
import { append } from '../../shared/append.ts'

/** When an animation is active, in milliseconds. `to` is Infinity where it never ends. */
export interface Interval {
  readonly from: number
  readonly to: number
}

/** Limit of the intervals of one drawing, so that animations that start each other end somewhere. */
const INTERVAL_LIMIT = 5000

/**
 * Lists the intervals of the animations of a drawing that begin until a moment, in order of their beginning (SMIL 3.0 §5.4).
 * Null: an animation has a time that this does not understand.
 */
export function intervalsUntil(
  animations: readonly SvgElement[],
  untilMs: number,
): ReadonlyMap<SvgElement, readonly Interval[]> | null {
  const intervals = new Map<SvgElement, Interval[]>(animations.map((animation) => [animation, []]))
  const waiting: { readonly animation: SvgElement; readonly from: number }[] = []
  const heldUp = new Map<string, { readonly animation: SvgElement; readonly offset: number }[]>()
  for (const animation of animations) {
    if ('end' in animation.attributes || 'min' in animation.attributes || 'max' in animation.attributes) return null
    for (const part of (animation.attributes['begin'] ?? '0s').split(';')) {
      const begin = readBegin(part)
      if (begin === null) return null
      const { after, offsetMs: offset } = begin
      if (after === null) waiting.push({ animation, from: offset })
      else append(heldUp, `${after.id}.${after.end ? 'end' : 'begin'}`, { animation, offset })
    }
  }
  for (let count = 0; waiting.length > 0; count++) {
    if (count > INTERVAL_LIMIT) return null
    waiting.sort((a, b) => b.from - a.from)
    const { animation, from } = waiting.pop()!
    if (from > untilMs) continue
    const lasts = activeMs(animation)
    if (lasts === null) return null
    const own = intervals.get(animation)!
    const last = own.at(-1)
    if (last?.from === from) continue
    // A later beginning ends what is still active.
    if (last !== undefined && last.to > from) own[own.length - 1] = { from: last.from, to: from }
    own.push({ from, to: from + lasts })
    const { id } = animation.attributes
    for (const [event, at] of [
      [`${id}.begin`, from],
      [`${id}.end`, from + lasts],
    ] as const) {
      for (const { animation: next, offset } of heldUp.get(event) ?? [])
        waiting.push({ animation: next, from: at + offset })
    }
  }
  return intervals
}

/** Duration with repeats; Infinity without an end, null where it is not understood. */
function activeMs({ attributes, name }: SvgElement): number | null {
  const { dur, repeatCount, repeatDur } = attributes
  if (repeatDur !== undefined) return null
  const once = onceMs({ attributes, name })
  if (once === null) return null
  if (repeatCount === undefined) return once
  return repeatCount.trim() === 'indefinite' ? Infinity : dur === undefined ? null : once * Number(repeatCount)
}

/** Duration of one run. A `set` without one lasts for ever. */
export function onceMs({ attributes, name }: Pick<SvgElement, 'attributes' | 'name'>): number | null {
  const { dur } = attributes
  if (dur === undefined || dur.trim() === 'indefinite') return name === 'set' ? Infinity : null
  const once = parseClockValue(dur)
  return once === null || once <= 0 ? null : once
}
