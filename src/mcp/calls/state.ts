import { createHmac, timingSafeEqual } from 'node:crypto'
import { STATE_LIFETIME_SECONDS, STATE_LIMIT_CHARACTERS } from '../limits.ts'

/** The call that a state belongs to. The scope is signed, but is not sent. */
export interface StateScope {
  /** Subject of a valid token; null for anonymous clients. */
  readonly subject: string | null
  readonly method: string
  /** Name of the tool, prompt or resource. */
  readonly name: string
}

/** Signs the state that a call needs again in its retry, because it travels through the client. */
export interface StateCodec {
  /** @throws {RangeError} when the state is too long to send. */
  sign(state: unknown, scope: StateScope): string
  /** Gives the state; null: it is forged, expired, or made for another subject or call. */
  verify(signed: string, scope: StateScope): { readonly state: unknown } | null
}

const FORM = /^v1\.([\w-]+)\.([\w-]{43})$/

/**
 * @param options.key At least 32 bytes, the same on every node; a function if it is not known from the beginning.
 * @param options.endpoint Name of the endpoint. Another endpoint with the same key refuses its states.
 * @param options.now Milliseconds since the epoch.
 */
export function createStateCodec(options: {
  readonly key: Uint8Array | (() => Uint8Array)
  readonly endpoint: string
  readonly now: () => number
}): StateCodec {
  const { endpoint, key, now } = options
  if (typeof key !== 'function' && key.byteLength < 32) {
    throw new TypeError('the key that signs requestState needs 32 bytes or more')
  }

  // JSON separates the parts, so no two scopes have the same text.
  const macOf = (payload: string, { method, name, subject }: StateScope): Buffer =>
    createHmac('sha256', typeof key === 'function' ? key() : key)
      .update(JSON.stringify([endpoint, subject, method, name, payload]))
      .digest()

  return {
    sign(state, scope) {
      const expires = Math.floor(now() / 1000) + STATE_LIFETIME_SECONDS
      const payload = Buffer.from(JSON.stringify({ state, expires })).toString('base64url')
      const signed = `v1.${payload}.${macOf(payload, scope).toString('base64url')}`
      if (signed.length > STATE_LIMIT_CHARACTERS) throw new RangeError('requestState is too long')
      return signed
    },

    verify(signed, scope) {
      if (signed.length > STATE_LIMIT_CHARACTERS) return null
      const match = FORM.exec(signed)
      if (match === null) return null
      const [, payload, mac] = match as unknown as [string, string, string]
      // Text is compared, since several texts decode to the same bytes.
      const expected = Buffer.from(macOf(payload, scope).toString('base64url'))
      if (!timingSafeEqual(expected, Buffer.from(mac))) return null
      const content = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { state: unknown; expires: number }
      return content.expires * 1000 < now() ? null : { state: content.state }
    },
  }
}
