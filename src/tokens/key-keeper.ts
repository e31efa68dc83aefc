import type { KeyRegister, KeyStanding } from './key-register.ts'
import type { KeySource } from './key-source.ts'
import { createTurns } from '../shared/turns.ts'
import { Unavailable } from '../shared/unavailable.ts'
import type { SigningKey } from './signing-key.ts'

/** The key that signs and verifies credentials. Without one no credential is issued or accepted. */
export type KeyState =
  | { readonly key: SigningKey }
  | {
      readonly key: null
      /** Reason for the log. */
      readonly reason: string
    }

export interface KeyKeeperOptions {
  readonly source: KeySource
  /** Register of the nodes' agreement; null when this node is alone. */
  readonly register: KeyRegister | null
  /** Called with each state that differs from the one before. */
  readonly onState: (state: KeyState) => void
  /** Called with faults for the operator. */
  readonly onFault: (message: string, cause: unknown) => void
  /** Interval of queries to the register and to a shared source, in case a message was lost or nobody sends one. */
  readonly checkIntervalMs?: number
}

/** Keeps one host's key synchronised with its source and with the other nodes. It runs in the main thread. */
export interface KeyKeeper {
  /** Resolves to the first state. Rejects with a `KeyError` when there is no initial key. */
  start(): Promise<KeyState>
  /** Reads the source again (SIGHUP). A changed key replaces the old one on every node. */
  reread(): Promise<void>
  close(): void
}

const CHECK_INTERVAL_MS = 5000
/** A key that was replaced in the database must end soon on nodes that no message reaches. */
const SHARED_CHECK_INTERVAL_MS = 1000

/**
 * Creates the keeper. A key changes in two ways: an operator changes the file and announces it here, or another node
 * announces a replacement. In the second case the file is read again. Until it holds the key that all have agreed on,
 * this node has none, since its old key may have been compromised. A shared source is read again by itself, and its key stays in
 * use while it is away.
 */
export function createKeyKeeper(options: KeyKeeperOptions): KeyKeeper {
  const { source, register, onState, onFault } = options
  const checkIntervalMs = options.checkIntervalMs ?? (source.isShared ? SHARED_CHECK_INTERVAL_MS : CHECK_INTERVAL_MS)
  let held: SigningKey | null = null
  let state: KeyState | null = null
  /** Whether the operator changed the key while the register was unreachable, so that the register does not know it yet. */
  let unannounced = false
  /** Thumbprints known to be replaced. If the register loses them, this node must not help an old key back. */
  const retired = new Set<string>()
  let closed = false
  let timer: NodeJS.Timeout | null = null
  const inTurn = createTurns()

  function enter(next: KeyState): KeyState {
    const same = state !== null && (state.key?.kid ?? null) === (next.key?.kid ?? null)
    state = next
    if (same) return next
    if (next.key === null) onFault(next.reason, undefined)
    onState(next)
    return next
  }

  async function read(): Promise<SigningKey> {
    const { key, kept, warning } = await source.read()
    if (warning !== null && held === null) onFault(warning, undefined)
    // A file that cannot be written has not changed.
    return kept || held === null ? key : held
  }

  /**
   * Enters the state that follows from the nodes' agreement, or from the key alone while they cannot be asked.
   *
   * @param former Thumbprint of the key that this one replaces, unless the register refuses this one.
   */
  async function settle(key: SigningKey, former: string | null = null): Promise<KeyState> {
    held = key
    if (register === null) return enter({ key })
    let standing: KeyStanding
    try {
      standing = await ask(key.kid, register)
      unannounced = false
    } catch {
      if (former !== null) retired.add(former)
      return state !== null && state.key === null ? state : enter({ key })
    }
    if (standing === 'current' && former !== null) retired.add(former)
    if (standing === 'retired') retired.add(key.kid)
    if (standing === 'current') return enter({ key })
    return enter({ key: null, reason: refusalOf(standing, source.place) })
  }

  async function ask(kid: string, register: KeyRegister): Promise<KeyStanding> {
    if (retired.has(kid)) return 'retired'
    return unannounced ? register.replace(kid) : register.standing(kid, state === null || state.key !== null)
  }

  async function look(): Promise<void> {
    if (closed) return
    if (source.isShared) return readAgain()
    if (held === null) return
    const before = held
    await settle(before)
    if (state?.key !== null) return
    // The needed key differs from the loaded one; it may be in the file by now.
    const key = await read().catch(() => before)
    if (key.kid !== before.kid) await settle(key)
  }

  function lookSoon(): void {
    inTurn(look).catch((error: unknown) => onFault('the signing key could not be checked', error))
  }

  async function readAgain(): Promise<void> {
    let key: SigningKey
    try {
      key = await read()
    } catch (error) {
      // A partly copied file must not end every credential. A database that is away is reported by itself.
      if (!(error instanceof Unavailable))
        onFault('the signing key could not be read again; the one before stays', error)
      return
    }
    let former: string | null = null
    if (held !== null && key.kid !== held.kid) {
      // A key that never was the nodes' key is not retired when it leaves its place.
      if (state?.key?.kid === held.kid) former = held.kid
      unannounced = true
    }
    await settle(key, former)
  }

  async function begin(): Promise<KeyState> {
    try {
      return await settle(await read())
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      const reason = refusalOf('unread', source.place)
      onFault(reason, error)
      return { key: null, reason }
    }
  }

  return {
    start: () =>
      inTurn(async () => {
        const first = await begin()
        if (register !== null || source.isShared) {
          register?.onReplaced(lookSoon)
          timer = setInterval(lookSoon, checkIntervalMs)
          timer.unref()
        }
        return first
      }),
    reread: () => inTurn(readAgain),
    close() {
      closed = true
      if (timer !== null) clearInterval(timer)
    },
  }
}

/** Why a node has no key, for the log. */
function refusalOf(standing: Exclude<KeyStanding, 'current'> | 'unread', place: string): string {
  const reasons = {
    retired: 'was replaced and may not sign any more: put the present one there',
    other:
      'is not the one that the other nodes have: copy theirs, or make this one theirs with npm run keys:replace -- --host icons --publish',
    unread: 'cannot be read yet',
  }
  return `the signing key ${place} ${reasons[standing]}. Until then no credential is made or accepted`
}
