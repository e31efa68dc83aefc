import { hashKey } from '../../shared/hash-key.ts'
import { createKeyTable } from '../../shared/key-table.ts'
import type { Keyed, KeyTable } from '../../shared/key-table.ts'
import type { AnswerCache } from '../cache/answer-cache.ts'
import type { Exchange } from './exchange.ts'
import { BORROWED_LIMIT_BYTES, isServiceError } from '../route/reply.ts'
import type { Asker, Cacheable, Outcome, Reply } from '../route/reply.ts'
import { codingFor } from '../cache/representation.ts'
import type { Representation } from '../cache/representation.ts'

/** A body may share a buffer of at most this many times its length. */
const SHARED_BUFFER_FACTOR = 2

interface Waiting {
  readonly exchange: Exchange
  readonly cacheable: Cacheable
}

interface Options {
  readonly cache: AnswerCache
  readonly generation: () => number
  readonly finish: (exchange: Exchange, outcome: Outcome) => Representation
  readonly respond: (exchange: Exchange, representation: Representation) => void
  readonly fail: (exchange: Exchange, error: unknown) => void
}

/** Lets requests with an equal key and generation share one production, and keeps its answer. */
export function createSharedAnswers(options: Options): (exchange: Exchange, cacheable: Cacheable) => void {
  /** Of the last generation; those of others are shared no more. */
  let productions = createKeyTable<Production>()
  let producedFrom = options.generation()

  return (exchange, cacheable) => {
    const { key, variant = 0 } = cacheable
    const generation = options.generation()
    if (generation !== producedFrom) {
      producedFrom = generation
      productions = createKeyTable()
    }
    const underway = productions.find(key, variant)
    if (underway !== undefined) {
      underway.join({ exchange, cacheable })
      return
    }
    const production = new Production(options, productions, generation, { exchange, cacheable })
    productions.add(production)
    production.begin()
  }
}

/** One call of `begin` or `produce` and everyone who waits for it. A class, so that no function is made for each request. */
class Production implements Asker, Keyed<Production> {
  readonly key: string
  readonly variant: number
  readonly hash: number
  next: Production | null = null
  readonly #options: Options
  readonly #productions: KeyTable<Production>
  readonly #generation: number
  readonly #first: Waiting
  #others: Waiting[] | null = null

  constructor(options: Options, productions: KeyTable<Production>, generation: number, first: Waiting) {
    this.#options = options
    this.#productions = productions
    this.#generation = generation
    const { key, variant = 0 } = first.cacheable
    this.key = key
    this.variant = variant
    this.hash = hashKey(key)
    this.#first = first
  }

  join(waiting: Waiting): void {
    if (this.#others === null) this.#others = [waiting]
    else this.#others.push(waiting)
  }

  begin(): void {
    const { cacheable } = this.#first
    try {
      if (cacheable.begin !== undefined) cacheable.begin(this)
      else
        cacheable
          .produce(() => this.aborted())
          .then(
            (outcome) => this.answer(outcome, false),
            (error: unknown) => this.#fail(error),
          )
    } catch (error) {
      this.#fail(error)
    }
  }

  aborted(): boolean {
    if (!this.#first.exchange.over) return false
    return this.#others === null || this.#others.every(({ exchange }) => exchange.over)
  }

  answer(outcome: Outcome | null, borrowed: boolean): void {
    this.#end()
    try {
      if (outcome === null) this.#answerAbsent()
      else if (isServiceError(outcome)) this.#respond(this.#options.finish(this.#first.exchange, outcome))
      else this.#reply(outcome, borrowed)
    } catch (error) {
      this.#fail(error)
    }
  }

  #reply(reply: Reply, borrowed: boolean): void {
    const { cache, finish } = this.#options
    const { exchange, cacheable } = this.#first
    if (borrowed) {
      const passing = finish(exchange, reply)
      if (passing.identity.bytes.byteLength <= BORROWED_LIMIT_BYTES && this.#takesAsIs(passing)) {
        if (passing.status === 200) cache.keepCopy(this, passing, this.#generation, this.#others !== null)
        this.#respond(passing)
        return
      }
    }
    const representation = finish(exchange, borrowed ? withOwnBody(reply) : detachBody(reply))
    if (representation.status === 200)
      cache[cacheable.pinned === true ? 'pin' : 'keep'](this, representation, this.#generation)
    this.#respond(representation)
  }

  /** Whether it goes to everyone who waits without being compressed first. */
  #takesAsIs(representation: Representation): boolean {
    if (codingFor(representation, this.#first.exchange.coding) !== 'identity') return false
    if (this.#others === null) return true
    return this.#others.every(({ exchange }) => codingFor(representation, exchange.coding) === 'identity')
  }

  #respond(representation: Representation): void {
    const { respond } = this.#options
    respond(this.#first.exchange, representation)
    if (this.#others !== null) for (const { exchange } of this.#others) respond(exchange, representation)
  }

  #answerAbsent(): void {
    const { finish, respond } = this.#options
    for (const { cacheable, exchange } of this.#all()) respond(exchange, finish(exchange, absentOutcome(cacheable)))
  }

  #fail(error: unknown): void {
    this.#end()
    for (const { exchange } of this.#all()) this.#options.fail(exchange, error)
  }

  #all(): Waiting[] {
    return [this.#first, ...(this.#others ?? [])]
  }

  #end(): void {
    this.#productions.remove(this)
  }
}

/** Answers of one batch arrive in one buffer; a kept answer must not hold the others in memory. */
function detachBody(reply: Reply): Reply {
  const { body } = reply
  if (body === undefined || body.buffer.byteLength <= SHARED_BUFFER_FACTOR * body.byteLength) return reply
  return withOwnBody(reply)
}

function withOwnBody(reply: Reply): Reply {
  return reply.body === undefined ? reply : { ...reply, body: new Uint8Array(reply.body) }
}

function absentOutcome(cacheable: Cacheable): Outcome {
  if (cacheable.absent === undefined)
    throw new TypeError(`nothing was produced for ${cacheable.key}, which is never absent`)
  return cacheable.absent()
}
