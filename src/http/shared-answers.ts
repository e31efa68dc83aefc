import type { AnswerCache } from './answer-cache.ts'
import type { Exchange } from './exchange.ts'
import { isServiceError } from './reply.ts'
import type { Cacheable, Outcome } from './reply.ts'
import type { Representation } from './representation.ts'

/** A body may share a buffer of at most this many times its length. */
const SHARED_BUFFER_FACTOR = 2

/** One call of `produce` and everyone who waits for it. */
interface Production {
  readonly generation: number
  readonly waiting: { readonly exchange: Exchange; readonly cacheable: Cacheable }[]
}

/** Lets requests with an equal key and generation share one production, and keeps its answer. */
export function createSharedAnswers(options: {
  readonly cache: AnswerCache
  readonly generation: () => number
  readonly finish: (exchange: Exchange, outcome: Outcome) => Representation
  readonly respond: (exchange: Exchange, representation: Representation) => void
  readonly fail: (exchange: Exchange, error: unknown) => void
}): (exchange: Exchange, cacheable: Cacheable) => void {
  const { cache, finish, respond, fail } = options
  const productions = new Map<string, Production>()

  return (exchange, cacheable) => {
    const { key } = cacheable
    const generation = options.generation()
    const underway = productions.get(key)
    if (underway?.generation === generation) {
      underway.waiting.push({ exchange, cacheable })
      return
    }
    const production: Production = { generation, waiting: [{ exchange, cacheable }] }
    productions.set(key, production)
    const end = (): void => {
      if (productions.get(key) === production) productions.delete(key)
    }
    cacheable
      .produce(() => production.waiting.every((waiter) => waiter.exchange.over))
      .then((outcome) => {
        end()
        if (outcome === null) {
          for (const waiter of production.waiting)
            respond(waiter.exchange, finish(waiter.exchange, absentOutcome(waiter.cacheable)))
          return
        }
        const representation = finish(exchange, detachBody(outcome))
        if (representation.status === 200)
          cache[cacheable.pinned === true ? 'pin' : 'keep'](key, representation, generation)
        for (const waiter of production.waiting) respond(waiter.exchange, representation)
      })
      .catch((error: unknown) => {
        end()
        for (const waiter of production.waiting) fail(waiter.exchange, error)
      })
  }
}

/** Answers of one batch arrive in one buffer; a kept answer must not hold the others in memory. */
function detachBody(outcome: Outcome): Outcome {
  if (isServiceError(outcome) || outcome.body === undefined) return outcome
  const { body } = outcome
  return body.buffer.byteLength > SHARED_BUFFER_FACTOR * body.byteLength ? { ...outcome, body: body.slice() } : outcome
}

function absentOutcome(cacheable: Cacheable): Outcome {
  if (cacheable.absent === undefined)
    throw new TypeError(`nothing was produced for ${cacheable.key}, which is never absent`)
  return cacheable.absent()
}
