import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { SESSION_ID_LIMIT_CHARACTERS } from './limits.ts'
import type { SessionOwner, SessionRecord } from './session.ts'

/** A session as its id tells it. */
export interface NamedSession {
  readonly key: string
  readonly record: SessionRecord
}

/**
 * Writes and reads ids of sessions. An id carries the record of its session and is signed for its owner. So it is good on every
 * node, and after every start, for as long as its owner may ask at all.
 *
 * ```
 *   <key: 16 random bytes>.<record as JSON>.<HMAC-SHA-256>   in base64url each
 * ```
 */
export interface SessionIds {
  write(record: SessionRecord, owner: SessionOwner): { readonly key: string; readonly id: string }
  /** Null: the id is malformed, altered, or of another owner or endpoint. */
  read(id: string, owner: SessionOwner): NamedSession | null
}

const FORM = /^([\w-]{22})\.([\w-]+)\.([\w-]{43})$/

/** Reads the key from an id without checking its signature; null: it is malformed. */
export function sessionKeyOf(id: string): string | null {
  return id.length <= SESSION_ID_LIMIT_CHARACTERS ? (FORM.exec(id)?.[1] ?? null) : null
}

/** @param key As `McpEndpointOptions.stateKey`. */
export function createSessionIds(endpoint: string, key: Uint8Array | (() => Uint8Array)): SessionIds {
  // JSON separates the parts, and the states that this key signs too have other ones.
  const signatureOf = (content: string, { subject }: SessionOwner): string =>
    createHmac('sha256', typeof key === 'function' ? key() : key)
      .update(JSON.stringify(['session', endpoint, subject, content]))
      .digest('base64url')

  return {
    write({ capabilities, client, protocolVersion }, owner) {
      const key = randomBytes(16).toString('base64url')
      const text = JSON.stringify([protocolVersion, client.name, client.version, capabilities])
      const content = `${key}.${Buffer.from(text).toString('base64url')}`
      return { key, id: `${content}.${signatureOf(content, owner)}` }
    },

    read(id, owner) {
      if (id.length > SESSION_ID_LIMIT_CHARACTERS) return null
      const match = FORM.exec(id)
      if (match === null) return null
      const [, key, coded, signature] = match as unknown as [string, string, string, string]
      // Text is compared, since several texts decode to the same bytes.
      const expected = Buffer.from(signatureOf(`${key}.${coded}`, owner))
      if (!timingSafeEqual(expected, Buffer.from(signature))) return null
      const [protocolVersion, name, version, capabilities] = JSON.parse(
        Buffer.from(coded, 'base64url').toString(),
      ) as Content
      return { key, record: { protocolVersion, client: { name, version }, capabilities, logLevel: null } }
    },
  }
}

type Content = [protocolVersion: string, name: string, version: string, capabilities: SessionRecord['capabilities']]
