import type { Config } from '../config/config.ts'
import { PARTS } from './content-faults.ts'
import type { CurrentGeneration } from '../generation/current-generation.ts'
import { Follower } from '../generation/follow/follower.ts'
import { openCarrier } from '../generation/follow/open-carrier.ts'
import { WithdrawnList } from '../generation/follow/withdrawn-list.ts'
import type { PartName } from '../generation/prepare.ts'
import { counter, gauge, infoGauge, type Reading } from '../http/observe/reading.ts'
import type { Log } from '../shared/log.ts'

const MS_PER_SECOND = 1000

export interface FollowedContentOptions {
  readonly config: Config
  readonly log: Log
  readonly current: CurrentGeneration
  /** Asks for a build, which prepares what the pointer names. */
  readonly rebuild: (cause: string) => void
  /** Called after each look at the pointer. */
  readonly onLooked: () => void
}

/** Follows the pointer of `GENERATION_URL`, and shows in the log and in metrics how far this node is behind. */
export function followPublished(options: FollowedContentOptions): FollowedPublished | null {
  const { followed } = options.config
  return followed === null ? null : new FollowedPublished(options, followed)
}

export class FollowedPublished {
  readonly follower: Follower
  readonly withdrawn: WithdrawnList
  readonly readings: readonly Reading[]
  readonly #log: Log
  readonly #onLooked: () => void
  /** Whether the log says that the node is late. */
  #isLate = false
  /** Reasons of the parts that could not be followed, as the log has them. */
  readonly #logged = new Map<PartName, string>()

  constructor(
    { config, current, log, onLooked, rebuild }: FollowedContentOptions,
    followed: NonNullable<Config['followed']>,
  ) {
    const parts = PARTS.filter((part) => config.hosts.includes(part))
    const hashes = { docs: () => current.docs?.docs.content ?? '', icons: () => current.icons?.icons.content ?? '' }
    this.#log = log
    this.#onLooked = onLooked
    this.withdrawn = new WithdrawnList(config.dataDir)
    this.follower = new Follower({
      ...followed,
      carrier: openCarrier(followed.url),
      parts,
      served: (part) => hashes[part](),
      withdrawn: () => this.withdrawn.hashes,
      onChange: () => rebuild('the pointer names another generation'),
      onLooked: () => this.#looked(),
      onPointerFault: (reason) => {
        if (reason === null) log.pino.info('the pointer of GENERATION_URL is read')
        else log.pino.warn({ reason }, 'the pointer of GENERATION_URL cannot be read; what is here is served')
      },
    })
    const behindSeconds = (): number =>
      Math.max(...parts.map((part) => this.follower.behindMs(part)), 0) / MS_PER_SECOND
    this.readings = [
      gauge(
        'signpost_generation_behind_seconds',
        'Time for which this node has served something else than the pointer names; 0 while it serves that.',
        behindSeconds,
      ),
      gauge(
        'signpost_generation_pointer_success_timestamp_seconds',
        'Time at which the pointer was last read, in seconds since the epoch.',
        () => this.follower.confirmedAtMs / MS_PER_SECOND,
      ),
      counter(
        'signpost_generation_pointer_failures_total',
        'Looks at the pointer that failed.',
        () => this.follower.failures,
      ),
      infoGauge('signpost_generation_wanted_info', 'Hash of the content that the pointer names.', () =>
        parts.flatMap((host) => {
          const wanted = this.follower.wanted(host)
          return wanted === undefined ? [] : [{ host, content: `sha256:${wanted}` }]
        }),
      ),
    ]
  }

  /** Records the outcome of a part, and logs its fault unless the log has it. */
  settle(part: PartName, fault: string | null, refused: boolean): void {
    this.follower.settle(part, fault, refused)
    if (fault === null) this.#logged.delete(part)
    else if (this.#logged.get(part) !== fault) {
      this.#logged.set(part, fault)
      const message = refused
        ? 'what is published is refused; what is here is served'
        : 'what is published could not be brought; what is here is served, and it is tried again'
      this.#log.pino.error({ part, reason: fault }, message)
    }
  }

  #looked(): void {
    const { codes } = this.follower
    const isLate = codes.some((code) => code !== 'pointer_fault')
    if (isLate && !this.#isLate)
      this.#log.pino.error(
        { codes },
        'this node is behind what is published for longer than GENERATION_LAG_S, and not ready',
      )
    else if (!isLate && this.#isLate) this.#log.pino.info('this node serves what is published again, and is ready')
    this.#isLate = isLate
    this.#onLooked()
  }
}
