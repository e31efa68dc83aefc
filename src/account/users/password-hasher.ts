import { randomBytes } from 'node:crypto'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { Unavailable } from '../../shared/unavailable.ts'
import { createFairQueue } from './fair-queue.ts'
import { HASH_QUEUE_LIMIT, HASHES_AT_ONCE } from './limits.ts'
import { normalisePassword } from './password-rules.ts'

/**
 * Minimum parameters of Argon2id in the OWASP password storage cheat sheet. The package's default algorithm and version are
 * Argon2id, 1.3.
 */
export const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const

/**
 * The place of a hash in the queue. Known browsers and signed-in people come first, so that no number of strangers delays
 * them. In each lane shares take turns (`fair-queue.ts`).
 */
export interface HashTurn {
  readonly lane: 'known' | 'stranger'
  readonly share: string
}

/** Hashes by Argon2id (RFC 9106). Every call may reject with `Unavailable` when too many wait. */
export interface PasswordHasher {
  /** Hashes a password to PHC form, with a new salt. */
  hash(password: string, turn: HashTurn): Promise<string>
  /** @param stored Null if there is no account: the result is false, after the same time. */
  verify(stored: string | null, password: string, turn: HashTurn): Promise<boolean>
  /** Tells whether a hash has other parameters than the present ones. */
  isOutdated(stored: string): boolean
}

interface Waiting {
  readonly resolve: () => void
  readonly reject: (error: Unavailable) => void
}

export interface HasherOptions {
  readonly hashesAtOnce?: number
  readonly queueLimit?: number
}

/**
 * Creates a hasher that hashes a few passwords at once, since each takes a thread of libuv and 19 MiB for about 60 ms. It
 * refuses what would wait too long.
 */
export function createPasswordHasher(options: HasherOptions = {}): PasswordHasher {
  const { hashesAtOnce = HASHES_AT_ONCE, queueLimit = HASH_QUEUE_LIMIT } = options
  const newLane = () => createFairQueue<Waiting>(queueLimit)
  const lanes = { known: newLane(), stranger: newLane() }
  let running = 0
  /** A hash that no password has. It is made now, so that the first request that needs it waits no longer than others. */
  const decoy = hash(randomBytes(32), ARGON2_OPTIONS)
  decoy.catch(() => {})

  function wait({ lane, share }: HashTurn): Promise<void> {
    return new Promise((resolve, reject) => {
      lanes[lane]
        .add(share, { resolve, reject })
        ?.reject(new Unavailable('too many passwords wait for their hash', { reason: 'queue' }))
    })
  }

  async function inTurn<T>(turn: HashTurn, work: () => Promise<T>): Promise<T> {
    // A waiter that is resumed takes the place of the one that has finished.
    if (running >= hashesAtOnce) await wait(turn)
    else running++
    try {
      return await work()
    } finally {
      const next = lanes.known.next() ?? lanes.stranger.next()
      if (next === undefined) running--
      else next.resolve()
    }
  }

  return {
    hash: (password, turn) => inTurn(turn, () => hash(normalisePassword(password), ARGON2_OPTIONS)),
    async verify(stored, password, turn) {
      const against = stored ?? (await decoy)
      const same = await inTurn(turn, () => verify(against, normalisePassword(password)))
      return stored !== null && same
    },
    isOutdated(stored) {
      const { memoryCost, outputLen, parallelism, timeCost } = parseOptions(stored)
      const wanted = ARGON2_OPTIONS
      return (
        memoryCost !== wanted.memoryCost ||
        timeCost !== wanted.timeCost ||
        parallelism !== wanted.parallelism ||
        outputLen !== wanted.outputLen
      )
    },
  }
}
