import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Carrier } from './carrier.ts'
import { RefusedGenerationError } from './refused-generation.ts'

/** Files that come at a time. */
const AT_ONCE = 4
/** Tries that bring no byte before a file is given up. A try that brings some goes on where it ended, as often as it needs. */
const TRIES = 3
const PAUSE_MS = 250
/** Largest generation or catalogue. */
const TOTAL_LIMIT_BYTES = 64 * 1_073_741_824
/** Longest time for all files of one call. What has come by then stays for the next call. */
const TOTAL_LIMIT_MS = 3_600_000
/** Space that stays free on the disk. */
const RESERVE_BYTES = 64 * 1_048_576
const BYTES_PER_MIB = 1_048_576

/** A file that is to come. */
export interface WantedFile {
  /** Path below the address of the artefact. */
  readonly path: string
  /** Where it goes once its bytes are checked. */
  readonly target: string
  readonly byteLength: number
  /** Beginning of the SHA-256 of its bytes, or all of it, in hexadecimal digits. */
  readonly sha256: string
}

interface Download {
  readonly carrier: Carrier
  /** Tells that bytes have come, and of which file. */
  readonly onBytes: (path: string, byteLength: number) => void
}

/**
 * Brings files that are not in place yet. Bytes that came before a cut stay beside the target in a `.part` file, and the next call
 * goes on behind them. Each file has its name only once all of its bytes are checked.
 */
export async function download(files: readonly WantedFile[], to: Download): Promise<void> {
  const missing = files.filter(
    ({ byteLength, target }) => statSync(target, { throwIfNoEntry: false })?.size !== byteLength,
  )
  checkRoom(files, missing)
  const deadline = performance.now() + TOTAL_LIMIT_MS
  const waiting = [...missing]
  let isOver = false
  const bring = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined && !isOver; file = waiting.shift()) {
      if (performance.now() > deadline) throw new Error('the download took too long, and goes on with the next try')
      await bringFile(file, to, () => isOver)
    }
  }
  const lanes = Array.from({ length: AT_ONCE }, () =>
    bring().catch((error: unknown) => {
      isOver = true
      throw error
    }),
  )
  const ends = await Promise.allSettled(lanes)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

function checkRoom(files: readonly WantedFile[], missing: readonly WantedFile[]): void {
  const total = sumOf(files)
  if (total > TOTAL_LIMIT_BYTES)
    throw new RefusedGenerationError(`it has ${total} bytes; ${TOTAL_LIMIT_BYTES} are allowed`)
  const [first] = missing
  if (first === undefined) return
  mkdirSync(dirname(first.target), { recursive: true })
  const { bavail, bsize } = statfsSync(dirname(first.target))
  const came = missing.reduce((sum, { target }) => sum + sizeOf(partOf(target)), 0)
  const needed = sumOf(missing) - came + RESERVE_BYTES
  if (bavail * bsize >= needed) return
  const [free, wanted] = [bavail * bsize, needed].map((bytes) => Math.floor(bytes / BYTES_PER_MIB))
  throw new Error(`DATA_DIR has ${free} MiB free, and the generation needs ${wanted}`)
}

async function bringFile(file: WantedFile, to: Download, isOver: () => boolean): Promise<void> {
  const { byteLength, path, sha256, target } = file
  const part = partOf(target)
  mkdirSync(dirname(target), { recursive: true })
  let isResumed = sizeOf(part) > 0
  for (let tries = 0; ;) {
    if (sizeOf(part) > byteLength) rmSync(part)
    const before = sizeOf(part)
    try {
      if (before < byteLength || !existsSync(part)) await append(file, part, before, to)
      if (isOver()) return
      if (sizeOf(part) < byteLength) throw new Error(`${path} ended after ${sizeOf(part)} of ${byteLength} bytes`)
    } catch (error) {
      if (isOver()) return
      tries = sizeOf(part) > before ? 0 : tries + 1
      if (error instanceof RefusedGenerationError || tries === TRIES || isLocal(error)) throw error
      isResumed = true
      await sleep(PAUSE_MS * 2 ** tries)
      continue
    }
    if ((await hashOfFile(part)).startsWith(sha256)) break
    rmSync(part)
    // What was put together from several answers may be of two versions of the file.
    if (!isResumed) throw new RefusedGenerationError(`${path} differs from its hash`)
    isResumed = false
  }
  renameSync(part, target)
}

/** Writes what the other side has behind the bytes that are here. */
async function append({ byteLength, path }: WantedFile, part: string, have: number, to: Download): Promise<void> {
  const { chunks, from } = await to.carrier.read(path, have)
  const file = await open(part, from === 0 ? 'w' : 'r+')
  try {
    let position = from
    for await (const chunk of chunks) {
      if (position + chunk.length > byteLength)
        throw new RefusedGenerationError(`${path} is longer than the ${byteLength} bytes of its manifest`)
      await file.write(chunk, 0, chunk.length, position)
      position += chunk.length
      to.onBytes(path, chunk.length)
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Whether an error is one of this machine's disk, which no other try mends at once. */
function isLocal(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException
  return syscall === 'write' || code === 'ENOSPC' || code === 'EROFS' || code === 'EDQUOT'
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: BYTES_PER_MIB })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

function partOf(target: string): string {
  return `${target}.part`
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function sumOf(files: readonly WantedFile[]): number {
  return files.reduce((sum, { byteLength }) => sum + byteLength, 0)
}
