import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'

/** Editors and checkouts change many files in a moment. */
const SETTLE_MS = 300

/** Of the content folder: whatever else lies there is not read. */
const FOLDERS = ['docs', 'guides', 'icons']

/**
 * Calls `onChange` once things have settled after content files have changed. Returns how to stop. A folder that is made
 * later is not watched.
 *
 * @param onError Called when a folder cannot be watched (any more); changes then go unseen.
 */
export function watchContent(contentDir: string, onChange: () => void, onError: (error: Error) => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const settle = (): void => {
    clearTimeout(timer)
    timer = setTimeout(onChange, SETTLE_MS)
  }
  const folders = FOLDERS.map((name) => join(contentDir, name)).filter((folder) => existsSync(folder))
  const watchers = folders.map((folder) => watch(folder, { recursive: true }).on('change', settle).on('error', onError))
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
