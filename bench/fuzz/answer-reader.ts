const HEAD_END = Buffer.from('\r\n\r\n')
const LONGEST_HEAD = 64 * 1024

/**
 * Reads the answers of one connection: how many there are, and whether each begins where the one before it ends. If an
 * answer has no length, everything after its head is ignored.
 */
export class AnswerReader {
  /** Statuses of final answers, without 1xx. */
  readonly statuses: number[] = []
  /** Head of the last final answer. */
  lastHead = ''
  /** The bytes that arrived where the head of an answer should have begun, or null if that never happened. */
  broken: string | null = null
  /** Whether an answer has arrived that only the end of the connection completes. */
  endless = false
  /** Whether the beginning of the last body is kept. */
  keepBody = false
  body = ''
  readonly #heads: boolean[] = []
  #rest: Buffer | null = null
  #skip = 0
  #ignoring = false

  /** Announces for the next requests whether they are HEAD, whose answers have a length and no body. */
  expect(heads: readonly boolean[]): void {
    this.#heads.push(...heads)
  }

  /** Ignores all answers, because the number of requests is unknown. */
  ignore(): void {
    this.#ignoring = true
  }

  get asked(): number {
    return this.#heads.length
  }

  /** Whether more answers have arrived than requests were sent. */
  get tooMany(): boolean {
    return !this.#ignoring && this.statuses.length > this.#heads.length
  }

  /** Whether every answer that has begun is complete. */
  get whole(): boolean {
    return this.#skip === 0 && this.#rest === null
  }

  push(chunk: Buffer): void {
    if (this.#ignoring || this.endless || this.broken !== null) return
    let data = this.#rest === null ? chunk : Buffer.concat([this.#rest, chunk])
    this.#rest = null
    while (data.length > 0 && !this.endless) {
      if (this.#skip > 0) {
        const taken = Math.min(this.#skip, data.length)
        if (this.keepBody) this.body += data.toString('latin1', 0, taken)
        this.#skip -= taken
        data = data.subarray(taken)
        continue
      }
      const end = data.indexOf(HEAD_END)
      if (!beginsLikeAnswer(data) || (end < 0 && data.length > LONGEST_HEAD)) {
        this.broken = data.toString('latin1', 0, 200)
        return
      }
      if (end < 0) {
        this.#rest = data
        return
      }
      this.#readHead(data.toString('latin1', 0, end))
      data = data.subarray(end + HEAD_END.length)
    }
  }

  #readHead(head: string): void {
    const status = Number(head.slice(9, 12))
    if (status < 200) return
    this.lastHead = head
    this.body = ''
    const isHead = this.#heads[this.statuses.length] ?? false
    this.statuses.push(status)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    // uWebSockets.js refuses what it cannot parse, HEAD or not. Such an answer has a body and no length, and ends the
    // connection.
    const isRefusal = [400, 431, 505].includes(status) && length === undefined
    if (!isRefusal && (isHead || status === 204 || status === 304)) return
    if (length === undefined) this.endless = true
    else this.#skip = Number(length)
  }
}

function beginsLikeAnswer(data: Buffer): boolean {
  const start = 'HTTP/1.1 '
  const length = Math.min(start.length, data.length)
  return data.toString('latin1', 0, length) === start.slice(0, length)
}
