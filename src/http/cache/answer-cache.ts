import { hashKey } from '../../shared/hash-key.ts'
import { createKeyTable, type Keyed, type KeyName } from '../../shared/key-table.ts'
import { layOut } from '../../shared/lay-out.ts'
import { createAskedLately } from './asked-lately.ts'
import { copyOf, sizeOf } from './representation.ts'
import type { Representation } from './representation.ts'
import { createSecondChance } from './second-chance.ts'

/** Share of the memory that goes to the names under which answers are found. */
const ALIAS_SHARE = 1 / 8
/** No single answer may push out more than this share of the others. */
const LARGEST_ENTRY_SHARE = 1 / 4
/** What the tables and the objects of an entry take beside the characters. */
const ENTRY_OVERHEAD_BYTES = 128

export interface AnswerCache {
  /**
   * The finished answer of a request as it came, if there is one. Costs one look-up and no decoding.
   *
   * @param place Of its route.
   * @param rest What it has beside: of one route, requests that are equal in it have equal answers.
   */
  find(place: number, rest: string): Representation | undefined
  /** The finished answer of a canonical name; the request leads to it from now on. */
  findByName(key: string, variant: number, place: number, rest: string): Representation | undefined
  /** The answer of a canonical name, where no request is to lead to it. */
  peek(name: KeyName): Representation | undefined
  /**
   * Keeps an answer unless the generation has moved on since `generation` was read. The request's own name is kept when it is
   * first found: most distinct queries are asked once, and need none.
   */
  keep(name: KeyName, representation: Representation, generation: number): void
  /**
   * As `keep`, of an answer whose body is overwritten later: a copy, from the second time on that the name is asked for. It
   * must have no coded forms.
   *
   * @param several Whether more than one wait for it.
   */
  keepCopy(name: KeyName, representation: Representation, generation: number, several: boolean): void
  /** Keeps an answer for as long as its generation, beside the others. */
  pin(name: KeyName, representation: Representation, generation: number): void
  /** Takes into account that the answer has grown. */
  regrow(representation: Representation): void
  readonly sizeBytes: number
  readonly entryCount: number
}

/** An answer under its canonical name. */
interface Kept extends Keyed<Kept> {
  /** Undefined when it had to go: requests may lead here for a while yet. */
  representation: Representation | undefined
  bytes: number
  used: boolean
}

/** A request that leads to an answer: its `rest` is the key, its place the variant. */
interface Alias extends Keyed<Alias> {
  readonly kept: Kept
  bytes: number
  used: boolean
}

/**
 * Finished answers, bounded in bytes; nearly the least recently used go first. Those whose bodies must be copied are kept when
 * they are asked for again, so that queries which are asked once cost no copy and push out nothing. Two names lead to an
 * answer: its canonical one, and a request as it came (alias), so that `?q=a&limit=10` and `?limit=10&q=a` share one.
 *
 * @param limitBytes For answers and aliases together; 0 keeps none but the pinned ones.
 * @param currentGeneration Everything is dropped when its value changes.
 */
export function createAnswerCache(limitBytes: number, currentGeneration: () => number): AnswerCache {
  const aliasLimitBytes = Math.ceil(limitBytes * ALIAS_SHARE)
  const answerLimitBytes = limitBytes - aliasLimitBytes
  const largestBytes = answerLimitBytes * LARGEST_ENTRY_SHARE
  /** Of all generations: what was asked for in one is asked for in the next. */
  const askedLately = createAskedLately()
  const keepers = new WeakMap<Representation, Kept>()
  let generation = currentGeneration()
  let tables = createTables()

  function createTables() {
    return {
      answers: createSecondChance<Kept>(answerLimitBytes, (kept) => {
        kept.representation = undefined
      }),
      pinned: createKeyTable<Kept>(),
      aliases: createSecondChance<Alias>(aliasLimitBytes),
    }
  }

  function dropOlderGeneration(): void {
    const current = currentGeneration()
    if (current === generation) return
    generation = current
    tables = createTables()
  }

  /** @param lent The body is overwritten later. */
  function keepWhole(name: KeyName, representation: Representation, lent: boolean): void {
    const bytes = bytesOf(name.key, representation)
    if (bytes > largestBytes) return
    const own = lent ? copyOf(representation) : representation
    const kept = newKept(name, own, bytes)
    tables.answers.set(kept)
    keepers.set(own, kept)
  }

  return layOut<AnswerCache>({
    find(place, rest) {
      dropOlderGeneration()
      const found = tables.aliases.find(rest, place)
      if (found === undefined) return undefined
      found.used = true
      found.kept.used = true
      return found.kept.representation
    },
    findByName(key, variant, place, rest) {
      dropOlderGeneration()
      const kept = tables.answers.find(key, variant) ?? tables.pinned.find(key, variant)
      if (kept === undefined) return undefined
      kept.used = true
      const bytes = ENTRY_OVERHEAD_BYTES + 2 * rest.length
      if (bytes <= aliasLimitBytes)
        tables.aliases.set({ key: rest, variant: place, hash: hashKey(rest), kept, bytes, used: false, next: null })
      return kept.representation
    },
    peek({ key, variant }) {
      dropOlderGeneration()
      return tables.answers.find(key, variant)?.representation
    },
    keep(name, representation, producedFrom) {
      dropOlderGeneration()
      if (producedFrom === generation) keepWhole(name, representation, false)
    },
    keepCopy(name, representation, producedFrom, several) {
      dropOlderGeneration()
      const again = askedLately.again(hashOf(name)) || several
      if (again && producedFrom === generation) keepWhole(name, representation, true)
    },
    pin(name, representation, producedFrom) {
      dropOlderGeneration()
      if (producedFrom !== generation) return
      const former = tables.pinned.find(name.key, name.variant)
      if (former !== undefined) tables.pinned.remove(former)
      tables.pinned.add(newKept(name, representation, bytesOf(name.key, representation)))
    },
    regrow(representation) {
      const kept = keepers.get(representation)
      if (kept === undefined) return
      const bytes = bytesOf(kept.key, representation)
      if (bytes > largestBytes) tables.answers.delete(kept)
      else tables.answers.resize(kept, bytes)
    },
    get sizeBytes() {
      return tables.answers.bytes + tables.aliases.bytes
    },
    get entryCount() {
      return tables.answers.size
    },
  })
}

function newKept({ hash, key, variant }: KeyName, representation: Representation, bytes: number): Kept {
  return { key: ownText(key), variant, hash, representation, bytes, used: false, next: null }
}

/** A copy: V8 keeps the whole of a text for a piece of it, and a key may be a piece of a query string of many kilobytes. */
function ownText(text: string): string {
  return ` ${text}`.slice(1)
}

/** The hash of a key is the same for all its variants. */
function hashOf({ hash, variant }: KeyName): number {
  return hash ^ Math.imul(variant, 0x9e3779b1)
}

function bytesOf(key: string, representation: Representation): number {
  return sizeOf(representation) + ENTRY_OVERHEAD_BYTES + 2 * key.length
}
