import { addressKey } from '../../shared/address-key.ts'
import type { Caller, Gate } from '../route/gate.ts'
import type { ServiceError } from '../route/service-error.ts'
import type { BodyRoom } from './body-room.ts'
import type { Exchange } from './exchange.ts'
import type { Responder } from './responder.ts'

const CROWDED: ServiceError = {
  ok: false,
  status: 503,
  code: 'unavailable',
  detail: 'Too many long bodies are on their way. Try again later.',
  retryAfterSeconds: 5,
  reason: 'queue',
}

/** Memory for one body on its way. */
interface BodyHold {
  readonly free: () => void
  /** Tells whether the body may take so many bytes in all; if not, it has been refused. */
  readonly mayHold: (bytes: number) => boolean
}

/** Bounds the memory of a long body: its client must pass the gate's look at long bodies, and the room must have a place. */
export type HoldBody = (exchange: Exchange, caller: Caller, gate: Gate | undefined) => BodyHold

export function createHoldBody(room: BodyRoom, { refuse }: Pick<Responder, 'refuse'>): HoldBody {
  return (exchange, caller, gate) => {
    let held = 0
    let client = ''
    const free = (): void => {
      if (held > 0) room.give(client, held)
      held = 0
    }
    return {
      free,
      mayHold(bytes) {
        if (room.isSmall(bytes)) return true
        if (held === 0) {
          client = addressKey(caller.address)
          const refused = gate?.turnAwayLong?.(caller) ?? null
          if (refused instanceof Promise) {
            // A body that has come meanwhile is the gate's, and may have used up its credentials.
            refused.then((later) => later !== null && held > 0 && refuse(exchange, later)).catch(() => undefined)
          } else if (refused !== null) refuse(exchange, refused)
          const drop = exchange.freeBody
          exchange.freeBody = () => {
            drop?.()
            free()
          }
        }
        if (exchange.over) return false
        if (!room.take(client, bytes - held)) {
          refuse(exchange, CROWDED)
          return false
        }
        held = bytes
        return true
      },
    }
  }
}
