import type { StoredKey } from './account-key-store.ts'
import { parseSigningKey, type SigningKey } from './signing-key.ts'

/** A key that signs from a moment on, until a later key does; plain data. */
export interface AccountKey extends SigningKey {
  /** Milliseconds since the epoch. */
  readonly activeFromMs: number
}

/** @throws {KeyError} when the store returns something else than it was given. */
export async function toAccountKey({ activeFrom, privateJwk }: StoredKey): Promise<AccountKey> {
  return { ...(await parseSigningKey(JSON.stringify(privateJwk))), activeFromMs: activeFrom.getTime() }
}

/**
 * Returns the signing key: the last one that has become active, the same on every node whatever order the store
 * returns. If none has, as on a node whose clock is behind, it is the first that will.
 */
export function signingKeyAt(keys: readonly AccountKey[], nowMs: number): AccountKey | null {
  const [first, ...others] = keys.toSorted((a, b) => a.activeFromMs - b.activeFromMs || (a.kid < b.kid ? -1 : 1))
  return others.findLast(({ activeFromMs }) => activeFromMs <= nowMs) ?? first ?? null
}

/** Keys that are no longer needed: a later one has signed for so long that all their tokens have expired. */
export function outlivedKids(keys: readonly AccountKey[], nowMs: number, tokenLifeMs: number): string[] {
  const successor = signingKeyAt(keys, nowMs - tokenLifeMs)
  if (successor === null || successor.activeFromMs > nowMs - tokenLifeMs) return []
  return keys
    .filter(({ activeFromMs, kid }) => kid !== successor.kid && activeFromMs <= successor.activeFromMs)
    .map(({ kid }) => kid)
}
