import { constants, fstatSync, openSync, write, writeSync } from 'node:fs'

/** Size of the pieces in which lines are collected. */
const PIECE_BYTES = 64 * 1024
/** PIPE_BUF of Linux. Another thread's write to the same pipe may split a larger piece. */
const PIPE_PIECE_BYTES = 4096
/** Memory for unread pieces. Beyond it lines are dropped, rather than the service stopped by its log. */
const BACKLOG_LIMIT_BYTES = 16 * 1024 * 1024
const FLUSH_INTERVAL_MS = 200
/** First wait for room in a pipe; each further wait is twice as long. */
const RETRY_MS = 1
const RETRY_LIMIT_MS = 50
/** Time after which a flush gives up on a reader that takes nothing. */
const STALL_LIMIT_MS = 1000
/** Maximum number of bytes of UTF-8 for one character of a JavaScript string. */
const BYTES_PER_CHARACTER = 3

export interface LineWriter {
  /** Accepts one line with its `\n`. It costs a copy; the write happens off this thread. */
  write(line: string): void
  /** Resolves when all accepted lines are written or lost, or have waited for their reader for a second. */
  flush(): Promise<void>
  /** Writes as much as possible at once, for a process about to die. Writes in progress elsewhere may finish later. */
  flushSync(): void
}

/**
 * Writes lines to a file descriptor, collected and off this thread. Lines are never split over two pieces, so several
 * threads may write to one descriptor. In a pipe that holds for lines up to 4 KiB. A reader that closes its end (EPIPE)
 * ends the log silently, and one that takes nothing costs only lines.
 */
export function createLineWriter(descriptor: number): LineWriter {
  const pipe = isPipe(descriptor)
  const fd = pipe ? withoutBlocking(descriptor) : descriptor
  const pieceBytes = pipe ? PIPE_PIECE_BYTES : PIECE_BYTES
  let piece = Buffer.allocUnsafeSlow(pieceBytes)
  let used = 0
  /** Full pieces; the first is being written while `writing`. */
  const backlog: Buffer[] = []
  let backlogBytes = 0
  let writing = false
  /** Timer until the next attempt, while the pipe is full. */
  let waiting: NodeJS.Timeout | null = null
  let ended = false
  let flushed: (() => void)[] = []
  let retryMs = RETRY_MS
  /** Time of the last write, or of the start of a flush. */
  let progressAtMs = 0

  function queue(bytes: Buffer): void {
    if (ended || backlogBytes + bytes.byteLength > BACKLOG_LIMIT_BYTES) return
    backlog.push(bytes)
    backlogBytes += bytes.byteLength
  }

  function rotate(): void {
    if (used === 0) return
    queue(piece.subarray(0, used))
    piece = Buffer.allocUnsafeSlow(pieceBytes)
    used = 0
  }

  function release(): void {
    for (const resolve of flushed) resolve()
    flushed = []
  }

  function pump(): void {
    if (writing || waiting !== null) return
    const first = backlog[0]
    if (first === undefined) return release()
    writing = true
    write(fd, first, (error, written) => {
      writing = false
      if (error?.code === 'EAGAIN' || error?.code === 'EBUSY') return retry()
      retryMs = RETRY_MS
      if (error?.code === 'EPIPE' || error?.code === 'EBADF') end()
      // Any other error, such as a full disk, may be temporary. It costs this piece, and the next one is tried.
      else taken(error === null ? written : first.byteLength)
      pump()
    })
  }

  function retry(): void {
    if (performance.now() - progressAtMs > STALL_LIMIT_MS) release()
    waiting = setTimeout(() => {
      waiting = null
      pump()
    }, retryMs)
    // Only a pending flush keeps the thread alive.
    if (flushed.length === 0) waiting.unref()
    retryMs = Math.min(retryMs * 2, RETRY_LIMIT_MS)
  }

  function taken(bytes: number): void {
    progressAtMs = performance.now()
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
      if (line.length * BYTES_PER_CHARACTER > pieceBytes) {
        rotate()
        queue(Buffer.from(line))
        pump()
        return
      }
      if (used + line.length * BYTES_PER_CHARACTER > pieceBytes) {
        rotate()
        pump()
      }
      used += piece.write(line, used)
    },
    flush() {
      rotate()
      progressAtMs = performance.now()
      return new Promise((resolve) => {
        flushed.push(resolve)
        // The timer of a full pipe may be older than this flush, which must keep the thread alive.
        waiting?.ref()
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

function isPipe(fd: number): boolean {
  try {
    return fstatSync(fd).isFIFO()
  } catch {
    return false
  }
}

/**
 * Opens the same pipe under a second descriptor that never blocks, or returns `fd` when the system refuses. A blocking
 * write would occupy one of the few threads that the process has for files and compression, and keep it from exiting.
 */
function withoutBlocking(fd: number): number {
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch {
    return fd
  }
}
