import type { Locale } from '../../../../shared/locale.ts'
import { EN, type IconsMessages } from './messages-en.ts'
import { KO } from './messages-ko.ts'
import { ZH } from './messages-zh.ts'

const MESSAGES: Readonly<Record<Locale, IconsMessages>> = { en: EN, zh: ZH, ko: KO }

export function iconsMessagesFor(locale: Locale): IconsMessages {
  return MESSAGES[locale]
}

/** Writes the named texts as JSON for a script of the page. */
export function textsFor(names: readonly (keyof IconsMessages)[], messages: IconsMessages): string {
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, messages[name]])))
}

/** Gives the name of a category or style for people. */
export function nameOf(id: string, title: string, messages: IconsMessages): string {
  return messages.names[id] ?? title
}
