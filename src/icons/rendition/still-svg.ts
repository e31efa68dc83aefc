import { ANIMATION_ELEMENTS } from '../../svg/allowed.ts'
import { elementsOf, type SvgElement } from '../../svg/svg-element.ts'
import { hasTimes } from './scale-times.ts'
import { intervalsUntil, type Interval } from './smil-intervals.ts'
import { valueAt } from './smil-value.ts'

/** Moments of stills, in milliseconds: an icon that loops is complete by then, and one that plays once is at its end. */
export const STILL_AT_MS = { loop: 1500, once: 60_000 } as const

/**
 * Writes one moment of an animated drawing into its attributes, and leaves its animations out. Null: the drawing moves in a
 * way that this does not understand, such as along a path or by a style sheet.
 */
export function stillSvg(root: SvgElement, loops: boolean): SvgElement | null {
  if (!hasTimes(root)) return null
  const animations = [...elementsOf(root)].filter(({ name }) => ANIMATION_ELEMENTS.has(name))
  if (animations.some(({ attributes, name }) => name === 'animateMotion' || 'href' in attributes)) return null
  const atMs = loops ? STILL_AT_MS.loop : STILL_AT_MS.once
  const intervals = intervalsUntil(animations, atMs)
  return intervals === null ? null : freeze(root, intervals, atMs, DEFAULTS)
}

/** Values of attributes that an element does not name, for animations that say only where they end. */
const DEFAULTS: SvgElement['attributes'] = {
  opacity: '1',
  'fill-opacity': '1',
  'stroke-opacity': '1',
  'stroke-width': '1',
  'stroke-dashoffset': '0',
  r: '0',
}
const INHERITED = /^(?:fill|stroke)/

function freeze(
  element: SvgElement,
  intervals: ReadonlyMap<SvgElement, readonly Interval[]>,
  atMs: number,
  outer: SvgElement['attributes'],
): SvgElement | null {
  const attributes: Record<string, string> = { ...element.attributes }
  const { style = '' } = attributes
  const begun = element.children
    .flatMap((child) => (typeof child === 'string' ? [] : [child]))
    .flatMap((animation) => {
      const last = intervals.get(animation)?.at(-1)
      return last === undefined ? [] : [{ animation, last }]
    })
  // The animation that begins last has the last word.
  for (const { animation, last } of begun.toSorted((a, b) => a.last.from - b.last.from)) {
    const target = animation.attributes['attributeName'] ?? ''
    const value = valueAt(animation, last, atMs, attributes[target] ?? outer[target])
    // A style would outdo what is written as an attribute.
    if (value === undefined || style.includes(target)) return null
    if (value === null) continue
    const written = animation.name === 'animateTransform' ? transform(animation, value, attributes[target]) : value
    attributes[target] = written
  }
  const named = Object.entries(attributes).filter(([name]) => INHERITED.test(name))
  const inner = { ...outer, ...Object.fromEntries(named) }
  const children: (SvgElement | string)[] = []
  for (const child of element.children) {
    if (typeof child === 'string') children.push(child)
    else if (!ANIMATION_ELEMENTS.has(child.name)) {
      const frozen = freeze(child, intervals, atMs, inner)
      if (frozen === null) return null
      children.push(frozen)
    }
  }
  return { name: element.name, attributes: withoutDashes(attributes), children }
}

/** A transform takes the place of the element's own, unless it says that it is added to it. */
function transform({ attributes }: SvgElement, value: string, own: string | undefined): string {
  const written = `${attributes['type'] ?? 'translate'}(${value})`
  return attributes['additive'] === 'sum' && own !== undefined ? `${own} ${written}` : written
}

/** Leaves out the dashes of a line that is drawn whole, which drawing programs that know no `pathLength` would show. */
function withoutDashes(attributes: Record<string, string>): Record<string, string> {
  const { pathLength, 'stroke-dasharray': dashes, 'stroke-dashoffset': offset, ...others } = attributes
  const isWhole =
    pathLength !== undefined && Number(offset ?? 0) === 0 && Number.parseFloat(dashes ?? '') >= Number(pathLength)
  return isWhole ? others : attributes
}
