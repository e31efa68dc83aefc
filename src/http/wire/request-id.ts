import { randomBytes } from 'node:crypto'

const PREFIX_BYTES = 6
/** Hexadecimal digits of the counter: enough for 89 years at 100,000 requests a second. */
const COUNTER_DIGITS = 12
/** Digits of the counter's lower 32 bits. */
const WORD_DIGITS = 8
const DIGITS = Buffer.from('0123456789abcdef', 'latin1')

/** Names one request in its answer and in the log. */
export interface RequestId {
  readonly text: string
  /** The text as bytes. They are valid until those of another id are asked for, and must be written at once. */
  readonly bytes: ArrayBuffer
}

/**
 * Ids that no two requests of any process share in practice: 48 random bits for each thread, then a counter. They are
 * cheap enough for every request, and are mostly needed as bytes alone. Ids of clients are not taken over, so that a log line
 * names one request for certain.
 *
 * @param count Number of the ids before the first.
 */
export function createRequestIds(count = 0): () => RequestId {
  const writer = new IdWriter(`${randomBytes(PREFIX_BYTES).toString('hex')}-`)
  return () => new CountedId(writer, ++count)
}

/** A class, so that no function is made for each request. */
class CountedId implements RequestId {
  readonly #writer: IdWriter
  readonly #count: number

  constructor(writer: IdWriter, count: number) {
    this.#writer = writer
    this.#count = count
  }

  get text(): string {
    return this.#writer.textOf(this.#count)
  }

  get bytes(): ArrayBuffer {
    return this.#writer.bytesOf(this.#count)
  }
}

/** Writes each id over the last one. */
class IdWriter {
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

  /** Writes the last digits of a number, followed by so many characters. */
  #putDigits(digits: number, behind: number, value: number): void {
    const last = this.#bytes.length - behind - 1
    for (let i = 0; i < digits; i++) this.#bytes[last - i] = DIGITS[(value >>> (4 * i)) & 15]!
  }
}
