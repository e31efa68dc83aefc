import type { Locale } from '../../../../shared/locale.ts'
import { EN, type AccountMessages } from './messages-en.ts'
import { KO } from './messages-ko.ts'
import { ZH } from './messages-zh.ts'

export type { AccountMessages, FaultPage } from './messages-en.ts'

const MESSAGES: Readonly<Record<Locale, AccountMessages>> = { en: EN, zh: ZH, ko: KO }

export function accountMessagesFor(locale: Locale): AccountMessages {
  return MESSAGES[locale]
}
