import { POINTER_LIMIT_BYTES, POINTER_NAME, readPointer, type Pointer } from '../artefact/layout.ts'
import type { DegradedCode } from '../generation.ts'
import type { PartName } from '../prepare.ts'
import { reasonOf } from '../../shared/reason.ts'
import type { Carrier } from './carrier.ts'
import type { Followed } from './followed.ts'

/** Share of the interval by which looks at the pointer are earlier or later, so that nodes do not ask at the same time. */
const JITTER = 0.2
/** Longest time until a generation that could not be served is tried again. A pointer that changes ends it. */
const RETRY_LIMIT_MS = 300_000
/** Least time between looks that requests for an unknown generation cause. */
const WAKE_INTERVAL_MS = 1000

const LAG_CODES = { docs: 'generation_lag', icons: 'icons_lag' } as const
const MEMBERS = { docs: 'generation', icons: 'icons' } as const

export interface FollowerOptions {
  readonly url: string
  readonly carrier: Carrier
  readonly intervalMs: number
  /** Time for which a node may be behind the pointer and still be ready. */
  readonly lagMs: number
  readonly parts: readonly PartName[]
  /** Hash of what is served of a part; empty while nothing is. */
  readonly served: (part: PartName) => string
  /** Hashes that an operator withdrew on this machine. */
  readonly withdrawn: () => readonly string[]
  /** Called when the pointer names what is not served, and again when it is time to try anew. */
  readonly onChange: () => void
  /** Called after each look at the pointer. */
  readonly onLooked: () => void
  /** Called when looks begin to fail, with the reason, and with null when they succeed again. */
  readonly onPointerFault: (reason: string | null) => void
}

interface Behind {
  /** Hash that is to be served. */
  readonly hash: string
  readonly sinceMs: number
  tries: number
  retryAtMs: number
  /** Whether no node can serve what is published. */
  refused: boolean
}

/** Looks at the pointer again and again, and knows whether this node serves what it names. */
export class Follower {
  readonly #options: FollowerOptions
  readonly #behind = new Map<PartName, Behind>()
  #pointer: Pointer | null = null
  #text = ''
  #state: string | null = null
  #fault = 'it has not been read yet'
  #looking: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined
  #wakeTimer: NodeJS.Timeout | undefined
  #lookedAtMs = -Infinity
  #withdrawn = 0
  /** Parts whose last build failed. */
  readonly #failed = new Set<PartName>()
  #closed = false
  /** Whether a build was asked for that has not ended. */
  #asked = false
  /** Time of `Date.now` at which the last look began that succeeded; 0 before. */
  confirmedAtMs = 0
  failures = 0

  constructor(options: FollowerOptions) {
    this.#options = options
  }

  /** What a build is to prepare. */
  get followed(): Followed {
    const { url, withdrawn } = this.#options
    return { url, pointer: this.#pointer, fault: this.#fault, withdrawn: withdrawn() }
  }

  /** Resolves when the first look at the pointer has ended. Further looks follow on their own. */
  async start(): Promise<void> {
    this.#asked = true
    await this.look()
  }

  /** Looks at the pointer now. Never rejects. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  /** Looks soon, since a client named a generation of which this node has never heard. */
  wake(): void {
    this.#wakeTimer ??= setTimeout(
      () => {
        this.#wakeTimer = undefined
        void this.look()
      },
      Math.max(0, this.#lookedAtMs + WAKE_INTERVAL_MS - performance.now()),
    ).unref()
  }

  /** Records what became of a part in a build. */
  settle(part: PartName, fault: string | null, refused: boolean): void {
    const behind = this.#behind.get(part)
    if (fault === null) {
      this.#failed.delete(part)
      this.#behind.delete(part)
      return
    }
    this.#failed.add(part)
    if (behind === undefined) return
    behind.refused = refused
    behind.tries += 1
    behind.retryAtMs =
      performance.now() + Math.min(RETRY_LIMIT_MS, this.#options.intervalMs * 2 ** Math.min(16, behind.tries))
  }

  /** Records that a build has ended. */
  settled(): void {
    this.#asked = false
    this.#judge()
  }

  /** Time for which a part has been behind the pointer; 0 where it is not. */
  behindMs(part: PartName): number {
    const behind = this.#behind.get(part)
    return behind === undefined ? 0 : performance.now() - behind.sinceMs
  }

  /** Whether the pointer was read, and the documentation that it names is served. */
  get isCurrent(): boolean {
    return this.#pointer !== null && !this.#behind.has('docs')
  }

  /** Codes for health checks. What no node can serve makes none of them late. */
  get codes(): readonly DegradedCode[] {
    const { lagMs, parts } = this.#options
    const late = parts.filter((part) => this.behindMs(part) > lagMs && this.#behind.get(part)?.refused !== true)
    return [...late.map((part) => LAG_CODES[part]), ...(this.#fault === '' ? [] : ['pointer_fault' as const])]
  }

  /** Hash that the pointer names; undefined if it names none. */
  wanted(part: PartName): string | undefined {
    return this.#pointer?.[MEMBERS[part]]
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#wakeTimer)
  }

  async #look(): Promise<void> {
    const { carrier, intervalMs, onLooked, onPointerFault } = this.#options
    clearTimeout(this.#timer)
    this.#lookedAtMs = performance.now()
    const begunAtMs = Date.now()
    let isNew = false
    try {
      const read = await carrier.readSmall(POINTER_NAME, POINTER_LIMIT_BYTES, this.#state)
      if (read !== null && read.text !== this.#text) {
        this.#pointer = readPointer(read.text)
        this.#text = read.text
        isNew = true
      }
      // A pointer that cannot be parsed is read again each time.
      this.#state = read === null ? this.#state : read.state
      this.confirmedAtMs = begunAtMs
      if (this.#fault !== '') {
        isNew = true
        onPointerFault(null)
      }
      this.#fault = ''
    } catch (error) {
      const reason = reasonOf(error)
      this.failures += 1
      if (this.#fault !== reason) onPointerFault(reason)
      this.#fault = reason
    }
    if (this.#closed) return
    this.#judge(isNew)
    onLooked()
    const jitter = 1 + JITTER * (Math.random() * 2 - 1)
    this.#timer = setTimeout(() => void this.look(), intervalMs * jitter).unref()
  }

  /** @param isNew Whether the pointer has changed or can be read again, so that what failed before may succeed now. */
  #judge(isNew = false): void {
    const { onChange, parts, served } = this.#options
    const now = performance.now()
    let isDue = false
    for (const part of parts) {
      const wanted = this.wanted(part)
      const behind = this.#behind.get(part)
      if (isNew && this.#failed.has(part)) isDue = true
      if (wanted === undefined || wanted === served(part)) this.#behind.delete(part)
      else if (behind?.hash !== wanted) {
        const sinceMs = behind === undefined || behind.refused ? now : behind.sinceMs
        this.#behind.set(part, { hash: wanted, sinceMs, tries: 0, retryAtMs: now, refused: false })
        isDue = true
      } else {
        if (isNew) behind.retryAtMs = now
        isDue ||= behind.retryAtMs <= now
      }
    }
    const withdrawn = this.#pointer?.withdrawn?.length ?? 0
    if (withdrawn > this.#withdrawn) isDue = true
    if (!isDue || this.#asked) return
    this.#withdrawn = withdrawn
    this.#asked = true
    onChange()
  }
}
