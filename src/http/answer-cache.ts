import type { Hashed } from '../shared/hash-key.ts'
import { layOut } from '../shared/lay-out.ts'
import { createAskedLately } from './asked-lately.ts'
import { copyOf, sizeOf } from './representation.ts'
import type { Representation } from './representation.ts'
import { createSecondChance } from './second-chance.ts'

/** Share of the memory that goes to the names under which answers are found. */
const ALIAS_SHARE = 1 / 8
/** No single answer may push out more than this share of the others. */
const LARGEST_ENTRY_SHARE = 1 / 4
/** What a Map entry and its objects take beside the characters. */
const ENTRY_OVERHEAD_BYTES = 128

export interface AnswerCache {
  /** The finished answer of a URL as it came, if there is one. Costs one look-up and no decoding. */
  find(alias: string): Representation | undefined
  /** The finished answer of a canonical key; the alias leads to it from now on. */
  findByKey(key: string, alias: string): Representation | undefined
  /**
   * Keeps an answer unless the generation has moved on since `generation` was read. Its alias is kept when the key is first
   * found: most distinct queries are asked once, and need none.
   */
  keep(key: string, representation: Representation, generation: number): void
  /**
   * As `keep`, of an answer whose body is overwritten later: a copy, from the second time on that the key is asked for. It must
   * have no coded forms.
   *
   * @param several Whether more than one wait for it.
   */
  keepCopy(name: Hashed, representation: Representation, generation: number, several: boolean): void
  /** Keeps an answer for as long as its generation, beside the others. */
  pin(key: string, representation: Representation, generation: number): void
  /** Takes into account that the answer has grown. */
  regrow(representation: Representation): void
  readonly sizeBytes: number
  readonly entryCount: number
}

interface Kept {
  readonly key: string
  /** Undefined when it had to go: aliases may lead here for a while yet. */
  representation: Representation | undefined
  bytes: number
  used: boolean
}

interface Alias {
  readonly kept: Kept
  bytes: number
  used: boolean
}

/**
 * Finished answers, bounded in bytes; nearly the least recently used go first. Those whose bodies must be copied are kept when
 * they are asked for again, so that queries which are asked once cost no copy and push out nothing. Two names lead to an
 * answer: its canonical key, and a URL as it came (alias), so that `?q=a&limit=10` and `?limit=10&q=a` share one.
 *
 * @param limitBytes For answers and aliases together; 0 keeps none but the pinned ones.
 * @param currentGeneration Everything is dropped when its value changes.
 */
export function createAnswerCache(limitBytes: number, currentGeneration: () => number): AnswerCache {
  const aliasLimitBytes = Math.ceil(limitBytes * ALIAS_SHARE)
  const answerLimitBytes = limitBytes - aliasLimitBytes
  /** Of all generations: what was asked for in one is asked for in the next. */
  const askedLately = createAskedLately()
  const largestBytes = answerLimitBytes * LARGEST_ENTRY_SHARE
  const answers = createSecondChance<Kept>(answerLimitBytes, (kept) => {
    kept.representation = undefined
  })
  const aliases = createSecondChance<Alias>(aliasLimitBytes)
  const pinned = new Map<string, Kept>()
  const keepers = new WeakMap<Representation, Kept>()
  let generation = currentGeneration()

  function dropOlderGeneration(): void {
    const current = currentGeneration()
    if (current === generation) return
    generation = current
    answers.clear()
    aliases.clear()
    pinned.clear()
  }

  /** @param lent The body is overwritten later. */
  function keepWhole(key: string, representation: Representation, lent: boolean): void {
    const bytes = bytesOf(key, representation)
    if (bytes > largestBytes) return
    const own = lent ? copyOf(representation) : representation
    const kept = newKept(key, own, bytes)
    answers.set(key, kept)
    keepers.set(own, kept)
  }

  return layOut<AnswerCache>({
    find(alias) {
      dropOlderGeneration()
      const found = aliases.get(alias)
      if (found === undefined) return undefined
      found.used = true
      found.kept.used = true
      return found.kept.representation
    },
    findByKey(key, alias) {
      dropOlderGeneration()
      const kept = answers.get(key) ?? pinned.get(key)
      if (kept === undefined) return undefined
      kept.used = true
      const bytes = ENTRY_OVERHEAD_BYTES + 2 * alias.length
      if (bytes <= aliasLimitBytes) aliases.set(alias, { kept, bytes, used: false })
      return kept.representation
    },
    keep(key, representation, producedFrom) {
      dropOlderGeneration()
      if (producedFrom === generation) keepWhole(key, representation, false)
    },
    keepCopy({ hash, key }, representation, producedFrom, several) {
      dropOlderGeneration()
      const again = askedLately.again(hash) || several
      if (again && producedFrom === generation) keepWhole(key, representation, true)
    },
    pin(key, representation, producedFrom) {
      dropOlderGeneration()
      if (producedFrom === generation) pinned.set(key, newKept(key, representation, bytesOf(key, representation)))
    },
    regrow(representation) {
      const kept = keepers.get(representation)
      if (kept === undefined || kept.representation !== representation) return
      const bytes = bytesOf(kept.key, representation)
      if (bytes > largestBytes) answers.delete(kept.key)
      else answers.resize(kept.key, bytes)
    },
    get sizeBytes() {
      return answers.bytes + aliases.bytes
    },
    get entryCount() {
      return answers.size
    },
  })
}

function newKept(key: string, representation: Representation, bytes: number): Kept {
  return { key, representation, bytes, used: false }
}

function bytesOf(key: string, representation: Representation): number {
  return sizeOf(representation) + ENTRY_OVERHEAD_BYTES + 2 * key.length
}
