import { parseClockValue } from '../build/svg/clock-value.ts'
import { countOf, readBegin } from '../build/svg/smil-timing.ts'
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
  /** The latest beginning first. */
  const waiting: Beginning[] = []
  const heldUp = new Map<string, { readonly animation: SvgElement; readonly offset: number }[]>()
  for (const animation of animations) {
    if ('end' in animation.attributes || 'min' in animation.attributes || 'max' in animation.attributes) return null
    for (const part of (animation.attributes['begin'] ?? '0s').split(';')) {
      const begin = readBegin(part)
      if (begin === null) return null
      const { after, offsetMs: offset } = begin
      if (after !== null) append(heldUp, `${after.id}.${after.end ? 'end' : 'begin'}`, { animation, offset })
      else if (offset <= untilMs) waiting.push({ animation, from: offset })
    }
  }
  waiting.sort((a, b) => b.from - a.from)
  for (const each of heldUp.values()) each.sort((a, b) => a.offset - b.offset)
  let count = waiting.length
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { animation, from } = next
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
      for (const { animation: held, offset } of heldUp.get(event) ?? []) {
        if (at + offset > untilMs) break
        if (++count > INTERVAL_LIMIT) return null
        insert(waiting, { animation: held, from: at + offset })
      }
    }
  }
  return intervals
}

interface Beginning {
  readonly animation: SvgElement
  readonly from: number
}

/** Keeps the order of a list whose latest beginning is the first. */
function insert(waiting: Beginning[], added: Beginning): void {
  let low = 0
  let high = waiting.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (waiting[middle]!.from >= added.from) low = middle + 1
    else high = middle
  }
  waiting.splice(low, 0, added)
}

/** Duration with repeats; Infinity without an end, null where it is not understood. */
function activeMs({ attributes, name }: SvgElement): number | null {
  const { dur, repeatCount, repeatDur } = attributes
  if (repeatDur !== undefined) return null
  const once = onceMs({ attributes, name })
  if (once === null) return null
  if (repeatCount === undefined) return once
  if (repeatCount.trim() === 'indefinite') return Infinity
  if (dur === undefined) return null
  return once * (countOf(repeatCount) ?? 1)
}

/** Duration of one run. A `set` without one lasts for ever. */
export function onceMs({ attributes, name }: Pick<SvgElement, 'attributes' | 'name'>): number | null {
  const { dur } = attributes
  if (dur === undefined || dur.trim() === 'indefinite') return name === 'set' ? Infinity : null
  const once = parseClockValue(dur)
  return once === null || once <= 0 ? null : once
}
