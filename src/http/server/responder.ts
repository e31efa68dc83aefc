import type { Exchange } from './exchange.ts'
import { NOTHING_ADDED } from '../wire/header-block.ts'
import { partOf } from './ranges.ts'
import { codingFor, isNotModified, notModifiedHead, variantOf } from '../cache/representation.ts'
import type { Representation, Variant } from '../cache/representation.ts'
import type { Writer } from './writer.ts'

const NOT_MODIFIED = '304 Not Modified'

/**
 * Sends a finished answer, unless the client has gone: as a 304, in part, compressed or as it is.
 *
 * @param failed Called when the answer cannot be compressed.
 */
export type Respond = (
  exchange: Exchange,
  representation: Representation,
  failed: (exchange: Exchange, error: unknown) => void,
) => void

export function createResponder(options: {
  readonly writer: Writer
  /** Called when a coding was added to an answer, which then holds more memory. */
  readonly grown: (representation: Representation) => void
  /** The refusal of a range that a body of that length does not have. */
  readonly refuseRange: (exchange: Exchange, totalBytes: number) => Representation
}): Respond {
  const { writer } = options

  function sendVariant(
    exchange: Exchange,
    { digest, status, statusLine }: Representation,
    { bytes, head }: Variant,
  ): void {
    if (exchange.over) return
    const body = status === 204 ? null : bytes
    writer.send(exchange, { status, statusLine, head, digest, added: NOTHING_ADDED, body })
  }

  return function respond(exchange, representation, failed): void {
    if (exchange.over) return
    const part = partOf(representation, exchange)
    const coding = part === null ? codingFor(representation, exchange.coding) : 'identity'
    if (isNotModified(representation, coding, exchange.ifNoneMatch, exchange.ifModifiedSince)) {
      const head = notModifiedHead(representation, coding)
      const { digest } = representation
      writer.send(exchange, { status: 304, statusLine: NOT_MODIFIED, head, digest, added: NOTHING_ADDED, body: null })
      return
    }
    if (part === 'unsatisfiable') {
      respond(exchange, options.refuseRange(exchange, representation.identity.bytes.byteLength), failed)
      return
    }
    if (part !== null) {
      writer.send(exchange, part)
      return
    }
    const variant = variantOf(representation, coding, options.grown)
    if (variant instanceof Promise) {
      writer.detach(exchange)
      variant
        .then((late) => sendVariant(exchange, representation, late))
        .catch((error: unknown) => failed(exchange, error))
    } else {
      sendVariant(exchange, representation, variant)
    }
  }
}
