import { watch } from 'node:fs'
import { join } from 'node:path'

/** Editors and checkouts change many files in a moment. */
const SETTLE_MS = 300

/**
 * Calls `onChange` once things have settled after files under `contentDir/docs` changed. Returns how to stop.
 *
 * @param onError Called when the folder cannot be watched (any more); changes then go unseen.
 */
export function watchContent(contentDir: string, onChange: () => void, onError: (error: Error) => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(join(contentDir, 'docs'), { recursive: true })
  watcher.on('change', () => {
    clearTimeout(timer)
    timer = setTimeout(onChange, SETTLE_MS)
  })
  watcher.on('error', onError)
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}
