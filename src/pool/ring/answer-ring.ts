import { createChecksum, type Checksum } from '../../shared/hashes.ts'
import { ANSWER, CONTROL, RECORD_HEAD_BYTES, type RingMemory } from './ring-memory.ts'

/** The worker's end. */
export interface AnswerWriter {
  /** Whether an answer of that length goes into the ring; else it is sent as a message. */
  fits(length: number): boolean
  /**
   * Appends a record. Waits while there is no room for it.
   *
   * @param source Its first `length` bytes are copied.
   * @param checksum The checksum of the answer, wherever its bytes are.
   * @param begunMs When its query was begun, by `monotonicMs`; 0 for others.
   */
  write(kind: number, source: Uint8Array, length: number, checksum?: Checksum, begunMs?: number): void
  /** Answers written, and those of them that the listener has read; both wrap around. */
  readonly written: number
  readonly read: number
  /** Wakes the listener, if it sleeps. */
  announce(): void
  /** Whether the listener is awake, or is being woken. */
  isReaderAwake(): boolean
}

/** The listener's end. */
export interface AnswerReader {
  /**
   * Hands over every record that is there, in order.
   *
   * @param receive Gets bytes that lie in the ring, and the checksum that was written with them: both are overwritten once it
   *   has returned.
   * @returns how many there were
   */
  read(receive: (kind: number, bytes: Uint8Array, checksum: Checksum) => void): number
  /** Requests that the worker has begun. */
  readonly begun: number
  /** When the query of the record that is being handed over was begun, by `monotonicMs`. */
  readonly begunMs: number
  /** The listener looks for answers by itself from now on, and is not woken for them. */
  wake(): void
  /** The listener is woken for answers from now on. False: some are there already, so it must look once more. */
  sleep(): boolean
}

/** An answer may take half of the ring, so that there is always room for it once all others are read. */
const LARGEST_SHARE = 2
/** The listener may be busy for a while; this only bounds what a lost notification would cost. */
const ROOM_TIMEOUT_MS = 100
/** Position in words from the beginning of a record. */
const CHECKSUM_AT = 2
/** Position in numbers of eight bytes from the beginning of a record. */
const BEGUN_AT = 3
/** The share of the ring after which a reader that goes on gives back what it has read. */
const FREED_SHARE = 8
const EMPTY = new Uint8Array(0)

/** @param ping Wakes the listener. */
export function createAnswerWriter({ answers, control }: RingMemory, ping: () => void): AnswerWriter {
  const bytes = new Uint8Array(answers)
  const words = new Int32Array(answers)
  const times = new Float64Array(answers)
  const capacity = answers.byteLength
  let written = 0
  let count = 0

  function isReaderAwake(): boolean {
    return Atomics.load(control, CONTROL.listenerSleeps) === 0
  }

  function announce(): void {
    if (isReaderAwake()) return
    if (Atomics.exchange(control, CONTROL.listenerSleeps, 0) === 1) ping()
  }

  function waitForRoom(needed: number): void {
    for (;;) {
      const read = Atomics.load(control, CONTROL.answersRead)
      if (capacity - ((written - read) | 0) >= needed) return
      announce()
      Atomics.store(control, CONTROL.workerWantsRoom, 1)
      Atomics.wait(control, CONTROL.answersRead, read, ROOM_TIMEOUT_MS)
      Atomics.store(control, CONTROL.workerWantsRoom, 0)
    }
  }

  function put(kind: number, length: number, total: number): void {
    const offset = written & (capacity - 1)
    words[offset >> 2] = kind
    words[(offset >> 2) + 1] = length
    written = (written + total) | 0
    Atomics.store(control, CONTROL.answersWritten, written)
  }

  return {
    fits: (length) => recordBytes(length) <= capacity / LARGEST_SHARE,
    write(kind, source, length, checksum, begunMs = 0) {
      const total = recordBytes(length)
      const left = capacity - (written & (capacity - 1))
      if (left < total) {
        waitForRoom(left)
        put(ANSWER.skip, 0, left)
      }
      waitForRoom(total)
      if (checksum !== undefined) {
        const first = ((written & (capacity - 1)) >> 2) + CHECKSUM_AT
        for (let i = 0; i < checksum.words.length; i++) words[first + i] = checksum.words[i]!
      }
      if (length > 0)
        bytes.set(
          source.length === length ? source : source.subarray(0, length),
          (written & (capacity - 1)) + RECORD_HEAD_BYTES,
        )
      times[((written & (capacity - 1)) >> 3) + BEGUN_AT] = begunMs
      count = (count + 1) | 0
      put(kind, length, total)
    },
    get written() {
      return count
    },
    get read() {
      return Atomics.load(control, CONTROL.answersTaken)
    },
    announce,
    isReaderAwake,
  }
}

export function createAnswerReader({ answers, control }: RingMemory): AnswerReader {
  const words = new Int32Array(answers)
  const times = new Float64Array(answers)
  let current = 0
  const capacity = answers.byteLength
  const checksum = createChecksum()
  let read = 0
  let freed = 0
  let count = 0

  function free(): void {
    if (freed === read) return
    freed = read
    Atomics.store(control, CONTROL.answersTaken, count)
    Atomics.store(control, CONTROL.answersRead, read)
    if (Atomics.load(control, CONTROL.workerWantsRoom) === 1) Atomics.notify(control, CONTROL.answersRead)
  }

  return {
    read(receive) {
      const countBefore = count
      const end = Atomics.load(control, CONTROL.answersWritten)
      try {
        while (read !== end) {
          const offset = read & (capacity - 1)
          const kind = words[offset >> 2]!
          const length = words[(offset >> 2) + 1]!
          if (kind === ANSWER.skip) {
            read = (read + capacity - offset) | 0
            continue
          }
          read = (read + recordBytes(length)) | 0
          count = (count + 1) | 0
          current = offset
          const first = (offset >> 2) + CHECKSUM_AT
          for (let i = 0; i < checksum.words.length; i++) checksum.words[i] = words[first + i]!
          receive(kind, length === 0 ? EMPTY : new Uint8Array(answers, offset + RECORD_HEAD_BYTES, length), checksum)
          if (((read - freed) | 0) >= capacity / FREED_SHARE) free()
        }
      } finally {
        free()
      }
      return (count - countBefore) | 0
    },
    get begun() {
      return Atomics.load(control, CONTROL.requestsBegun)
    },
    get begunMs() {
      return times[(current >> 3) + BEGUN_AT]!
    },
    wake() {
      Atomics.store(control, CONTROL.listenerSleeps, 0)
    },
    sleep() {
      Atomics.store(control, CONTROL.listenerSleeps, 1)
      if (Atomics.load(control, CONTROL.answersWritten) === read) return true
      Atomics.store(control, CONTROL.listenerSleeps, 0)
      return false
    },
  }
}

/** Bytes of a record in the ring. */
function recordBytes(length: number): number {
  return (RECORD_HEAD_BYTES + length + 7) & ~7
}
