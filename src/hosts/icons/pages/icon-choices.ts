import type { Trigger } from '../../../icons/embed/embed-input.ts'
import type { IconExtension } from '../../../icons/icon-record.ts'
import type { IconAbilities } from '../../../icons/rendition/abilities.ts'
import { renditionOf, renditionParameters, UNCHANGED, type Rendition } from '../../../icons/rendition/rendition.ts'

/** What a person has chosen on the page of an icon. Its address holds it, so that a link shares it. */
export interface IconChoices {
  readonly rendition: Rendition
  readonly trigger: Trigger
  /** Whether code holds the drawing. */
  readonly inline: boolean
}

/** The choices as the address has them. */
export interface AskedChoices {
  readonly color: string | null
  readonly size: number | null
  readonly speed: number | null
  readonly trigger: Trigger
  readonly inline: boolean
}

/** Reads the choices, without those that the icon's files do not allow. */
export function toChoices(query: AskedChoices, abilities: IconAbilities): IconChoices {
  const isTimed = abilities.drawing?.hasTimes ?? false
  const colour = canColour(abilities) ? query.color : null
  const speed = isTimed ? (query.speed ?? 1) : 1
  const trigger = isTimed ? query.trigger : 'load'
  const inline = isTimed && (query.inline || trigger !== 'load')
  return { rendition: { ...UNCHANGED, colour, sizePx: query.size, speed }, trigger, inline }
}

/** Whether any file of the icon can have another colour. */
export function canColour({ drawing, lottieColour }: IconAbilities): boolean {
  return (drawing !== null && drawing.ink !== null) || lottieColour
}

/** The rendition of one format: without what it cannot take. */
export function renditionFor(ext: IconExtension, { rendition }: IconChoices, abilities: IconAbilities): Rendition {
  const { drawing, lottieColour } = abilities
  const possible = renditionOf(ext, rendition)
  if (ext !== 'svg') return { ...possible, colour: lottieColour ? possible.colour : null }
  return drawing === null ? UNCHANGED : { ...possible, colour: drawing.ink === null ? null : possible.colour }
}

/** Writes the choices as parameters of an address. Those that are as usual are left out. */
export function choiceParameters({ inline, rendition, trigger }: IconChoices): URLSearchParams {
  const parameters = renditionParameters(rendition)
  if (trigger !== 'load') parameters.set('trigger', trigger)
  else if (inline) parameters.set('inline', '1')
  return parameters
}
