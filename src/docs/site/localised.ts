import { z } from 'zod'
import type { Locale } from '../../shared/locale.ts'

// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/

/** A text for every locale, or texts by locale. */
export type Localised = string | Readonly<Partial<Record<Locale, string | undefined>>>

export function text(limitChars: number) {
  const noControl = (value: string): boolean => !CONTROL.test(value)
  return z.string().trim().min(1).max(limitChars).refine(noControl, 'must not contain control characters')
}

export function localised(limitChars: number) {
  const one = text(limitChars)
  const byLocale = z.strictObject({ en: one.optional(), zh: one.optional(), ko: one.optional() })
  return z.union([one, byLocale], 'must be text, or texts by locale')
}

/** The text for a locale, or null. Texts by locale have no fallback: another language would not suit the locale's pages. */
export function textFor(text: Localised | undefined, locale: Locale): string | null {
  return (typeof text === 'string' ? text : text?.[locale]) ?? null
}

export function addFault(context: { readonly addIssue: (message: string) => void }, fault: string | null): void {
  if (fault !== null) context.addIssue(fault)
}
