import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BuiltContent } from '../built-content.ts'
import { syncFolder } from './checked-files.ts'
import { writeGenerationFolder, type OpenedDocs } from './generation-folder.ts'

/** Number of finished generations kept on disk: the newest, and the previous one in case the newest is damaged. */
const KEEP = 2

/** Folders being written, and locks being taken away. */
const TEMPORARY = /^(?:\d+|lock)\.tmp/

/**
 * ```
 * DATA_DIR/generations/
 *   41/  42/        finished: renamed into place with their manifest inside
 *   43.tmp…/        being written; the leftover of a crash once nobody holds the lock
 *   lock
 * ```
 */
export class GenerationList {
  readonly folder: string

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'generations')
  }

  /** Numbers of the finished generations, newest first. */
  numbers(): number[] {
    return this.#names()
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .toSorted((left, right) => right - left)
  }

  folderOf(number: number): string {
    return join(this.folder, String(number))
  }

  /**
   * Writes a generation under the next number, `atLeast` or higher. Throws the errors of the file system. If two processes write at
   * once in spite of the lock, the second fails without harming the first: a non-empty folder cannot be replaced by a rename.
   */
  write(built: BuiltContent, atLeast: number): OpenedDocs {
    mkdirSync(this.folder, { recursive: true })
    const number = Math.max(atLeast, (this.numbers()[0] ?? 0) + 1)
    const temporary = join(this.folder, `${number}.tmp-${randomBytes(6).toString('hex')}`)
    // The folder is not made by `mkdtemp`, whose folders are for one user only: an installation by root runs as another user.
    mkdirSync(temporary)
    let opened: OpenedDocs | null = null
    try {
      opened = writeGenerationFolder(temporary, number, built)
      renameSync(temporary, this.folderOf(number))
      syncFolder(this.folder)
      return opened
    } catch (error) {
      opened?.descriptors.forEach((fd) => closeSync(fd))
      rmSync(temporary, { recursive: true, force: true })
      throw error
    }
  }

  /** Removes old generations and leftovers of crashed writers. Only who holds the lock may call it (`BuildLock.isHeld`). */
  prune(): void {
    const surplus = this.numbers().slice(KEEP).map(String)
    const leftovers = this.#names().filter((name) => TEMPORARY.test(name))
    for (const name of [...surplus, ...leftovers]) rmSync(join(this.folder, name), { recursive: true, force: true })
  }

  remove(number: number): void {
    rmSync(this.folderOf(number), { recursive: true, force: true })
  }

  #names(): string[] {
    try {
      return readdirSync(this.folder)
    } catch {
      return []
    }
  }
}
