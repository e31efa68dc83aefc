import { hashKey, type Hashed } from '../shared/hash-key.ts'
import { layOut } from '../shared/lay-out.ts'
import { frameOf, restore, type Frame, type Representation } from './representation.ts'

/** Answers that nobody has asked for again yet, outside of the JavaScript heap. */
export interface AnswerLog {
  /** Copies an answer without coded forms. One that does not fit, or whose place another takes, is not kept. */
  put(name: Hashed, representation: Representation): void
  /** A copy of the answer, which is not in the log any more. */
  take(key: string): Representation | undefined
  clear(): void
  /** Of the newest answers, up to the capacity. */
  readonly bytes: number
}

/** Places of an answer in the table: any of these, from the one that its hash gives. */
const WAYS = 4
/** What a place of the table stands for on average; a usual answer has 5 KB. */
const BYTES_A_PLACE = 1024
/** No single answer may push out more than this share of the others. */
const LARGEST_SHARE = 1 / 8
/** Of media types and header fields that answers share. */
const FRAME_LIMIT = 32
const HEAD_BYTES = 16
const UNIT_BYTES = 2

/**
 * The newest answers, in one piece of memory that is written round and round: whatever is asked once costs a copy of its
 * bytes and nothing for the garbage collector, which would otherwise move each answer twice and then find it dead.
 *
 * ```
 * record   i32 frame │ i32 key units │ i32 digest bytes │ i32 body bytes │ key (UTF-16) │ digest │ body   body and end at multiples of 8
 * table    sets of 4 places, chosen by the key's hash: hash, and the count of bytes written before the record
 * ```
 *
 * A record is valid until as many bytes as the memory has were written after its beginning.
 *
 * @param capacityBytes 0 keeps none.
 */
export function createAnswerLog(capacityBytes: number): AnswerLog {
  const capacity = Math.floor(capacityBytes / 8) * 8
  const memory = new ArrayBuffer(capacity)
  const bytes = Buffer.from(memory)
  const words = new Int32Array(memory)
  const units = new Uint16Array(memory)
  const sets = 2 ** Math.ceil(Math.log2(Math.max(1, capacity / BYTES_A_PLACE / WAYS)))
  const hashes = new Int32Array(sets * WAYS)
  const starts = new Float64Array(sets * WAYS).fill(-Infinity)
  /** Answers by what they have in common, in the order in which they were first met. */
  let frames: Frame[] = []
  let written = 0
  /** What had been written when the beginning of the memory was last reached: no division tells where a record lies. */
  let lapStart = 0

  function clear(): void {
    starts.fill(-Infinity)
    frames = []
    written = 0
    lapStart = 0
  }

  function frameNumber(representation: Representation): number {
    for (let i = 0; i < frames.length; i++) if (isFrameOf(frames[i]!, representation)) return i
    return frames.length < FRAME_LIMIT ? frames.push(frameOf(representation)) - 1 : -1
  }

  /** Where the table has the key's record, or -1. */
  function placeOf(key: string, hash: number): number {
    const first = (hash & (sets - 1)) * WAYS
    for (let place = first; place < first + WAYS; place++) {
      if (hashes[place] === hash && isAlive(starts[place]!) && hasKey(offsetOf(starts[place]!), key)) return place
    }
    return -1
  }

  function isAlive(start: number): boolean {
    return start >= written - capacity
  }

  /** Where a record lies that is alive. */
  function offsetOf(start: number): number {
    return start >= lapStart ? start - lapStart : start - lapStart + capacity
  }

  function hasKey(offset: number, key: string): boolean {
    if (words[(offset >> 2) + 1] !== key.length) return false
    const first = (offset + HEAD_BYTES) >> 1
    for (let i = 0; i < key.length; i++) if (units[first + i] !== key.charCodeAt(i)) return false
    return true
  }

  /** Of the places of a hash one that holds nothing, or else the oldest. */
  function freePlace(hash: number): number {
    const first = (hash & (sets - 1)) * WAYS
    let oldest = first
    for (let place = first + 1; place < first + WAYS; place++) if (starts[place]! < starts[oldest]!) oldest = place
    return oldest
  }

  return layOut<AnswerLog>({
    put({ hash, key }, representation) {
      const { digest } = representation
      const body = representation.identity.bytes
      const keyBytes = key.length * UNIT_BYTES
      // Shared memory is copied word by word only if both ends are aligned; else byte by byte, at five times the cost.
      const bodyAt = alignUp(HEAD_BYTES + keyBytes + digest.length)
      const length = alignUp(bodyAt + body.length)
      if (length > capacity * LARGEST_SHARE) return
      const frame = frameNumber(representation)
      if (frame === -1) return
      if (written - lapStart + length > capacity) {
        lapStart += capacity
        written = lapStart
      }
      const offset = written - lapStart
      const word = offset >> 2
      words[word] = frame
      words[word + 1] = key.length
      words[word + 2] = digest.length
      words[word + 3] = body.length
      bytes.write(key, offset + HEAD_BYTES, 'utf16le')
      const digestStart = offset + HEAD_BYTES + keyBytes
      for (let i = 0; i < digest.length; i++) bytes[digestStart + i] = digest.charCodeAt(i)
      bytes.set(body, offset + bodyAt)
      const place = freePlace(hash)
      hashes[place] = hash
      starts[place] = written
      written += length
    },
    take(key) {
      const place = placeOf(key, hashKey(key))
      if (place === -1) return undefined
      const offset = offsetOf(starts[place]!)
      starts[place] = -Infinity
      const word = offset >> 2
      const digestStart = offset + HEAD_BYTES + words[word + 1]! * UNIT_BYTES
      const digestEnd = digestStart + words[word + 2]!
      const bodyStart = alignUp(digestEnd)
      const digest = bytes.toString('latin1', digestStart, digestEnd)
      return restore(
        frames[words[word]!]!,
        digest,
        // A copy, which `slice` of a Buffer is not.
        new Uint8Array(bytes.subarray(bodyStart, bodyStart + words[word + 3]!)),
      )
    },
    clear,
    get bytes() {
      return Math.min(written, capacity)
    },
  })
}

function isFrameOf(frame: Frame, representation: Representation): boolean {
  return (
    frame.cachingLines === representation.cachingLines &&
    frame.mediaType === representation.mediaType &&
    frame.status === representation.status &&
    frame.lastModified === representation.lastModified &&
    frame.ranges === representation.ranges
  )
}

function alignUp(offset: number): number {
  return (offset + 7) & ~7
}
