/**
 * Memory that a listener shares with one of its workers. Every count grows for as long as the worker lives and wraps around
 * with 32 bits. One side alone writes a count, after what it counts, so that the other side never sees half of anything. A new
 * worker gets new memory, so nothing that a dead one left can be taken for its own.
 *
 * ```
 *            ┌ requests: slots of SLOT_BYTES, taken in turns ─────────────────────────────────┐
 *  listener ─┤ f64 shape │ f64 deadlineMs │ f64 generation │ i32 kind │ i32 length │ text      ├─► worker
 *            └────────────────────────────────────────────────────────────────────────────────┘
 *            ┌ answers: records of any length, each multiple of 8 bytes, none of them wrapped ─┐
 *    worker ─┤ i32 kind │ i32 length │ 4 × i32 checksum │ f64 begunMs │ bytes                 ├─► listener
 *            └────────────────────────────────────────────────────────────────────────────────┘
 * ```
 */
export interface RingMemory {
  readonly control: Int32Array<SharedArrayBuffer>
  readonly requests: SharedArrayBuffer
  readonly answers: SharedArrayBuffer
}

/** Positions in `control`, each in a cache line of its own. */
export const CONTROL = {
  /** Requests that the listener has written. The worker sleeps on it. */
  requestsWritten: 0,
  /** Requests that the worker has begun. */
  requestsBegun: 16,
  /** 1 while the worker sleeps, or is about to. */
  workerSleeps: 32,
  /** Bytes of answers that the worker has written. */
  answersWritten: 48,
  /** Bytes of answers that the listener has read. The worker sleeps on it while there is no room. */
  answersRead: 64,
  /** Answers that the listener has read. It shares the cache line of `answersRead`. */
  answersTaken: 65,
  /** 1 while the worker waits for room. */
  workerWantsRoom: 80,
  /** 1 while the listener sleeps, and is to be woken for answers by a message. */
  listenerSleeps: 96,
} as const
const CONTROL_WORDS = 112

/** Requests that a worker may have at a time: a power of two. */
export const REQUEST_SLOTS = 64
/** Holds the longest query that the hosts let through (200 code points) twice over. */
export const SLOT_BYTES = 1024
export const SLOT_HEAD_BYTES = 32
/** UTF-16 code units of text that a slot has room for. */
export const SLOT_UNITS = (SLOT_BYTES - SLOT_HEAD_BYTES) / 2
/** A power of two; a worker with all its slots taken by usual answers (5 KB) fills a third. */
const ANSWER_BYTES = 1024 * 1024
export const RECORD_HEAD_BYTES = 32

/** Kinds of requests. */
export const REQUEST = {
  /** A query; its text has one byte for each unit. */
  latin1: 1,
  /** A query; its text has two bytes for each unit. */
  utf16: 2,
  /** A task that waits at the worker's port. */
  message: 3,
} as const

/** Kinds of records. */
export const ANSWER = {
  answered: 1,
  /** The deadline came first. */
  late: 2,
  /** The engine failed; the bytes say why. */
  failed: 3,
  /** An answer that waits at the listener's port. */
  message: 4,
  /** No answer: the rest of the ring is unused, and the next record is at its start. */
  skip: 5,
} as const

/** @param answerBytes A power of two. */
export function createRingMemory(answerBytes = ANSWER_BYTES): RingMemory {
  const control = new Int32Array(new SharedArrayBuffer(CONTROL_WORDS * Int32Array.BYTES_PER_ELEMENT))
  control[CONTROL.listenerSleeps] = 1
  return {
    control,
    requests: new SharedArrayBuffer(REQUEST_SLOTS * SLOT_BYTES),
    answers: new SharedArrayBuffer(answerBytes),
  }
}
