import { createHash } from 'node:crypto'
import { walkContentFolders } from './content-walk.ts'
import type { WatchOptions } from './watch-content.ts'

const PAUSE_MS = 2000
/** Pause after a scan, in multiples of its duration: scans take at most a tenth of the time. */
const PAUSE_FACTOR = 9

/** Scans the content repeatedly, for network disks, which do not report changes made by other machines. */
export class ContentPoller {
  readonly #options: Pick<WatchOptions, 'contentDir' | 'dataDir' | 'onChange'>
  readonly #pauseMs: number
  #timer: NodeJS.Timeout | undefined
  #seen = ''
  #closed = false

  constructor(options: Pick<WatchOptions, 'contentDir' | 'dataDir' | 'onChange'>, pauseMs = PAUSE_MS) {
    this.#options = options
    this.#pauseMs = pauseMs
  }

  /** Resolves after the first scan. */
  async start(): Promise<void> {
    const startedAt = performance.now()
    this.#seen = await this.#look()
    this.#lookAgain(startedAt)
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  #lookAgain(startedAt: number): void {
    if (this.#closed) return
    const pauseMs = Math.max(this.#pauseMs, (performance.now() - startedAt) * PAUSE_FACTOR)
    this.#timer = setTimeout(() => void this.#compare(), pauseMs)
  }

  async #compare(): Promise<void> {
    const startedAt = performance.now()
    const found = await this.#look()
    if (found !== this.#seen && !this.#closed) this.#options.onChange()
    this.#seen = found
    this.#lookAgain(startedAt)
  }

  async #look(): Promise<string> {
    const { contentDir, dataDir } = this.#options
    const hash = createHash('sha256')
    await walkContentFolders(contentDir, {
      except: dataDir,
      onFolder: (path, id) => hash.update(`${path}\0${id}\n`),
      onFile: (path, state) => hash.update(`${path}\0${state}\n`),
    })
    return hash.digest('hex')
  }
}
