import type { IconRecord } from '../../../icons/icon-record.ts'
import type { IconFacets } from '../../../icons/icons-service.ts'
import type { IconAbilities } from '../../../icons/rendition/abilities.ts'
import { renditionUrl, type Rendition } from '../../../icons/rendition/rendition.ts'
import type { Locale } from '../../../shared/locale.ts'
import { markup, type Markup } from '../../../web/markup.ts'
import { renditionFor, type IconChoices } from './icon-choices.ts'
import { pathOf } from './icon-tile.ts'
import type { IconsSite } from './icons-frame.ts'
import type { IconsMessages } from './messages/messages-en.ts'

export interface IconPageInput extends IconsSite {
  readonly locale: Locale
  readonly lang: Locale | null
  readonly icon: IconRecord
  /** Records of the icon's other styles. */
  readonly variants: readonly IconRecord[]
  readonly facets: IconFacets
  readonly choices: IconChoices
  readonly abilities: IconAbilities
}

/** What the parts of the page share. */
export interface IconPageContext {
  readonly input: IconPageInput
  readonly messages: IconsMessages
  readonly numbers: Intl.NumberFormat
}

/** Gives the address of a file with what was chosen; null when the icon has no such file. */
export function chosenUrl(
  { input: { abilities, choices, icon } }: IconPageContext,
  ext: IconRecord['formats'][number]['ext'],
  other: Partial<Rendition> = {},
): string | null {
  const url = icon.formats.find((format) => format.ext === ext)?.url
  return url === undefined ? null : renditionUrl(url, { ...renditionFor(ext, choices, abilities), ...other })
}

/** The path of that address, on the origin from which the page was opened. */
export function chosenPath(...asked: Parameters<typeof chosenUrl>): string | null {
  const url = chosenUrl(...asked)
  return url === null ? null : pathOf(url)
}

/** Renders a button to copy a text. It needs a script, which shows it if copying is possible. */
export function copyButton(text: string, label: string): Markup {
  return markup`<button type="button" class="copy-text" data-copy="${text}" aria-label="${label}" title="${label}" hidden></button>`
}

/** Renders a button to copy the code beside it. */
export function copyCodeButton(label: string): Markup {
  return markup`<button type="button" class="copy-text" aria-label="${label}" title="${label}" hidden></button>`
}

/** Renders a button to copy the text of a file. */
export function copyFileButton(path: string, text: string, label: string): Markup {
  return markup`<button type="button" class="copy-file" data-copy-from="${path}" aria-label="${label}" title="${label}" hidden>${text}</button>`
}
