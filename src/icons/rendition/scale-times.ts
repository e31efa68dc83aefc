import { ANIMATION_ELEMENTS } from '../../svg/allowed.ts'
import { elementsOf, type SvgElement } from '../../svg/svg-element.ts'
import { parseClockValue } from '../build/svg/clock-value.ts'
import { mapElements, mapValues } from './walk.ts'

const DURATIONS: ReadonlySet<string> = new Set(['dur', 'repeatDur', 'min', 'max'])
/** `id.end+0.5s`, `0.5s`, `-1s`: what comes before the time, its sign, and the time. */
const MOMENT = /^(\s*(?:[^\s;]+\.(?:begin|end)\s*)?)(?:([+-])\s*)?([\d.:]+(?:h|min|ms|s)?)\s*$/

/** Whether the motion of a drawing is in its elements, where its times can be changed. A style sheet may say anything. */
export function hasTimes(root: SvgElement): boolean {
  const elements = [...elementsOf(root)]
  return elements.some(({ name }) => ANIMATION_ELEMENTS.has(name)) && !elements.some(({ name }) => name === 'style')
}

/** Divides all times of a drawing, so that it moves `speed` times as fast. */
export function scaleTimes(root: SvgElement, speed: number): SvgElement {
  const changed = mapElements(root, ({ attributes, name }) =>
    ANIMATION_ELEMENTS.has(name)
      ? mapValues(attributes, (value, attribute) => {
          if (DURATIONS.has(attribute)) return scaled(value, speed) ?? value
          if (attribute !== 'begin' && attribute !== 'end') return value
          return value
            .split(';')
            .map((part) => scaleMoment(part, speed))
            .join(';')
        })
      : attributes,
  )
  return changed ?? root
}

function scaleMoment(text: string, speed: number): string {
  const [, before = '', sign = '', time = ''] = MOMENT.exec(text) ?? []
  const written = scaled(time, speed)
  return written === null ? text : `${before}${sign}${written}`
}

/** Null: the text is no time, such as `indefinite`. */
function scaled(text: string, speed: number): string | null {
  const milliseconds = parseClockValue(text)
  return milliseconds === null ? null : `${Number((milliseconds / speed / 1000).toFixed(4))}s`
}
