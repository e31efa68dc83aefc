import { ANIMATION_ELEMENTS } from '../../../svg/allowed.ts'
import { parseClockValue } from './clock-value.ts'
import type { SvgElement } from '../../../svg/svg-element.ts'
import { append } from '../../../shared/append.ts'

export interface Timing {
  /** Time until every animation has run once, with its finite repeats. Null when it is unknown. */
  readonly durationMs: number | null
  /** Whether an animation never ends. */
  readonly loop: boolean
}

type Tag = Pick<SvgElement, 'name' | 'attributes'>

interface Animation {
  /** Duration of one run with its repeats; endless repeats count once. Null when it is not stated. */
  readonly activeMs: number | null
  readonly endless: boolean
  readonly begins: readonly Begin[]
}

export interface Begin {
  readonly offsetMs: number
  /** Animation whose beginning or end the offset counts from. */
  readonly after: { readonly id: string; readonly end: boolean } | null
}

/** Maximum number of rounds for animations that wait for each other in reverse document order. Longer chains are not followed. */
const ROUND_LIMIT = 32

/** Total duration of the SMIL animations of a file. Null when there is none. */
export function smilTiming(elements: readonly Tag[]): Timing | null {
  const animations: Animation[] = []
  const byId = new Map<string, Animation>()
  for (const element of elements) {
    if (!ANIMATION_ELEMENTS.has(element.name)) continue
    const animation = toAnimation(element)
    animations.push(animation)
    const { id } = element.attributes
    if (id !== undefined) byId.set(id, animation)
  }
  if (animations.length === 0) return null
  const starts = firstStarts(animations, byId)
  let durationMs: number | null = 0
  for (const animation of animations) {
    const start = starts.get(animation)
    const unknown = start === undefined || animation.activeMs === null
    durationMs = unknown || durationMs === null ? null : Math.max(durationMs, start + animation.activeMs)
  }
  const loop = animations.some(({ endless }) => endless) || hasCircle(animations, byId)
  return { durationMs: durationMs === null || durationMs === 0 ? null : Math.round(durationMs), loop }
}

function toAnimation({ name, attributes }: Tag): Animation {
  const { dur, repeatCount, repeatDur, begin } = attributes
  const endless = repeatCount?.trim() === 'indefinite' || repeatDur?.trim() === 'indefinite'
  return {
    activeMs: endless ? runMs(name, dur) : activeMs(runMs(name, dur), repeatCount, repeatDur),
    endless,
    begins: (begin ?? '0').split(';').flatMap((part) => readBegin(part) ?? []),
  }
}

/** Duration of one run; an element `set` may omit `dur`. */
function runMs(name: string, dur: string | undefined): number | null {
  if (dur === undefined || dur.trim() === 'indefinite') return name === 'set' ? 0 : null
  return parseClockValue(dur)
}

/** How often an animation runs; null if it has no count, or none that browsers understand, who then ignore it. */
export function countOf(repeatCount: string | undefined): number | null {
  const count = Number(repeatCount)
  return count > 0 && Number.isFinite(count) ? count : null
}

/** Duration with finite repeats (SMIL 3.0 §5.4.5). */
function activeMs(once: number | null, repeatCount: string | undefined, repeatDur: string | undefined): number | null {
  const limit = repeatDur === undefined ? null : parseClockValue(repeatDur)
  const count = countOf(repeatCount)
  if (count === null) return limit ?? once
  if (once === null) return limit
  return limit === null ? once * count : Math.min(once * count, limit)
}

/** Reads a value of `begin`. Null when the animation waits for something that a file alone does not do, such as a click. */
export function readBegin(text: string): Begin | null {
  const compact = text.replaceAll(/\s/g, '')
  const [, sign, offset = ''] = /^([+-])?(.*)$/.exec(compact) ?? []
  const own = parseClockValue(offset)
  if (own !== null) return { offsetMs: sign === '-' ? -own : own, after: null }
  const synced = /^(.+)\.(begin|end)(?:([+-])(.+))?$/.exec(compact)
  if (!synced) return null
  const [, id = '', edge, direction, distance] = synced
  const offsetMs = distance === undefined ? 0 : parseClockValue(distance)
  return offsetMs === null
    ? null
    : { offsetMs: direction === '-' ? -offsetMs : offsetMs, after: { id, end: edge === 'end' } }
}

/** First start time of each animation; animations whose start is unknown are missing. */
function firstStarts(animations: readonly Animation[], byId: ReadonlyMap<string, Animation>): Map<Animation, number> {
  const starts = new Map<Animation, number>()
  // Each step against the order of the document needs a round. Most files need two.
  for (let round = 0, changed = true; changed && round < ROUND_LIMIT; round++) {
    changed = false
    for (const animation of animations) {
      for (const begin of animation.begins) {
        const at = startBy(begin)
        if (at === null || at >= (starts.get(animation) ?? Infinity)) continue
        starts.set(animation, at)
        changed = true
      }
    }
  }
  return starts

  function startBy({ offsetMs, after }: Begin): number | null {
    if (after === null) return Math.max(0, offsetMs)
    const other = byId.get(after.id)
    const start = other === undefined ? undefined : starts.get(other)
    const lasts = after.end ? (other?.activeMs ?? null) : 0
    return start === undefined || lasts === null ? null : Math.max(0, start + lasts + offsetMs)
  }
}

/** Whether an animation triggers itself, perhaps through others: then it never ends. */
function hasCircle(animations: readonly Animation[], byId: ReadonlyMap<string, Animation>): boolean {
  const waitsFor = new Map<Animation, number>()
  const heldUp = new Map<Animation, Animation[]>()
  for (const animation of animations) {
    const others = animation.begins.flatMap(({ after }) => (after === null ? [] : (byId.get(after.id) ?? [])))
    waitsFor.set(animation, others.length)
    for (const other of others) append(heldUp, other, animation)
  }
  // Animations that wait for nothing are removed, then those that waited only for them, and so on. Only a cycle remains.
  const free = animations.filter((animation) => waitsFor.get(animation) === 0)
  let taken = 0
  for (let next = free.pop(); next !== undefined; next = free.pop()) {
    taken += 1
    for (const other of heldUp.get(next) ?? []) {
      const left = (waitsFor.get(other) ?? 0) - 1
      waitsFor.set(other, left)
      if (left === 0) free.push(other)
    }
  }
  return taken < animations.length
}
