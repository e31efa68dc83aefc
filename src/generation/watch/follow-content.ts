import { ContentPoller } from './poll-content.ts'
import { ContentWatcher, type WatchOptions } from './watch-content.ts'

export interface FollowOptions extends Omit<WatchOptions, 'onError'> {
  /** `watch`: the system tells of changes; `poll`: the content is looked through every few seconds. */
  readonly way: 'watch' | 'poll'
  /** Called when the system does not tell (any more), and the content is looked through instead. */
  readonly onFallback: (error: unknown) => void
  /** Between two looks. */
  readonly pauseMs?: number
}

export interface FollowedContent {
  close(): void
}

/** Calls `onChange` after every change of the content, until it is closed. */
export async function followContent({ onFallback, pauseMs, way, ...options }: FollowOptions): Promise<FollowedContent> {
  let current: FollowedContent | null = null
  let closed = false

  async function poll(): Promise<void> {
    if (closed) return
    const poller = new ContentPoller(options, pauseMs)
    current = poller
    await poller.start()
  }

  /** What changed while nobody looked is built too. */
  async function fallBack(error: unknown): Promise<void> {
    onFallback(error)
    await poll()
    if (!closed) options.onChange()
  }

  if (way === 'poll') await poll()
  else {
    const watcher = new ContentWatcher({ ...options, onError: (error) => void fallBack(error) })
    current = watcher
    await watcher.start().catch(fallBack)
  }
  return {
    close() {
      closed = true
      current?.close()
    },
  }
}
