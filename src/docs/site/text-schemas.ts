import { z } from 'zod'

const CONTROL = /(?![\t\n])\p{Cc}/u

export function text(limitChars: number) {
  const noControl = (value: string): boolean => !CONTROL.test(value)
  return z.string().trim().min(1).max(limitChars).refine(noControl, 'must not contain control characters')
}

/** A `Localised` of `localised.ts`, which pages use without the package for schemas. */
export function localised(limitChars: number) {
  const one = text(limitChars)
  const byLocale = z.strictObject({ en: one.optional(), zh: one.optional(), ko: one.optional() })
  return z.union([one, byLocale], 'must be text, or texts by locale')
}

export function addFault(context: { readonly addIssue: (message: string) => void }, fault: string | null): void {
  if (fault !== null) context.addIssue(fault)
}
