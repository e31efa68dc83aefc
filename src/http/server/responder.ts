import { Unavailable } from '../../shared/unavailable.ts'
import {
  codingFor,
  createRepresentation,
  isNotModified,
  notModifiedHead,
  type Representation,
  type Variant,
  variantOf,
} from '../cache/representation.ts'
import { toServiceError } from '../route/outages.ts'
import type { Outcome, Reply } from '../route/reply.ts'
import type { ServiceError } from '../route/service-error.ts'
import { NOTHING_ADDED } from '../wire/header-block.ts'
import type { Exchange } from './exchange.ts'
import { partOf } from './ranges.ts'
import type { Traffic } from './traffic.ts'
import type { Writer } from './writer.ts'

const NOT_MODIFIED = '304 Not Modified'

const INTERNAL: ServiceError = {
  ok: false,
  status: 500,
  code: 'internal',
  detail: 'The service failed to answer. The fault is in its log under the X-Request-Id of this answer.',
}

/** Answers exchanges with what their routes returned or threw. An exchange that is over is left alone. */
export interface Responder {
  /** Makes a reply or an error ready to be sent. */
  readonly finish: (exchange: Exchange, outcome: Outcome) => Representation
  /** Sends a finished answer: as a 304, in part, compressed or as it is. */
  readonly respond: (exchange: Exchange, representation: Representation) => void
  readonly refuse: (exchange: Exchange, error: ServiceError) => void
  /** Logs what was thrown and answers it: `Unavailable` with 503, all else with 500. */
  readonly fail: (exchange: Exchange, error: unknown) => void
}

export function createResponder(options: {
  readonly traffic: Traffic
  readonly writer: Writer
  /** Called when a coding was added to an answer, which then holds more memory. */
  readonly grown: (representation: Representation) => void
  /** Changes each reply before it is finished. Default: replies stay as they are. */
  readonly adapt?: (reply: Reply) => Reply
}): Responder {
  const { adapt, grown, traffic, writer } = options

  function finish(exchange: Exchange, outcome: Outcome): Representation {
    const reply = outcome.ok === false ? exchange.wire(outcome, exchange.rpc?.refusedBody ?? '') : outcome
    return createRepresentation(
      adapt === undefined ? reply : adapt(reply),
      exchange.common,
      !exchange.personal,
      outcome.reason,
    )
  }

  function respond(exchange: Exchange, representation: Representation): void {
    if (exchange.over) return
    if (representation.reason !== null) exchange.refusal = representation.reason
    if (exchange.tally !== null && representation.status === 200) {
      exchange.tally(exchange.rawQuery, representation.identity.bytes)
    }
    const part = partOf(representation, exchange)
    const coding = part === null ? codingFor(representation, exchange.coding) : 'identity'
    if (isNotModified(representation, coding, exchange.ifNoneMatch)) {
      const head = notModifiedHead(representation, coding)
      const { digest } = representation
      writer.send(exchange, { status: 304, statusLine: NOT_MODIFIED, head, digest, added: NOTHING_ADDED, body: null })
      return
    }
    if (part === 'unsatisfiable') {
      refuseRange(exchange, representation.identity.bytes.byteLength)
      return
    }
    if (part !== null) {
      writer.send(exchange, part)
      return
    }
    const variant = variantOf(representation, coding, grown)
    if (variant instanceof Promise) {
      writer.detach(exchange)
      variant
        .then((late) => sendVariant(exchange, representation, late))
        .catch((error: unknown) => fail(exchange, error))
    } else {
      sendVariant(exchange, representation, variant)
    }
  }

  function sendVariant(
    exchange: Exchange,
    { digest, status, statusLine }: Representation,
    { bytes, head }: Variant,
  ): void {
    if (exchange.over) return
    const body = status === 204 ? null : bytes
    writer.send(exchange, { status, statusLine, head, digest, added: NOTHING_ADDED, body })
  }

  function refuseRange(exchange: Exchange, totalBytes: number): void {
    refuse(exchange, {
      ok: false,
      status: 416,
      code: 'range_not_satisfiable',
      detail: `The content has ${totalBytes} bytes.`,
      headers: [['Content-Range', `bytes */${totalBytes}`]],
    })
  }

  function refuse(exchange: Exchange, error: ServiceError): void {
    if (exchange.over) return
    try {
      // The head of a stream may be out. Its client sees that it ends without its last chunk.
      if (exchange.rpc?.streaming === true) exchange.res.close()
      else respond(exchange, finish(exchange, error))
    } catch (fault) {
      traffic.recordFault(exchange, fault)
      writer.detach(exchange)
      exchange.res.close()
    }
  }

  function fail(exchange: Exchange, error: unknown): void {
    traffic.recordFault(exchange, error)
    if (exchange.over) return
    if (!(error instanceof Unavailable)) {
      refuse(exchange, INTERNAL)
      return
    }
    exchange.refusal = error.reason
    if (exchange.unavailable === null) {
      refuse(exchange, toServiceError(error))
    } else {
      try {
        respond(exchange, finish(exchange, exchange.unavailable(error)))
      } catch (fault) {
        traffic.recordFault(exchange, fault)
        refuse(exchange, INTERNAL)
      }
    }
  }

  return { finish, respond, refuse, fail }
}
