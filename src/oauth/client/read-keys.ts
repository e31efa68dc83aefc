import type { JWK } from 'jose'
import { ASSERTION_ALGORITHMS } from '../../tokens/client-assertion.ts'

/** Members that only private or symmetric keys have (RFC 7518 §6). */
const PRIVATE_KEY_MEMBERS: readonly string[] = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']
/** Number of keys of one client. A client that replaces a key has two. */
const KEYS_LIMIT = 16
/** Characters of the modulus of an RSA key, of 2,048 to 4,096 bits. A longer one costs more time than a client may take. */
const MODULUS_CHARACTERS = { least: 342, most: 683 }
const EXPONENT_LIMIT_CHARACTERS = 6
const ID_LIMIT_CHARACTERS = 256
/** Names of the curves that go with the algorithms. */
const CURVES: ReadonlySet<unknown> = new Set(['P-256', 'Ed25519'])
const CURVE_LIMIT_CHARACTERS = 43

/** Reads the keys of a set (RFC 7517 §5), private and symmetric ones too; null: it is no set. */
function keysOf(set: unknown): readonly Readonly<Record<string, unknown>>[] | null {
  if (typeof set !== 'object' || set === null || !('keys' in set) || !Array.isArray(set.keys)) return null
  return set.keys.filter((key): key is Record<string, unknown> => typeof key === 'object' && key !== null)
}

export function hasPrivateKey(set: unknown): boolean {
  return keysOf(set)?.some(isPrivate) === true
}

/**
 * Reads the public keys that can verify assertions by one of the algorithms. Keys for anything else are skipped, because a
 * set serves many purposes.
 */
export function readKeys(set: unknown, algorithms: readonly string[]): readonly JWK[] {
  const usable = (keysOf(set) ?? []).filter((key) => !isPrivate(key)).flatMap((key) => toPublicKey(key) ?? [])
  return usable
    .filter(({ alg, kty }) =>
      alg === undefined ? algorithmsOf(kty).some((name) => algorithms.includes(name)) : algorithms.includes(alg),
    )
    .slice(0, KEYS_LIMIT)
}

function algorithmsOf(kty: unknown): readonly string[] {
  return kty === 'RSA' || kty === 'EC' || kty === 'OKP' ? ASSERTION_ALGORITHMS[kty] : []
}

function isPrivate(key: Readonly<Record<string, unknown>>): boolean {
  return PRIVATE_KEY_MEMBERS.some((name) => name in key)
}

/** Copies the members that matter; undefined: the key is malformed, too large, or not for signatures. */
function toPublicKey(key: Readonly<Record<string, unknown>>): JWK | undefined {
  const { alg, crv, e, key_ops: operations, kid, kty, n, use, x, y } = key
  const named = {
    ...(typeof alg === 'string' ? { alg } : {}),
    ...(typeof kid === 'string' && kid.length <= ID_LIMIT_CHARACTERS ? { kid } : {}),
  }
  if (use !== undefined && use !== 'sig') return undefined
  if (operations !== undefined && !(Array.isArray(operations) && operations.includes('verify'))) return undefined
  if (kty === 'RSA') {
    const fits = isText(n, MODULUS_CHARACTERS.least, MODULUS_CHARACTERS.most) && isText(e, 1, EXPONENT_LIMIT_CHARACTERS)
    return fits ? { ...named, kty, n, e } : undefined
  }
  const isPoint = CURVES.has(crv) && isText(x, 1, CURVE_LIMIT_CHARACTERS)
  if (!isPoint || typeof crv !== 'string') return undefined
  if (kty === 'OKP') return { ...named, kty, crv, x }
  return kty === 'EC' && isText(y, 1, CURVE_LIMIT_CHARACTERS) ? { ...named, kty, crv, x, y } : undefined
}

function isText(value: unknown, least: number, most: number): value is string {
  return typeof value === 'string' && value.length >= least && value.length <= most
}
