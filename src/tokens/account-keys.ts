import type { AccountKeyStore, StoredKey } from './account-key-store.ts'
import { outlivedKids, toAccountKey, type AccountKey } from './account-key.ts'
import { generateSigningKey } from './signing-key.ts'

export interface AccountKeysOptions {
  readonly store: AccountKeyStore
  /** Longest time for which a token may be accepted after signing, whatever the clocks of the nodes say. */
  readonly tokenLifeMs: number
  /** Called with each set of keys that differs from the one before. */
  readonly onKeys: (keys: readonly AccountKey[]) => void
  /** Called with faults for the operator. */
  readonly onFault: (message: string, cause: unknown) => void
  /** Clock in milliseconds since the epoch. */
  readonly clock?: () => number
  readonly checkIntervalMs?: number
}

/** Keeps the signing keys of the account host synchronised with the store that all nodes share. */
export interface AccountKeys {
  /** Resolves when there are keys. Rejects with the store's error, and then keeps trying. */
  start(): Promise<void>
  /** Reads the store again, at most five times a second. Resolves after a read that began after the call, to whether the store answered. */
  refresh(): Promise<boolean>
  close(): void
}

/** Interval between reads. It bounds how long an uninformed node still accepts a compromised key. */
const CHECK_INTERVAL_MS = 5000
/** Interval while there are no keys. */
const RETRY_INTERVAL_MS = 1000
/** Minimum time between reads. Strangers' tokens can cause reads, so it keeps their load on the store negligible. */
const LOOK_SPACING_MS = 200

/**
 * Creates a key if there is none; when several nodes do so at once, all end up using the same. Keys that are no longer
 * needed are deleted.
 */
export function createAccountKeys(options: AccountKeysOptions): AccountKeys {
  const { clock = Date.now, checkIntervalMs = CHECK_INTERVAL_MS, onFault, onKeys, store, tokenLifeMs } = options
  /** Parsed keys, since parsing a key costs a signature. */
  let held: ReadonlyMap<string, AccountKey> = new Map()
  const unusable = new Set<string>()
  /** The read that has not begun yet. */
  let coming: Promise<boolean> | null = null
  let underway: Promise<unknown> = Promise.resolve()
  let lastBeganMs = -Infinity
  let failing = false
  let closed = false
  let timer: NodeJS.Timeout | undefined

  async function read(): Promise<AccountKey[]> {
    let stored = await store.list()
    if (stored.length === 0) {
      const { kid, privateJwk } = await generateSigningKey()
      await store.add({ kid, privateJwk, activeFrom: new Date(clock()) })
      stored = await store.list()
    }
    const keys: AccountKey[] = []
    for (const each of stored) {
      const key = await toKey(each)
      if (key !== null) keys.push(key)
    }
    const outlived = outlivedKids(keys, clock(), tokenLifeMs)
    if (outlived.length === 0) return keys
    await store.drop(outlived)
    return keys.filter(({ kid }) => !outlived.includes(kid))
  }

  async function toKey(stored: StoredKey): Promise<AccountKey | null> {
    const known = held.get(stored.kid)
    if (known?.activeFromMs === stored.activeFrom.getTime()) return known
    try {
      return await toAccountKey(stored)
    } catch (error) {
      if (!unusable.has(stored.kid)) onFault('a signing key of the account host cannot be used', error)
      unusable.add(stored.kid)
      return null
    }
  }

  async function look(): Promise<void> {
    const before = held
    const keys = await read()
    held = new Map(keys.map((key) => [key.kid, key]))
    if (closed || (keys.length === before.size && keys.every((key) => before.get(key.kid) === key))) return
    onKeys(keys)
  }

  async function lookInTurn(): Promise<void> {
    await underway
    const spareMs = lastBeganMs + LOOK_SPACING_MS - performance.now()
    if (spareMs > 0) await new Promise((resolve) => setTimeout(resolve, spareMs))
    coming = null
    if (closed) return
    lastBeganMs = performance.now()
    const looking = look()
    underway = looking.catch(() => undefined)
    await looking
  }

  async function attempt(): Promise<boolean> {
    try {
      await lookInTurn()
      failing = false
      return true
    } catch (error) {
      if (!failing && !closed)
        onFault('the signing keys of the account host cannot be read; those that are known stay', error)
      failing = true
      return false
    }
  }

  function refresh(): Promise<boolean> {
    coming ??= attempt()
    return coming
  }

  function goOn(): void {
    if (closed) return
    timer = setTimeout(() => void refresh().then(goOn), held.size === 0 ? RETRY_INTERVAL_MS : checkIntervalMs)
    timer.unref()
  }

  return {
    async start() {
      try {
        await lookInTurn()
      } finally {
        goOn()
      }
    },
    refresh,
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
