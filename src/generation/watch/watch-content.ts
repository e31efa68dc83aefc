import { watch, type FSWatcher } from 'node:fs'
import { basename, dirname } from 'node:path'
import { SITE_FILE } from '../../docs/site/site-file.ts'
import { isHidden } from '../../docs/sources/walk-sources.ts'
import { CONTENT_FOLDERS, folderId, liesAnywhere, walkContentFolders } from './content-walk.ts'

export interface WatchOptions {
  readonly contentDir: string
  /** Data folder. Nothing below it is content, even inside the content folder, because builds write there. */
  readonly dataDir: string
  /** Called once changes of the content have settled. */
  readonly onChange: () => void
  /** Called when changes can no longer be seen. */
  readonly onError: (error: unknown) => void
  /** Quiet time before `onChange` is called: editors and checkouts change many files in a moment. */
  readonly settleMs?: number
  /** Longest delay of `onChange` while changes continue. */
  readonly longestSettleMs?: number
  readonly watchFolder?: (path: string) => FSWatcher
}

const SETTLE_MS = 300
const LONGEST_SETTLE_MS = 5000
/** Errors that are ignored: the folder may have vanished or be inaccessible, which the build reports. */
const NOT_TO_WATCH = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP'])

/**
 * Watches all folders of the content. It watches folders and no files, because an editor that saves by renaming replaces the
 * watched file. After every change the folders are visited again, so that new, renamed and replaced folders are watched too.
 */
export class ContentWatcher {
  readonly #options: WatchOptions
  readonly #watchOne: (path: string) => FSWatcher
  /** Watchers by path. */
  readonly #watched = new Map<string, { readonly id: string; readonly watcher: FSWatcher }>()
  #timer: NodeJS.Timeout | undefined
  #unsettledSince: number | null = null
  #looking = false
  /** Whether content could lie anywhere in its folder when that was last looked at. */
  #isAnywhere = false
  #closed = false

  constructor(options: WatchOptions) {
    this.#options = options
    this.#watchOne = options.watchFolder ?? watch
  }

  /** Resolves when all folders are watched. Rejects when the system refuses so many watchers; none is then left. */
  async start(): Promise<void> {
    try {
      await this.#watchAll()
    } catch (error) {
      this.close()
      throw error
    }
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    for (const path of this.#watched.keys()) this.#unwatch(path)
  }

  async #watchAll(): Promise<void> {
    const { contentDir, dataDir } = this.#options
    const present = new Set<string>()
    const add = (path: string, id: string, matters: (name: string) => boolean): void => {
      present.add(path)
      if (!this.#closed) this.#watchFolder(path, id, matters)
    }
    // The parent folder has the content folder's entry, and the content folder has those of its parts. Each may be a link that is
    // switched to another release.
    const parent = dirname(contentDir)
    const parentId = await folderId(parent)
    if (parentId !== null) add(parent, parentId, (name) => name === basename(contentDir))
    const id = await folderId(contentDir)
    // Content that was plain Markdown may lie anywhere later, by what else comes into its folder, until that goes away.
    this.#isAnywhere = liesAnywhere(contentDir)
    const mayChange = (): boolean => this.#isAnywhere || liesAnywhere(contentDir)
    if (id !== null) add(contentDir, id, (name) => isPart(name) || (!isHidden(name) && mayChange()))
    await walkContentFolders(contentDir, {
      except: dataDir,
      onFolder: (path, folder) => add(path, folder, (name) => !isHidden(name)),
    })
    for (const path of this.#watched.keys()) if (!present.has(path)) this.#unwatch(path)
  }

  #watchFolder(path: string, id: string, matters: (name: string) => boolean): void {
    if (this.#watched.get(path)?.id === id) return
    this.#unwatch(path)
    try {
      const watcher = this.#watchOne(path)
      this.#watched.set(path, { id, watcher })
      watcher.on('change', (type, name) => {
        // The system gives the folder's own name when it was moved or removed, and its watch with it. A new folder in its place may get
        // the same inode, so the id alone does not show that it is new. For an entry of the same name the folder is watched anew in vain.
        const hasEnded = type === 'rename' && String(name) === basename(path)
        if (hasEnded) this.#unwatch(path)
        if (hasEnded || name === null || matters(String(name))) this.#stir()
      })
      watcher.on('error', (error) => this.#fail(error))
    } catch (error) {
      if (!NOT_TO_WATCH.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }

  #unwatch(path: string): void {
    this.#watched.get(path)?.watcher.close()
    this.#watched.delete(path)
  }

  #stir(): void {
    if (this.#closed) return
    const { longestSettleMs = LONGEST_SETTLE_MS, settleMs = SETTLE_MS } = this.#options
    const now = performance.now()
    this.#unsettledSince ??= now
    clearTimeout(this.#timer)
    const rest = Math.max(0, this.#unsettledSince + longestSettleMs - now)
    this.#timer = setTimeout(() => void this.#settled(), Math.min(settleMs, rest))
  }

  async #settled(): Promise<void> {
    this.#unsettledSince = null
    if (this.#looking) return this.#stir()
    this.#looking = true
    try {
      // The folders are watched before the build, so that writes after the build has read a folder are seen.
      await this.#watchAll()
      if (!this.#closed) this.#options.onChange()
    } catch (error) {
      this.#fail(error)
    }
    this.#looking = false
  }

  #fail(error: unknown): void {
    if (this.#closed) return
    this.close()
    this.#options.onError(error)
  }
}

function isPart(name: string): boolean {
  return name.startsWith('..') || name === SITE_FILE || CONTENT_FOLDERS.some((part) => part === name)
}
