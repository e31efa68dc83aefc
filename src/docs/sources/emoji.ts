import { nameToEmoji } from 'gemoji'
import { createCodeSpanFinder } from '../readers/markdown/code-span.ts'
import { mapLines } from './expand-lines.ts'

const NAME = /:([a-z0-9_+-]{1,50}):/g

const EMOJI: ReadonlyMap<string, string> = new Map(Object.entries(nameToEmoji))

/** Writes emoji for their names, `:rocket:`, outside of code. Names that GitHub does not know stay. */
export function withEmoji(text: string): string {
  return mapLines(text, (line) => {
    if (line.search(NAME) < 0) return line
    const spans = createCodeSpanFinder(line)
    let written = ''
    let from = 0
    for (let at = line.indexOf('`'); at >= 0; at = line.indexOf('`', at)) {
      const { end, text: code } = spans.at(at)
      if (code !== null) {
        written += replaced(line.slice(from, at)) + line.slice(at, end)
        from = end
      }
      at = end
    }
    return written + replaced(line.slice(from))
  })
}

function replaced(text: string): string {
  return text.replace(NAME, (whole, name: string) => EMOJI.get(name) ?? whole)
}
