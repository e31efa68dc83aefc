import { LRUCache } from 'lru-cache'
import { hashKey } from '../../shared/hashes.ts'
import { copyOf, sizeOf, type Representation } from './representation.ts'

/** Share of the memory that goes to the names under which answers are found. */
const ALIAS_SHARE = 1 / 8
/** No single answer may push out more than this share of the others. */
const LARGEST_ENTRY_SHARE = 1 / 4
/** What the tables and the objects of an entry take beside the characters. */
const ENTRY_OVERHEAD_BYTES = 128

/** The canonical name of an answer. */
export interface AnswerName {
  readonly key: string
  /** A whole number that tells answers of one key apart. */
  readonly variant: number
}

export interface AnswerCache {
  /**
   * The finished answer of a request as it came, if there is one. Nothing of the request is decoded.
   *
   * @param place Number of its route among those of the host.
   * @param rest What the request has beside its route. Requests of one route that are equal in it have equal answers.
   */
  find(place: number, rest: string): Representation | undefined
  /** The finished answer of a canonical name. The request leads to it from now on. */
  findByName(key: string, variant: number, place: number, rest: string): Representation | undefined
  /** The answer of a canonical name, where no request is to lead to it. */
  peek(name: AnswerName): Representation | undefined
  /**
   * Keeps an answer unless the generation has moved on since `generation` was read. The request's own name is kept when it is
   * first found: most distinct queries are asked once, and need none.
   */
  keep(name: AnswerName, representation: Representation, generation: number): void
  /**
   * Keeps a copy of an answer whose body is overwritten later, from the second time on that the name is asked for. The answer
   * must have no coded forms.
   *
   * @param shared Whether more than one wait for it. It is kept at once then.
   */
  keepCopy(name: AnswerName, representation: Representation, generation: number, shared: boolean): void
  /** Keeps an answer for as long as its generation, beside the others. */
  pin(name: AnswerName, representation: Representation, generation: number): void
  /** Takes into account that the answer has grown. */
  regrow(representation: Representation): void
  readonly sizeBytes: number
  readonly entryCount: number
}

/**
 * Finished answers, bounded in bytes: the least recently used go first. An answer whose body must be copied is kept when it is
 * asked for again, so that queries which are asked once cost no copy and push out nothing. Two names lead to an answer: its
 * canonical one, and a request as it came (alias), so that `?q=a&limit=10` and `?limit=10&q=a` share one.
 *
 * @param limitBytes Bound of answers and aliases together. With 0 only the pinned ones are kept.
 * @param currentGeneration Everything is dropped when its value changes.
 */
export function createAnswerCache(limitBytes: number, currentGeneration: () => number): AnswerCache {
  const aliasLimitBytes = Math.ceil(limitBytes * ALIAS_SHARE)
  /** It lives on with the next generation, in which the same is asked for. */
  const askedLately = createAskedLately()
  const names = new WeakMap<Representation, string>()
  const answers = new LRUCache<string, Representation>({
    maxSize: atLeastOne(limitBytes - aliasLimitBytes),
    maxEntrySize: atLeastOne((limitBytes - aliasLimitBytes) * LARGEST_ENTRY_SHARE),
    sizeCalculation: (representation, name) => sizeOf(representation) + entryBytes(name),
  })
  const pinned = new Map<string, Representation>()
  /** The canonical name of each request that leads to an answer. */
  const aliases = new LRUCache<string, string>({
    maxSize: atLeastOne(aliasLimitBytes),
    sizeCalculation: (_name, alias) => entryBytes(alias),
  })
  let generation = currentGeneration()

  function dropOlderGeneration(): void {
    const current = currentGeneration()
    if (current === generation) return
    generation = current
    answers.clear()
    pinned.clear()
    aliases.clear()
  }

  function get(name: string): Representation | undefined {
    return answers.get(name) ?? pinned.get(name)
  }

  function keep({ key, variant }: AnswerName, representation: Representation): void {
    const name = ownText(joined(key, variant))
    names.set(representation, name)
    answers.set(name, representation)
  }

  return {
    find(place, rest) {
      dropOlderGeneration()
      const name = aliases.get(joined(rest, place))
      return name === undefined ? undefined : get(name)
    },
    findByName(key, variant, place, rest) {
      dropOlderGeneration()
      const name = joined(key, variant)
      const found = get(name)
      if (found !== undefined) aliases.set(joined(rest, place), name)
      return found
    },
    peek({ key, variant }) {
      dropOlderGeneration()
      return answers.peek(joined(key, variant))
    },
    keep(name, representation, producedFrom) {
      dropOlderGeneration()
      if (producedFrom === generation) keep(name, representation)
    },
    keepCopy(name, representation, producedFrom, shared) {
      dropOlderGeneration()
      const again = askedLately.again(hashOf(name)) || shared
      if (again && producedFrom === generation) keep(name, copyOf(representation))
    },
    pin({ key, variant }, representation, producedFrom) {
      dropOlderGeneration()
      if (producedFrom === generation) pinned.set(joined(key, variant), representation)
    },
    regrow(representation) {
      const name = names.get(representation)
      if (name === undefined || answers.peek(name) !== representation) return
      // What has the same value keeps its size.
      answers.delete(name)
      answers.set(name, representation)
    },
    get sizeBytes() {
      return answers.calculatedSize + aliases.calculatedSize
    },
    get entryCount() {
      return answers.size
    },
  }
}

/** One name of two parts. The number comes first, so that no text of a client can stand for it. */
function joined(text: string, number: number): string {
  return `${number} ${text}`
}

/** A copy: V8 keeps the whole of a text for a piece of it, and a key may be a piece of a query string of many kilobytes. */
function ownText(text: string): string {
  return ` ${text}`.slice(1)
}

function hashOf({ key, variant }: AnswerName): number {
  return hashKey(key) ^ Math.imul(variant, 0x9e3779b1)
}

function entryBytes(name: string): number {
  return ENTRY_OVERHEAD_BYTES + 2 * name.length
}

/** A bound of 0 would be none, and that of 1 byte keeps nothing. */
function atLeastOne(bytes: number): number {
  return Math.max(1, Math.floor(bytes))
}

/**
 * Keys that were asked for lately. It forgets, and rarely takes one key for another. Without it each search that is asked once
 * would be kept too, for 1.2 times the processor time.
 */
interface AskedLately {
  /** Whether the key of that hash (`hashKey`) was asked for; from now on it was. */
  again(hash: number): boolean
}

/** A power of two. Small enough to stay in the processor's caches, 128 KiB. */
const PLACES = 32_768

/** Each hash has one place, where it is remembered until another hash takes it. */
export function createAskedLately(): AskedLately {
  const hashes = new Int32Array(PLACES)
  return {
    again(hash) {
      const place = hash & (PLACES - 1)
      if (hashes[place] === hash) return true
      hashes[place] = hash
      return false
    },
  }
}
