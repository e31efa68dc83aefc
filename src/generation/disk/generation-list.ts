import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BuiltContent } from '../built-content.ts'
import { isDamage, syncFolder } from './checked-files.ts'
import { writeGenerationFolder, type OpenedDocs } from './generation-folder.ts'
import { isComplete, isCurrent, readBuiltFrom, readManifest, type Manifest } from './manifest.ts'

/**
 * Number of finished generations of one content kept on disk: the newest, and the previous one in case the newest is damaged. The
 * newest complete one stays beside them.
 */
const KEEP = 2

/** Number of finished generations kept on disk in all, since services with different content can share `DATA_DIR`. */
const TOTAL_LIMIT = 8

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

  /** The same numbers, those of complete generations first. */
  completeFirst(): number[] {
    const found = this.numbers().map((number) => ({ number, ...this.#read(number) }))
    return found
      .toSorted((left, right) => Number(right.isComplete) - Number(left.isComplete))
      .map(({ number }) => number)
  }

  /** Number of the newest generation that was built from those bytes and is still what they come to; null without one. */
  withBytes(bytesFingerprint: string): number | null {
    const isIt = (number: number): boolean => {
      const manifest = this.manifestOf(number)
      return (
        manifest !== null &&
        isCurrent(manifest) &&
        readBuiltFrom(this.folderOf(number)).bytesFingerprint === bytesFingerprint
      )
    }
    return this.numbers().find(isIt) ?? null
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
    const number = Math.max(atLeast, this.next)
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

  /** Number of the generation with that hash of its content; null if it is not on disk. */
  find(content: string): number | null {
    return this.numbers().find((number) => this.manifestOf(number)?.content === content) ?? null
  }

  /** Manifest of a generation; null if it cannot be read, or is of another format. */
  manifestOf(number: number): Manifest | null {
    try {
      return readManifest(this.folderOf(number))
    } catch {
      return null
    }
  }

  /** Number that a generation gets which is the newest from now on. */
  get next(): number {
    return (this.numbers()[0] ?? 0) + 1
  }

  /** Renames a finished folder, so that it is the generation of that number. Throws the errors of the file system. */
  adopt(folder: string, number: number): void {
    mkdirSync(this.folder, { recursive: true })
    renameSync(folder, this.folderOf(number))
    syncFolder(this.folder)
  }

  /** Removes old generations and leftovers of crashed writers. Only who holds the lock may call it (`BuildLock.isHeld`). */
  prune(): void {
    const kept = this.#kept()
    const surplus = this.numbers()
      .filter((number) => !kept.has(number))
      .map(String)
    const leftovers = this.#names().filter((name) => TEMPORARY.test(name))
    for (const name of [...surplus, ...leftovers]) rmSync(join(this.folder, name), { recursive: true, force: true })
  }

  remove(number: number): void {
    rmSync(this.folderOf(number), { recursive: true, force: true })
  }

  /**
   * Numbers that stay. Where they are too many, the newest of all goes last, then the newest complete one of each content, then the
   * others, the oldest first.
   */
  #kept(): ReadonlySet<number> {
    const numbers = this.numbers()
    const counts = new Map<string, number>()
    const withComplete = new Set<string>()
    const good: number[] = []
    const others: number[] = []
    for (const number of numbers) {
      const { content, isComplete } = this.#read(number)
      const count = (counts.get(content) ?? 0) + 1
      counts.set(content, count)
      if (isComplete && !withComplete.has(content)) good.push(number)
      else if (count <= KEEP) others.push(number)
      if (isComplete) withComplete.add(content)
    }
    return new Set([...new Set([...numbers.slice(0, 1), ...good, ...others])].slice(0, TOTAL_LIMIT))
  }

  /** Says of what content a generation is, and whether it is a complete one that a start can serve again. */
  #read(number: number): { readonly content: string; readonly isComplete: boolean } {
    try {
      const folder = this.folderOf(number)
      return { isComplete: isComplete(readManifest(folder)), content: readBuiltFrom(folder).contentDir }
    } catch (error) {
      // What cannot be read for now may be the only good one of its content.
      return isDamage(error) ? { content: '', isComplete: false } : { content: String(number), isComplete: true }
    }
  }

  #names(): string[] {
    try {
      return readdirSync(this.folder)
    } catch {
      return []
    }
  }
}
