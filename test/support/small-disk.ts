import { execFileSync } from 'node:child_process'
import { closeSync, fstatSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { temporaryFolder } from './content-tree.ts'

export interface SmallDisk {
  readonly folder: string
  /** Leaves so much free; by default no byte. */
  fill(freeMiB?: number): void
  free(): void
}

const PIECES_BYTES = [1_048_576, 4096, 512] as const

function mount(folder: string, sizeMiB: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMiB}m`, 'none', folder], { stdio: 'ignore' })
}

function unmount(folder: string): void {
  execFileSync('umount', ['-l', folder], { stdio: 'ignore' })
}

/** Why `smallDisk` is of no use here; false: it is. */
export function findMountFault(): string | false {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-mount-'))
  try {
    mount(folder, 1)
    unmount(folder)
    return false
  } catch {
    return 'this process may not mount a file system'
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A file system of its own that goes when the test ends. */
export async function smallDisk(t: Test, sizeMiB: number): Promise<SmallDisk> {
  const folder = await temporaryFolder(t)
  mount(folder, sizeMiB)
  // Before the folder goes, since that was asked for first.
  t.teardown(() => unmount(folder))
  const filler = join(folder, 'filler')
  return {
    folder,
    fill(freeMiB = 0) {
      const fd = openSync(filler, 'a')
      for (const bytes of PIECES_BYTES) {
        const piece = Buffer.alloc(bytes, 1)
        try {
          while (writeSync(fd, piece) === bytes);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        }
      }
      ftruncateSync(fd, Math.max(0, fstatSync(fd).size - freeMiB * PIECES_BYTES[0]))
      closeSync(fd)
    },
    free: () => rmSync(filler),
  }
}
