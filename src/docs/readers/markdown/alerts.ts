import type { Tone } from '../../model/page-model.ts'
import { toneOf } from '../../model/tones.ts'

/** What the word of an alert (`> [!WORD]`) says. */
interface AlertWord {
  readonly tone: Tone
  /** Title of an alert without one of its own; null: that of its tone. */
  readonly title: string | null
  /** Whether GitHub, Obsidian or a theme that many use has the word. */
  readonly isKnown: boolean
}

/** Words that Obsidian and themes have beside those of GitHub, and the tone that comes nearest. */
const WORDS: Readonly<Record<string, Tone>> = {
  abstract: 'note',
  bug: 'warning',
  cite: 'note',
  done: 'tip',
  example: 'note',
  fail: 'warning',
  failure: 'warning',
  faq: 'note',
  help: 'note',
  missing: 'warning',
  nb: 'note',
  question: 'note',
  quote: 'note',
  summary: 'note',
  tldr: 'note',
  todo: 'note',
  attention: 'warning',
  alert: 'warning',
}

/** Colours that themes take for words. They say nothing that a title could. */
const COLOURS = new Set(['primary', 'secondary', 'light', 'dark', 'default'])

/** Longest word that is read whole in capitals, as an abbreviation is: `NB`, `TLDR`. */
const ABBREVIATION_CHARS = 4

/** Tells what an alert is. One whose word is not known is a note that the word is the title of. */
export function alertOf(word: string): AlertWord {
  const name = word.toLowerCase()
  const tone = toneOf(name)
  if (tone !== undefined) return { tone, title: null, isKnown: true }
  if (COLOURS.has(name)) return { tone: 'note', title: null, isKnown: true }
  const isKnown = Object.hasOwn(WORDS, name)
  return { tone: (isKnown ? WORDS[name] : undefined) ?? 'note', title: titleOf(word), isKnown }
}

/** A word as a title: `tip` is `Tip`. */
export function titleOf(word: string): string {
  const text = word.replace(/[-_]+/g, ' ').trim()
  if (text !== text.toUpperCase() || text.length <= ABBREVIATION_CHARS) return text[0]?.toUpperCase() + text.slice(1)
  return text[0] + text.slice(1).toLowerCase()
}
