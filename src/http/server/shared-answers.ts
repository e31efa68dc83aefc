import type { AnswerCache, AnswerName } from '../cache/answer-cache.ts'
import { codingFor, copyOf, type Representation } from '../cache/representation.ts'
import { BORROWED_LIMIT_BYTES } from '../route/reply.ts'
import type { Asker, Cacheable, Outcome, Reply } from '../route/reply.ts'
import type { ServiceError } from '../route/service-error.ts'
import type { Exchange } from './exchange.ts'
import type { Responder } from './responder.ts'

/** A body may share a buffer of at most this many times its length. */
const SHARED_BUFFER_FACTOR = 2

type Lent = Extract<Cacheable, { readonly variant: number }>
type Produced = Exclude<Cacheable, Lent>

interface Waiting {
  readonly exchange: Exchange
  readonly produced: Produced
}

interface Options {
  readonly cache: AnswerCache
  readonly generation: () => number
  readonly responder: Responder
}

/** Answers requests whose answers may be kept. Those with an equal key and generation share one production. */
export function createSharedAnswers(options: Options): (exchange: Exchange, cacheable: Cacheable) => void {
  const { cache } = options
  const { fail, finish, respond } = options.responder
  /** Everyone who waits for a production of the last generation, by its key. */
  let productions = new Map<string, Waiting[]>()
  let producedFrom = options.generation()

  async function produce(first: Waiting, generation: number): Promise<void> {
    const { exchange, produced } = first
    const underway = productions
    const waiting = [first]
    underway.set(produced.key, waiting)
    try {
      const outcome = await produced.produce(() => waiting.every((each) => each.exchange.over))
      underway.delete(produced.key)
      if (outcome === null) {
        await Promise.all(waiting.map(answerAbsent))
        return
      }
      const representation = finish(exchange, outcome.ok === false ? outcome : detachBody(outcome))
      if (outcome.ok !== false && outcome.status === 200 && outcome.kept !== false) {
        const name = { key: produced.key, variant: 0 }
        cache[produced.pinned === true ? 'pin' : 'keep'](name, representation, generation)
      }
      for (const each of waiting) respond(each.exchange, representation)
    } catch (error) {
      underway.delete(produced.key)
      for (const each of waiting) fail(each.exchange, error)
    }
  }

  /** Never rejects: each request has its own answer, or its own failure. */
  async function answerAbsent({ exchange, produced }: Waiting): Promise<void> {
    try {
      respond(exchange, finish(exchange, await absentOutcome(produced)))
    } catch (error) {
      fail(exchange, error)
    }
  }

  return (exchange, cacheable) => {
    const generation = options.generation()
    if (cacheable.begin !== undefined) {
      const asker = new LentAsker(options, exchange, cacheable, generation)
      try {
        cacheable.begin(asker)
      } catch (error) {
        fail(exchange, error)
      }
      return
    }
    if (generation !== producedFrom) {
      producedFrom = generation
      productions = new Map()
    }
    const waiting = { exchange, produced: cacheable }
    const underway = productions.get(cacheable.key)
    if (underway === undefined) void produce(waiting, generation)
    else underway.push(waiting)
  }
}

/** A request that waits for a lent answer. It is a class, so that no function is made for each request. */
class LentAsker implements Asker, AnswerName {
  readonly key: string
  readonly variant: number
  readonly #options: Options
  readonly #exchange: Exchange
  readonly #generation: number

  constructor(options: Options, exchange: Exchange, { key, variant }: Lent, generation: number) {
    this.key = key
    this.variant = variant
    this.#options = options
    this.#exchange = exchange
    this.#generation = generation
  }

  aborted(): boolean {
    return this.#exchange.over
  }

  answer(reply: Reply, shared: boolean): void {
    const { fail, respond } = this.#options.responder
    try {
      respond(this.#exchange, this.#represent(reply, shared))
    } catch (error) {
      fail(this.#exchange, error)
    }
  }

  refuse(error: ServiceError): void {
    this.#options.responder.refuse(this.#exchange, error)
  }

  /** Keeps the answer, and copies the body unless it can go out at once as it is. */
  #represent(reply: Reply, shared: boolean): Representation {
    const { cache, responder } = this.#options
    // The first who shares an answer has kept it.
    const kept = shared ? cache.peek(this) : undefined
    if (kept !== undefined) return kept
    const passing = responder.finish(this.#exchange, reply)
    const isShort = passing.identity.bytes.byteLength <= BORROWED_LIMIT_BYTES
    if (isShort && codingFor(passing, this.#exchange.coding) === 'identity') {
      if (passing.status === 200) cache.keepCopy(this, passing, this.#generation, shared)
      return passing
    }
    const own = copyOf(passing)
    if (own.status === 200) cache.keep(this, own, this.#generation)
    return own
  }
}

/** Answers of one batch arrive in one buffer; a kept answer must not hold the others in memory. */
function detachBody(reply: Reply): Reply {
  const { body } = reply
  if (body === undefined || body.buffer.byteLength <= SHARED_BUFFER_FACTOR * body.byteLength) return reply
  return { ...reply, body: new Uint8Array(body) }
}

function absentOutcome(produced: Produced): Outcome | Promise<Outcome> {
  if (produced.absent === undefined)
    throw new TypeError(`nothing was produced for ${produced.key}, which is never absent`)
  return produced.absent()
}
