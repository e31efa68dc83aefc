import type { Tone } from './page-model.ts'

/** Tones by the names that components, directives and alerts have for them. */
const TONES: Readonly<Record<string, Tone>> = {
  note: 'note',
  info: 'note',
  important: 'note',
  tip: 'tip',
  success: 'tip',
  check: 'tip',
  hint: 'tip',
  idea: 'tip',
  warning: 'warning',
  warn: 'warning',
  caution: 'warning',
  danger: 'warning',
  error: 'warning',
}

/** The tone of an admonition or a badge by the name that authors give it. */
export function toneOf(name: string | undefined): Tone | undefined {
  const word = name?.toLowerCase() ?? ''
  return Object.hasOwn(TONES, word) ? TONES[word] : undefined
}
