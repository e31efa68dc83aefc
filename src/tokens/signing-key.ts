import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import type { JsonWebKey, KeyObject } from 'node:crypto'
import { calculateJwkThumbprint, type JWK } from 'jose'

/** An ES256 key as plain data, so that it can be sent to threads. */
export interface SigningKey {
  /** Thumbprint of the key (RFC 7638). */
  readonly kid: string
  readonly privateJwk: JWK
  readonly publicJwk: JWK
}

/** The text contains no key that can sign. The message never repeats any of it. */
export class KeyError extends Error {
  override readonly name = 'KeyError'
}

/**
 * Reads a private key: a JWK (RFC 7517) or PEM (PKCS #8 or SEC 1), on the curve P-256.
 *
 * @throws {KeyError} for anything else, and for a JWK whose public half belongs to another key.
 */
export async function parseSigningKey(text: string): Promise<SigningKey> {
  return toSigningKey(text.trimStart().startsWith('{') ? fromJwk(text) : fromPem(text))
}

/**
 * Makes a new key, and reads it from text. Node.js 20 locks a key while it is exported as JWK. Where garbage is collected
 * meanwhile, the job that made the key waits for the same lock, and the process stands still for good.
 */
export async function generateSigningKey(): Promise<SigningKey> {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return toSigningKey(fromPem(privateKey))
}

function fromJwk(text: string): KeyObject {
  let jwk: unknown
  try {
    jwk = JSON.parse(text)
  } catch {
    throw new KeyError('it is not valid JSON')
  }
  const { kty, crv, d } = jwk as JWK
  if (kty !== 'EC' || crv !== 'P-256') throw new KeyError('it must be a JWK with "kty": "EC" and "crv": "P-256"')
  if (typeof d !== 'string') throw new KeyError('it has no private part ("d")')
  try {
    return createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' })
  } catch {
    throw new KeyError('its members are not those of a key on P-256')
  }
}

function fromPem(text: string): KeyObject {
  try {
    return createPrivateKey(text)
  } catch {
    throw new KeyError('it is neither a JWK nor an unencrypted private key in PEM')
  }
}

async function toSigningKey(key: KeyObject): Promise<SigningKey> {
  if (key.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
    throw new KeyError('it must be a key on the curve P-256')
  }
  const { x, y, d } = key.export({ format: 'jwk' }) as { x: string; y: string; d: string }
  const point = { kty: 'EC', crv: 'P-256', x, y }
  if (!isPair(key, createPublicKey({ key: point, format: 'jwk' }))) {
    throw new KeyError('its public half belongs to another key')
  }
  const kid = await calculateJwkThumbprint(point)
  const described = { ...point, kid, alg: 'ES256', use: 'sig' }
  return { kid, publicJwk: described, privateJwk: { ...described, d } }
}

function isPair(privateKey: KeyObject, publicKey: KeyObject): boolean {
  const text = Buffer.from('signpost')
  return verify('sha256', text, publicKey, sign('sha256', text, privateKey))
}
