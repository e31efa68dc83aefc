import type { Catalogue } from './catalogue.ts'

/** One completion: a word or a name, and the number of its icons. */
export interface Suggestion {
  readonly text: string
  readonly icons: number
}

/** All completions, sorted by text (by code unit), so that a prefix is a range. */
export type SuggestionList = readonly Suggestion[]

/** Collects names, their words, aliases and localised words. */
export function listSuggestions({ icons }: Catalogue): SuggestionList {
  const counts = new Map<string, number>()
  for (const { records } of icons) {
    const [best] = records
    if (best === undefined) continue
    const { aliases, localised, name } = best
    const names = [name, ...aliases].map((text) => text.replaceAll('-', ' '))
    const texts = [...names, ...names.flatMap((text) => text.split(' ')), ...localised.zh, ...localised.ko]
    for (const text of new Set(texts.map(asPrefixes))) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return [...counts]
    .filter(([text]) => text.length > 1 || text > '\u2fff')
    .map(([text, iconCount]) => ({ text, icons: iconCount }))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1))
}

/** The form in which prefixes are looked up: an operator's aliases may contain capitals. */
function asPrefixes(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** The completions of a prefix with the most icons; the shorter comes first among equals. */
export function suggest(list: SuggestionList, prefix: string, limit: number): Suggestion[] {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (list[middle]!.text < prefix) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < list.length && list[end]!.text.startsWith(prefix)) end++
  return list
    .slice(low, end)
    .toSorted((a, b) => b.icons - a.icons || a.text.length - b.text.length || (a.text < b.text ? -1 : 1))
    .slice(0, limit)
}
