import { randomBytes } from 'node:crypto'

const PREFIX_BYTES = 6
/** Hexadecimal digits of the counter: enough for 89 years at 100,000 requests a second. */
const COUNTER_DIGITS = 12
/** Of them those of its lower 32 bits. */
const WORD_DIGITS = 8
const DIGITS = Buffer.from('0123456789abcdef', 'latin1')

/** Names one request in its answer and in the log. */
export interface RequestId {
  readonly text: string
  /** The text for a header field. Valid until that of another id is asked for: to be written at once. */
  readonly bytes: ArrayBuffer
}

/**
 * Ids that no two requests of any process share in practice: 48 random bits for each thread, then a counter. Cheap enough
 * for every request, whose id is mostly needed as bytes alone. Ids of clients are not taken over, so that a log line names
 * one request for certain.
 *
 * @param count Of the ids before the first.
 */
export function createRequestIds(count = 0): () => RequestId {
  const pen = new Pen(`${randomBytes(PREFIX_BYTES).toString('hex')}-`)
  return () => new CountedId(pen, ++count)
}

/** A class, so that no function is made for each request. */
class CountedId implements RequestId {
  readonly #pen: Pen
  readonly #count: number

  constructor(pen: Pen, count: number) {
    this.#pen = pen
    this.#count = count
  }

  get text(): string {
    return this.#pen.textOf(this.#count)
  }

  get bytes(): ArrayBuffer {
    return this.#pen.bytesOf(this.#count)
  }
}

/** Writes ids in one place, over the last. */
class Pen {
  readonly #bytes: Buffer<ArrayBuffer>
  readonly #memory: ArrayBuffer

  constructor(prefix: string) {
    const blank = `${prefix}${'0'.repeat(COUNTER_DIGITS)}`
    this.#memory = new ArrayBuffer(blank.length)
    this.#bytes = Buffer.from(this.#memory)
    this.#bytes.write(blank, 'latin1')
  }

  textOf(count: number): string {
    this.bytesOf(count)
    return this.#bytes.toString('latin1')
  }

  bytesOf(count: number): ArrayBuffer {
    this.#putDigits(WORD_DIGITS, 0, count | 0)
    this.#putDigits(COUNTER_DIGITS - WORD_DIGITS, WORD_DIGITS, Math.floor(count / 2 ** 32))
    return this.#memory
  }

  /** Writes the last digits of a number, with so many characters behind them. */
  #putDigits(digits: number, behind: number, value: number): void {
    const last = this.#bytes.length - behind - 1
    for (let i = 0; i < digits; i++) this.#bytes[last - i] = DIGITS[(value >>> (4 * i)) & 15]!
  }
}
