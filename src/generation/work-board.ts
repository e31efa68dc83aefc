import { machineMs } from '../shared/processes.ts'

/** Longest name of a piece of work that is shown; more is cut off. */
const TEXT_BYTES = 1024
/** A count that is odd while the board is written, the length of the text, and the time of `machineMs`. */
const HEAD_BYTES = 16

/** What a builder is at. */
export interface Work {
  readonly step: string
  /** Path of the file that it reads, below the content directory; `''` where it reads none. */
  readonly file: string
  /** Time for which it has been at that. */
  readonly ms: number
}

/** Shared memory in which a builder says what it is at, since a thread that hangs sends no message. */
export function createBoard(): SharedArrayBuffer {
  return new SharedArrayBuffer(HEAD_BYTES + TEXT_BYTES)
}

/** Gives a function that writes on the board. It is called for every file, so it costs less than a microsecond. */
export function boardWriter(board: SharedArrayBuffer): (step: string, file?: string) => void {
  const head = new Int32Array(board, 0, 2)
  const since = new Float64Array(board, 8, 1)
  const text = Buffer.from(board, HEAD_BYTES)
  return (step, file = '') => {
    Atomics.add(head, 0, 1)
    head[1] = text.write(`${step}\0${file}`)
    since[0] = machineMs()
    Atomics.add(head, 0, 1)
  }
}

/** Reads the board; null where it is being written, or never was. */
export function readBoard(board: SharedArrayBuffer): Work | null {
  const head = new Int32Array(board, 0, 2)
  const before = Atomics.load(head, 0)
  if (before === 0 || before % 2 !== 0) return null
  // A decoder refuses shared memory, so it gets a copy.
  const text = Buffer.from(Buffer.from(board, HEAD_BYTES, head[1])).toString()
  const [since = 0] = new Float64Array(board, 8, 1)
  if (Atomics.load(head, 0) !== before) return null
  const [step = '', file = ''] = text.split('\0')
  return { step, file, ms: Math.max(0, machineMs() - since) }
}
