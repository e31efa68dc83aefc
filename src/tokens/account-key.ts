import type { StoredKey } from './account-key-store.ts'
import { parseSigningKey, type SigningKey } from './signing-key.ts'

/** Signs from a moment on, until a later one does; plain data. */
export interface AccountKey extends SigningKey {
  /** Milliseconds since the epoch. */
  readonly activeFromMs: number
}

/** @throws {KeyError} where the store holds something else than it was given. */
export async function toAccountKey({ activeFrom, privateJwk }: StoredKey): Promise<AccountKey> {
  return { ...(await parseSigningKey(JSON.stringify(privateJwk))), activeFromMs: activeFrom.getTime() }
}

/**
 * The key that signs: the last one to have become active, the same on every node whatever order the store gives. Where
 * none has, as on a node whose clock is behind, the first one that will.
 */
export function signingKeyAt(keys: readonly AccountKey[], nowMs: number): AccountKey | null {
  const [first, ...others] = keys.toSorted((a, b) => a.activeFromMs - b.activeFromMs || (a.kid < b.kid ? -1 : 1))
  return others.findLast(({ activeFromMs }) => activeFromMs <= nowMs) ?? first ?? null
}

/** Those that nothing needs: a later one has signed for so long that all their tokens have expired. */
export function outlivedKids(keys: readonly AccountKey[], nowMs: number, tokenLifeMs: number): string[] {
  const successor = signingKeyAt(keys, nowMs - tokenLifeMs)
  if (successor === null || successor.activeFromMs > nowMs - tokenLifeMs) return []
  return keys
    .filter(({ activeFromMs, kid }) => kid !== successor.kid && activeFromMs <= successor.activeFromMs)
    .map(({ kid }) => kid)
}
