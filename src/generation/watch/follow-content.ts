import { liesAnywhere } from './content-walk.ts'
import { ContentPoller } from './poll-content.ts'
import { ContentWatcher, type WatchOptions } from './watch-content.ts'

export interface FollowOptions extends Omit<WatchOptions, 'onError'> {
  /** Method of detection. `watch`: the system reports changes; `poll`: the content is scanned every few seconds. */
  readonly way: 'watch' | 'poll'
  /** Called when the system does not report changes (any more) and the content is scanned instead. */
  readonly onFallback: (error: unknown) => void
  /** Pause between two scans. */
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

  /** Switches to scans. Changes that went unseen meanwhile are built too. */
  async function fallBack(error: unknown): Promise<void> {
    onFallback(error)
    await poll()
    if (!closed) options.onChange()
  }

  // The system reports changes of single folders, which are known where content is Markdown alone.
  if (way === 'poll' || liesAnywhere(options.contentDir)) await poll()
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
