import { setImmediate } from 'node:timers/promises'
import type { FileKeeper } from './files/file-keeper.ts'
import type { SiteFile } from './site/site-file.ts'

export interface ReadOptions {
  /** Called every few milliseconds, and at the end. */
  readonly onProgress?: (done: number, total: number) => void
  readonly signal?: AbortSignal
  /** Where the bytes of files go to which pages lead. Default: nowhere. */
  readonly keeper?: FileKeeper
  /** `site.yaml`, where the caller has read it already. */
  readonly site?: SiteFile
}

const TURN_MS = 25

/**
 * Gives a function that synchronous reading calls before each file: every 25 ms it tells the progress and yields to the
 * event loop. It rejects with the signal's reason when it is aborted.
 */
export function createTurns({
  onProgress,
  signal,
}: ReadOptions): (done: number, total: number) => Promise<void> | null {
  signal?.throwIfAborted()
  let turnStart = performance.now()
  return (done, total) => {
    if (performance.now() - turnStart <= TURN_MS) return null
    onProgress?.(done, total)
    return setImmediate().then(() => {
      signal?.throwIfAborted()
      turnStart = performance.now()
    })
  }
}
