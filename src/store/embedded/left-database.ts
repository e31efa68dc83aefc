import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const pathOf = (dataDir: string): string => join(dataDir, 'database.left')

/** Marks the embedded database as left, after it was copied to another one. What is written to it from then on would be missing there. */
export function markLeft(dataDir: string, at: Date): void {
  writeFileSync(pathOf(dataDir), `${at.toISOString()}\n`, { mode: 0o600 })
}

/** Removes the mark, after the database was filled again. */
export function unmarkLeft(dataDir: string): void {
  rmSync(pathOf(dataDir), { force: true })
}

/** @throws {Error} The embedded database was left. The message says what to do. */
export function refuseLeft(dataDir: string): void {
  const path = pathOf(dataDir)
  let at: string
  try {
    at = readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  throw new Error(
    `the embedded database was copied to another one on ${at}, and is not used since: set DATABASE_URL. To go on with what it has, delete ${path}`,
  )
}
