import { coverCode } from './code/code-span.ts'
import { isMarkup } from './tag-names.ts'
import type { Tag } from './tag.ts'

const CLOSING = /<\/([A-Za-z][\w.:-]+)[ \t]*>/g
/** Names of components of Vue and of custom elements. Elements of XML are mostly named otherwise: `groupId`. */
const COMPONENT = /^[A-Z][\w.]*[a-z]|-/

/**
 * Tells which tags of a text are words in angle brackets: `cp <source> <path>`. The tag of a component is not one where
 * the component ends further on. What ends such a word is one too. Tags are asked for in their order.
 */
export function createWordTester(source: string): (tag: Tag) => boolean {
  /** Where the last closing tag of each name begins, outside of code. */
  let closings: ReadonlyMap<string, number> | null = null
  /** How many words have begun and not ended, by their names. */
  const begun = new Map<string, number>()

  function isComponent({ end, kind, name }: Tag): boolean {
    closings ??= new Map(Array.from(coverCode(source).matchAll(CLOSING), ({ index, 1: of = '' }) => [of, index]))
    return kind === 'open' && COMPONENT.test(name) && (closings.get(name) ?? -1) >= end
  }

  return (tag) => {
    const open = begun.get(tag.name) ?? 0
    const endsWord = tag.kind === 'close' && open > 0
    if (!endsWord && (isMarkup(tag) || isComponent(tag))) return false
    begun.set(tag.name, endsWord ? open - 1 : open + 1)
    return true
  }
}
