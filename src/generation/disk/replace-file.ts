import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'

/** Writes a whole file or nothing, without waiting for the disk. Throws the errors of the file system. */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const temporary = `${path}.tmp-${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(temporary, content, { flag: 'wx' })
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
