import { CONTROL, REQUEST, REQUEST_SLOTS, SLOT_BYTES, SLOT_HEAD_BYTES, SLOT_UNITS } from './ring-memory.ts'
import type { RingMemory } from './ring-memory.ts'

/** The listener's end. */
export interface RequestWriter {
  /** Whether a query of that text goes into a slot; else it is sent as a message. */
  fits(query: string): boolean
  /** Writes a query into the next slot, which must be free. The worker sees it when it is published. */
  putQuery(query: string, shape: number, generation: number, deadlineMs: number): void
  /** Announces a task that was posted to the worker's port. */
  putMessage(): void
  /** Shows the worker what was put, and wakes it. */
  publish(): void
}

/** The worker's end: the request that was taken last. */
export interface RequestReader {
  kind: number
  query: string
  shape: number
  generation: number
  deadlineMs: number
  /** Takes the next request, or false. */
  take(): boolean
  /** Whether there is a next request. */
  hasNext(): boolean
  /** Returns when there may be a request, or after `timeoutMs`. */
  sleep(timeoutMs: number): void
}

const SLOT_MASK = REQUEST_SLOTS - 1
/** Positions in a slot, in units of the view's elements. */
const SHAPE_F64 = 0
const DEADLINE_F64 = 1
const GENERATION_F64 = 2
const KIND_I32 = 6
const LENGTH_I32 = 7

export function createRequestWriter({ control, requests }: RingMemory): RequestWriter {
  const numbers = new Float64Array(requests)
  const words = new Int32Array(requests)
  const units = new Uint16Array(requests)
  const bytes = new Uint8Array(requests)
  let written = 0

  function putKind(kind: number, length: number): void {
    const word = ((written & SLOT_MASK) * SLOT_BYTES) >> 2
    words[word + KIND_I32] = kind
    words[word + LENGTH_I32] = length
    written = (written + 1) | 0
  }

  return {
    fits: (query) => query.length <= SLOT_UNITS,
    putQuery(query, shape, generation, deadlineMs) {
      const start = (written & SLOT_MASK) * SLOT_BYTES
      const number = start >> 3
      numbers[number + SHAPE_F64] = shape
      numbers[number + DEADLINE_F64] = deadlineMs
      numbers[number + GENERATION_F64] = generation
      const { length } = query
      const text = start + SLOT_HEAD_BYTES
      let all = 0
      for (let i = 0; i < length; i++) {
        const code = query.charCodeAt(i)
        all |= code
        bytes[text + i] = code
      }
      if (all > 0xff) for (let i = 0; i < length; i++) units[(text >> 1) + i] = query.charCodeAt(i)
      putKind(all > 0xff ? REQUEST.utf16 : REQUEST.latin1, length)
    },
    putMessage: () => putKind(REQUEST.message, 0),
    publish() {
      Atomics.store(control, CONTROL.requestsWritten, written)
      if (Atomics.load(control, CONTROL.workerSleeps) === 1) Atomics.notify(control, CONTROL.requestsWritten)
    },
  }
}

export function createRequestReader({ control, requests }: RingMemory): RequestReader {
  const numbers = new Float64Array(requests)
  const words = new Int32Array(requests)
  const bytes = Buffer.from(requests)
  let taken = 0

  const reader: RequestReader = {
    kind: 0,
    query: '',
    shape: 0,
    generation: 0,
    deadlineMs: 0,
    hasNext: () => Atomics.load(control, CONTROL.requestsWritten) !== taken,
    take() {
      if (!reader.hasNext()) return false
      const start = (taken & SLOT_MASK) * SLOT_BYTES
      taken = (taken + 1) | 0
      Atomics.store(control, CONTROL.requestsBegun, taken)
      reader.kind = words[(start >> 2) + KIND_I32]!
      if (reader.kind === REQUEST.message) return true
      const length = words[(start >> 2) + LENGTH_I32]!
      const text = start + SLOT_HEAD_BYTES
      reader.shape = numbers[(start >> 3) + SHAPE_F64]!
      reader.deadlineMs = numbers[(start >> 3) + DEADLINE_F64]!
      reader.generation = numbers[(start >> 3) + GENERATION_F64]!
      reader.query =
        reader.kind === REQUEST.latin1
          ? bytes.toString('latin1', text, text + length)
          : bytes.toString('utf16le', text, text + 2 * length)
      return true
    },
    sleep(timeoutMs) {
      Atomics.store(control, CONTROL.workerSleeps, 1)
      Atomics.wait(control, CONTROL.requestsWritten, taken, timeoutMs)
      Atomics.store(control, CONTROL.workerSleeps, 0)
    },
  }
  return reader
}
