import { readFile } from 'node:fs/promises'
import { fileAddress, parseFileAddress } from '../docs/files/file-address.ts'
import { filePath } from '../generation/disk/file-store.ts'
import type { FileParts } from '../generation/generation.ts'
import { fromFileRecord } from '../generation/records/file-record.ts'
import { openRecordStore } from '../generation/records/record-store.ts'

/** The files beside the pages of a generation. */
export interface FileReader {
  /** Facts of the file at an address, or null. */
  find(path: string): FoundFile | null
}

export interface FoundFile {
  readonly hash: string
  readonly sizeBytes: number
  /** Rejects when the bytes are gone or are not all there. */
  read(): Promise<Uint8Array>
}

export function openFiles({ folder, records }: FileParts): FileReader {
  const store = openRecordStore(records)
  return {
    find(path) {
      const asked = parseFileAddress(path)
      const index = asked === null ? -1 : store.find(fileAddress(asked.hash, asked.name))
      if (index === -1) return null
      const { bytes, hash, sizeBytes } = fromFileRecord(store.readSync(index))
      return {
        hash,
        sizeBytes,
        async read() {
          const found = bytes.length > 0 ? bytes : await readFile(filePath(folder, hash))
          if (found.length !== sizeBytes) throw new Error(`${filePath(folder, hash)} has ${found.length} bytes`)
          return found
        },
      }
    },
  }
}
