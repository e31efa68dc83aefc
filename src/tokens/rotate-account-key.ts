import type { AccountKeyStore } from './account-key-store.ts'
import { generateSigningKey } from './signing-key.ts'

/** Time for every node to publish a key before it signs, and for clients that cache key sets to see it. */
export const ROTATION_NOTICE_MS = 60_000

export interface Rotation {
  /** Thumbprint of the new key. */
  readonly kid: string
  /** Time in the form of ISO 8601 from which it signs. */
  readonly activeFrom: string
  /** Keys that are no longer accepted. */
  readonly dropped: readonly string[]
}

/**
 * Adds a key that signs after a delay; tokens of the previous keys stay valid until they expire.
 *
 * @param options.now For a compromised key: the new one signs at once, and all others are dropped, with every access
 * token.
 */
export async function rotateAccountKey(
  store: AccountKeyStore,
  options: { readonly now: boolean; readonly nowMs: number },
): Promise<Rotation> {
  const before = options.now ? (await store.list()).map(({ kid }) => kid) : []
  const { kid, privateJwk } = await generateSigningKey()
  const activeFrom = new Date(options.now ? options.nowMs : options.nowMs + ROTATION_NOTICE_MS)
  await store.add({ kid, privateJwk, activeFrom })
  if (before.length > 0) await store.drop(before)
  return { kid, activeFrom: activeFrom.toISOString(), dropped: before }
}
