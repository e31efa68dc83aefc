import { nameToEmoji } from 'gemoji'
import { codeSpans } from '../../readers/markdown/code-span.ts'
import { mapLines } from '../expand-lines.ts'

const NAME = /:([a-z0-9_+-]{1,50}):/g

const EMOJI: ReadonlyMap<string, string> = new Map(Object.entries(nameToEmoji))

/** Writes emoji for their names, `:rocket:`, outside of code. Names that GitHub does not know stay. */
export function withEmoji(text: string): string {
  return mapLines(text, (line) => {
    if (line.search(NAME) < 0) return line
    let written = ''
    let from = 0
    for (const { end, start } of codeSpans(line)) {
      written += replaced(line.slice(from, start)) + line.slice(start, end)
      from = end
    }
    return written + replaced(line.slice(from))
  })
}

function replaced(text: string): string {
  return text.replace(NAME, (whole, name: string) => EMOJI.get(name) ?? whole)
}
