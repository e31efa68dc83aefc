import { write, writeSync } from 'node:fs'

/** Lines are gathered into pieces of this size, the capacity of a pipe. */
const PIECE_BYTES = 64 * 1024
/** Memory for pieces that nobody reads. Lines past it are lost, rather than the service stopped by its log. */
const BACKLOG_LIMIT_BYTES = 16 * 1024 * 1024
const FLUSH_INTERVAL_MS = 200
const RETRY_MS = 20
/** A character of a JavaScript string takes at most this many bytes of UTF-8. */
const BYTES_PER_CHARACTER = 3

export interface LineWriter {
  /** Takes one line with its `\n`. Costs a copy; the writing happens off this thread. */
  write(line: string): void
  /** Resolves when everything taken so far is out or lost. */
  flush(): Promise<void>
  /** Writes what can be written at once. For a process about to die; what is being written elsewhere may come out later. */
  flushSync(): void
}

/**
 * Writes lines to a file descriptor, gathered and off this thread. Lines are never split over two pieces, so several
 * threads may write to one descriptor. A reader that has closed its end (EPIPE) ends the log in silence.
 */
export function createLineWriter(fd: number): LineWriter {
  let piece = Buffer.allocUnsafeSlow(PIECE_BYTES)
  let used = 0
  /** Full pieces; the first is being written while `writing`. */
  const backlog: Buffer[] = []
  let backlogBytes = 0
  let writing = false
  let ended = false
  let flushed: (() => void)[] = []

  function queue(bytes: Buffer): void {
    if (ended || backlogBytes + bytes.byteLength > BACKLOG_LIMIT_BYTES) return
    backlog.push(bytes)
    backlogBytes += bytes.byteLength
  }

  function rotate(): void {
    if (used === 0) return
    queue(piece.subarray(0, used))
    piece = Buffer.allocUnsafeSlow(PIECE_BYTES)
    used = 0
  }

  function pump(): void {
    if (writing) return
    const first = backlog[0]
    if (first === undefined) {
      for (const resolve of flushed) resolve()
      flushed = []
      return
    }
    writing = true
    write(fd, first, (error, written) => {
      writing = false
      if (error?.code === 'EAGAIN' || error?.code === 'EBUSY') return void setTimeout(pump, RETRY_MS)
      if (error?.code === 'EPIPE' || error?.code === 'EBADF') end()
      // Any other error, such as a full disk, may pass: it costs this piece, and the next one tries again.
      else taken(error === null ? written : first.byteLength)
      pump()
    })
  }

  function taken(bytes: number): void {
    const first = backlog[0]
    if (first === undefined) return
    backlogBytes -= bytes
    if (bytes === first.byteLength) backlog.shift()
    else backlog[0] = first.subarray(bytes)
  }

  function end(): void {
    ended = true
    backlog.length = 0
    backlogBytes = 0
  }

  setInterval(() => {
    rotate()
    pump()
  }, FLUSH_INTERVAL_MS).unref()

  return {
    write(line) {
      if (line.length * BYTES_PER_CHARACTER > PIECE_BYTES) {
        rotate()
        queue(Buffer.from(line))
        pump()
        return
      }
      if (used + line.length * BYTES_PER_CHARACTER > PIECE_BYTES) {
        rotate()
        pump()
      }
      used += piece.write(line, used)
    },
    flush() {
      rotate()
      return new Promise((resolve) => {
        flushed.push(resolve)
        pump()
      })
    },
    flushSync() {
      rotate()
      while (backlog.length > (writing ? 1 : 0)) {
        const index = writing ? 1 : 0
        const bytes = backlog[index]!
        try {
          const written = writeSync(fd, bytes)
          backlogBytes -= written
          if (written === bytes.byteLength) backlog.splice(index, 1)
          else backlog[index] = bytes.subarray(written)
        } catch {
          return
        }
      }
    },
  }
}
