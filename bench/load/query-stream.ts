import { createRandom } from '../timing.ts'

const WORD = /^[\p{L}\p{N}][\p{L}\p{N}._()-]*$/u

/**
 * Composes distinct queries that cost about as much as real ones: two adjacent words of one title and a word of another
 * title. No two are equal after lower-casing, so that no answer can come from a cache.
 *
 * @throws {Error} if the titles do not yield this many queries
 */
export function composeQueries(titles: readonly string[], count: number, seed: number): string[] {
  const random = createRandom(seed)
  const words = titles.map((title) =>
    title
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => WORD.test(word)),
  )
  const usable = words.filter((title) => title.length > 0)
  if (usable.length === 0) throw new Error('no titles to compose queries of')
  const queries = new Set<string>()
  for (let attempt = 0; queries.size < count; attempt++) {
    if (attempt > count * 20) throw new Error(`the titles give only ${queries.size} distinct queries`)
    const first = usable[Math.floor(random() * usable.length)]!
    const second = usable[Math.floor(random() * usable.length)]!
    const at = Math.floor(random() * first.length)
    queries.add([...first.slice(at, at + 2), second[Math.floor(random() * second.length)]!].join(' '))
  }
  return [...queries]
}
