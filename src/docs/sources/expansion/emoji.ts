import { nameToEmoji } from 'gemoji'
import { mapOutsideCode } from '../../readers/markdown/code/code-span.ts'
import type { Construct } from '../../readers/markdown/constructs.ts'
import { mapLines } from '../expand-lines.ts'

const NAME = /:([a-z0-9_+-]{1,50}):/g

const EMOJI: ReadonlyMap<string, string> = new Map(Object.entries(nameToEmoji))

/** `:rocket:`, where text is text. */
export const EMOJI_NAME: Construct = {
  opening: ':',
  pattern: new RegExp(NAME, 'y'),
  part([, name = '']) {
    const text = EMOJI.get(name)
    return text === undefined ? null : { text, constructs: [] }
  },
}

/** Writes emoji for their names, `:rocket:`, outside of code. Names that GitHub does not know stay. */
export function withEmoji(text: string): string {
  return mapLines(text, (line) => (line.search(NAME) < 0 ? line : mapOutsideCode(line, replaced)))
}

function replaced(text: string): string {
  return text.replace(NAME, (whole, name: string) => EMOJI.get(name) ?? whole)
}
