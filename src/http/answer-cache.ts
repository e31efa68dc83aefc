import { LRUCache } from 'lru-cache'
import { sizeOf } from './representation.ts'
import type { Representation } from './representation.ts'

/** Share of the memory that goes to the names under which answers are found. */
const ALIAS_SHARE = 1 / 8
/** No single answer may push out more than this share of the others. */
const LARGEST_ENTRY_SHARE = 1 / 4
/** What a Map entry and its string objects take beside the characters. */
const ALIAS_OVERHEAD_BYTES = 128

export interface AnswerCache {
  /** The finished answer of a URL as it came, if there is one. Costs two look-ups and no decoding. */
  find(alias: string): Representation | undefined
  /** The finished answer of a canonical key; the alias leads to it from now on. */
  findByKey(key: string, alias: string): Representation | undefined
  /**
   * Keeps an answer unless the generation has moved on since `generation` was read. Its alias is kept when the key is first
   * found: most distinct queries are asked once, and need none.
   */
  keep(key: string, representation: Representation, generation: number): void
  /** Keeps an answer for as long as its generation, beside the others. */
  pin(key: string, representation: Representation, generation: number): void
  /** Takes into account that the answer has grown. */
  regrow(representation: Representation): void
  readonly sizeBytes: number
  readonly entryCount: number
}

/**
 * Finished answers, the least recently used of which go first, bounded in bytes. Two steps: a URL as it came (alias) leads
 * to a canonical key, the key to the answer, so that `?q=a&limit=10` and `?limit=10&q=a` share one.
 *
 * @param limitBytes For answers and aliases together; 0 keeps none but the pinned ones.
 * @param currentGeneration Everything is dropped when its value changes.
 */
export function createAnswerCache(limitBytes: number, currentGeneration: () => number): AnswerCache {
  // The library takes 0 for no limit.
  const aliasLimitBytes = Math.max(1, Math.ceil(limitBytes * ALIAS_SHARE))
  const answerLimitBytes = Math.max(1, limitBytes - aliasLimitBytes)
  const answers = new LRUCache<string, Representation>({
    maxSize: answerLimitBytes,
    maxEntrySize: Math.ceil(answerLimitBytes * LARGEST_ENTRY_SHARE),
    sizeCalculation: (representation, key) => sizeOf(representation) + ALIAS_OVERHEAD_BYTES + 2 * key.length,
  })
  const aliases = new LRUCache<string, string>({
    maxSize: aliasLimitBytes,
    sizeCalculation: (_key, alias) => ALIAS_OVERHEAD_BYTES + 2 * alias.length,
  })
  const pinned = new Map<string, Representation>()
  const keys = new WeakMap<Representation, string>()
  let generation = currentGeneration()

  function dropOlderGeneration(): void {
    const current = currentGeneration()
    if (current === generation) return
    generation = current
    answers.clear()
    aliases.clear()
    pinned.clear()
  }

  return {
    find(alias) {
      dropOlderGeneration()
      const key = aliases.get(alias)
      return key === undefined ? undefined : (answers.get(key) ?? pinned.get(key))
    },
    findByKey(key, alias) {
      dropOlderGeneration()
      const found = answers.get(key) ?? pinned.get(key)
      if (found !== undefined) aliases.set(alias, key)
      return found
    },
    keep(key, representation, producedFrom) {
      dropOlderGeneration()
      if (producedFrom !== generation || limitBytes === 0) return
      answers.set(key, representation)
      keys.set(representation, key)
    },
    pin(key, representation, producedFrom) {
      dropOlderGeneration()
      if (producedFrom === generation) pinned.set(key, representation)
    },
    regrow(representation) {
      const key = keys.get(representation)
      if (key === undefined || answers.peek(key) !== representation) return
      answers.delete(key)
      answers.set(key, representation)
    },
    get sizeBytes() {
      return answers.calculatedSize + aliases.calculatedSize
    },
    get entryCount() {
      return answers.size
    },
  }
}
