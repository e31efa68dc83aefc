import { closeSync } from 'node:fs'
import { ContentFaults, type ContentFault } from './content-faults.ts'
import type { HostName } from '../config/env.ts'
import { CurrentGeneration } from '../generation/current-generation.ts'
import type { DegradedCode } from '../generation/generation.ts'
import { freeMemory } from '../generation/free-memory.ts'
import type { PartName } from '../generation/prepare.ts'
import type { PartResult } from '../generation/rebuilder.ts'
import type { ListenerThreads } from './listener-threads.ts'
import type { Log } from '../shared/log.ts'
import type { KeyState } from '../tokens/key-keeper.ts'

export interface PublishedContentOptions {
  readonly hosts: readonly HostName[]
  readonly log: Log
  /** Key of the icons host. */
  readonly keys: () => KeyState | null
  /** Codes of a node that follows what is published. */
  readonly followed: () => readonly DegradedCode[]
}

/** What the listeners have of the content: they are given each part as it comes, and their hosts begin to serve with it. */
export class PublishedContent {
  readonly current = new CurrentGeneration()
  readonly #options: PublishedContentOptions
  readonly #faults = new ContentFaults()
  /** Whether a host serves its content, or listens without any. */
  readonly #shown = new Map<PartName, 'content' | 'nothing'>()
  /** Resolves when the listeners have all that was published so far. */
  #published: Promise<void> = Promise.resolve()
  /** Whether all hosts listen. */
  #started = false

  constructor(options: PublishedContentOptions) {
    this.#options = options
  }

  get faults(): readonly ContentFault[] {
    return this.#faults.all
  }

  get degraded(): readonly DegradedCode[] {
    return [...this.current.degraded, ...this.#codes]
  }

  get #codes(): readonly DegradedCode[] {
    return [...this.#faults.codes, ...this.#options.followed()]
  }

  /** Whether a host is left that needs no content, or has it. */
  get canAnswer(): boolean {
    return this.#options.hosts.some((host) => host === 'account' || this.current.has(host))
  }

  /** Ends the start: faults are reported by each rebuild from now on. */
  started(): void {
    this.#started = true
  }

  /** Resolves when the listeners answer from the part. They take one generation at a time. */
  publish(result: PartResult, threads: ListenerThreads): Promise<void> {
    const publishing = this.#published.then(() => this.#publish(result, threads))
    this.#published = publishing.catch(() => undefined)
    // Once all hosts listen, a listener that does not take a generation has died, which ends the process.
    return this.#started ? this.#published : publishing
  }

  async #publish({ fault, next, part }: PartResult, threads: ListenerThreads): Promise<void> {
    const { hosts, keys, log } = this.#options
    if (this.#faults.record(part, fault)) log.pino.info({ part }, 'the content has no fault any more')
    if (next === null) threads.announce(this.degraded)
    else await threads.swap(this.current.replace(next, this.#codes))
    const shows = this.current.has(part) ? 'content' : 'nothing'
    if (fault !== null && !this.#started) this.#logFault(part, fault)
    // A host without content is of use beside others alone.
    if (this.#shown.get(part) === shows || (shows === 'nothing' && hosts.length === 1)) return
    this.#shown.set(part, shows)
    const key = keys()
    if (part === 'docs') await threads.serve({ host: part })
    else if (key !== null) await threads.serve({ host: part, keys: key })
    log.pino.info(
      { host: part, port: threads.ports[part], generation: this.current.number },
      `the host serves ${shows}`,
    )
  }

  /** Closes the files that only generations before this one need. */
  closeBefore(oldest: number): void {
    for (const fd of this.current.releaseBefore(oldest)) closeSync(fd)
    freeMemory()
  }

  #logFault(part: PartName, reason: string): void {
    const { hosts, log } = this.#options
    const generation = this.current.number
    if (this.current.has(part))
      log.pino.error({ part, reason, generation }, 'the content has a fault: its last good generation is served')
    else if (hosts.length > 1)
      log.pino.error({ part, reason }, 'the content has a fault and no good generation: the host answers 503')
  }
}
