import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Carrier } from './carrier.ts'
import { RefusedGenerationError } from './refused-generation.ts'

const CHUNK_BYTES = 1_048_576

/** Reads an artefact in a folder, such as one that machines share. */
export function createFolderCarrier(folder: string): Carrier {
  return {
    async readSmall(path, limitBytes, known) {
      const file = await openFile(folder, path)
      try {
        const { ino, mtimeNs, size } = await file.stat({ bigint: true })
        const state = `${ino} ${size} ${mtimeNs}`
        if (state === known) return null
        const { buffer, bytesRead } = await file.read(Buffer.alloc(limitBytes + 1), 0, limitBytes + 1, 0)
        if (bytesRead > limitBytes) throw new RefusedGenerationError(`${path} is larger than ${limitBytes} bytes`)
        return { text: buffer.toString('utf8', 0, bytesRead), state }
      } finally {
        await file.close()
      }
    },
    async read(path, from) {
      const file = await openFile(folder, path)
      return { from, chunks: file.createReadStream({ start: from, highWaterMark: CHUNK_BYTES }) }
    },
  }
}

/** Opens a regular file. A share that is not mounted is a fault of this machine, and a file that is missing beside others is not. */
async function openFile(folder: string, path: string): Promise<FileHandle> {
  let file: FileHandle
  try {
    file = await open(join(folder, path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || (await isMissing(folder))) throw error
    throw new RefusedGenerationError(`${path} is not there`)
  }
  const stats = await file.stat()
  if (stats.isFile()) return file
  await file.close()
  throw new RefusedGenerationError(`${path} is not a file`)
}

async function isMissing(folder: string): Promise<boolean> {
  try {
    await (await open(folder)).close()
    return false
  } catch {
    return true
  }
}
