import { nameToEmoji } from 'gemoji'

const NAME = /:([a-z0-9_+-]{1,50}):/y

const EMOJI: ReadonlyMap<string, string> = new Map(Object.entries(nameToEmoji))

/** The emoji whose name begins at a colon, `:rocket:`, and the offset behind it; null if GitHub knows no such name. */
export function emojiAt(source: string, start: number): { readonly text: string; readonly end: number } | null {
  NAME.lastIndex = start
  const text = EMOJI.get(NAME.exec(source)?.[1] ?? '')
  return text === undefined ? null : { text, end: NAME.lastIndex }
}
