import { execFileSync } from 'node:child_process'
import { closeSync, fstatSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { temporaryFolder } from './content-tree.ts'

export interface SmallDisk {
  readonly folder: string
  /** Fills the disk until this much is free. Default: nothing. */
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

/** @returns why `smallDisk` cannot be used here, or false if it can */
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

/** Mounts a small file system, which is removed when the test ends. */
export async function smallDisk(t: Test, sizeMiB: number): Promise<SmallDisk> {
  const folder = await temporaryFolder(t)
  mount(folder, sizeMiB)
  // The file system is unmounted before its folder is removed, because teardowns run in reverse order.
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
