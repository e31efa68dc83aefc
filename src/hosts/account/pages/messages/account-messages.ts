import type { Locale } from '../../../../shared/locale.ts'
import type { AccountMessages } from './message-texts.ts'
import { EN } from './messages-en.ts'
import { KO } from './messages-ko.ts'
import { ZH } from './messages-zh.ts'

export type { AccountMessages, FaultPage } from './message-texts.ts'

const MESSAGES: Readonly<Record<Locale, AccountMessages>> = { en: EN, zh: ZH, ko: KO }

export function accountMessagesFor(locale: Locale): AccountMessages {
  return MESSAGES[locale]
}
