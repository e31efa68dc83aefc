import { receiveMessageOnPort } from 'node:worker_threads'
import { checksum, createChecksum, wordsOf } from '../../shared/hashes.ts'
import { createByteWriter, writeText, type ByteWriter } from '../../engine/index/byte-writer.ts'
import { createAnswerWriter } from './answer-ring.ts'
import { createRequestReader } from './request-ring.ts'
import { ANSWER, REQUEST } from './ring-memory.ts'
import { monotonicMs, type HtmlTask, type MessageTask, type OpenTask, type ServeTask } from '../tasks.ts'

/** What a worker can do. Whatever it throws fails that one request. */
export interface RingHandlers {
  /** Appends the answer of a query. */
  search(generation: number, query: string, shape: number, out: ByteWriter): void
  open(task: OpenTask): void
  html(task: HtmlTask): Uint8Array
}

/**
 * Answers are announced to a sleeping listener when there is nothing more to do, when `announceAfter` of the habits wait for it,
 * or when the first of them has waited for so long.
 */
const ANNOUNCE_AFTER_MS = 1
/** Requests without a pause between them after which a worker is busy: it looks out for the next before it sleeps. */
const BUSY_AFTER = 24
/** Bounds what a lost notification would cost. */
const SLEEP_LIMIT_MS = 1000
/** Longest message of a failed query. */
const REASON_LIMIT_BYTES = 4096
const EMPTY = new Uint8Array(0)

/**
 * Answers requests in their order, one after another, until the thread is ended. Never returns to the event loop but after a
 * task that came as a message, for finalizers of what it has freed.
 */
export async function serveRing({ habits, memory, port }: ServeTask, handlers: RingHandlers): Promise<never> {
  const requests = createRequestReader(memory)
  const answers = createAnswerWriter(memory, () => port.postMessage(null))
  /** Grows to what the largest answer so far took, and is used again for every answer. */
  const out = createByteWriter(65_536)
  const sum = createChecksum()
  let viewed = out.bytes
  let words = wordsOf(viewed)
  let readBefore = 0
  /** When the first answer that the listener has not read was begun, at the latest. */
  let unreadSinceMs = 0

  function announceInTime(nowMs: number): void {
    const { read, written } = answers
    if (read === written || read !== readBefore) unreadSinceMs = nowMs
    else if (((written - read) | 0) >= habits.announceAfter || nowMs - unreadSinceMs > ANNOUNCE_AFTER_MS)
      answers.announce()
    readBefore = read
  }

  /** The checksum is made here, since listeners have the most to do. */
  function writeOut(begunMs: number): void {
    if (viewed !== out.bytes) {
      viewed = out.bytes
      words = wordsOf(viewed)
    }
    checksum(viewed, out.length, sum, words)
    if (answers.fits(out.length)) {
      answers.write(ANSWER.answered, out.bytes, out.length, sum, begunMs)
      return
    }
    const { buffer } = out.bytes.slice(0, out.length)
    port.postMessage(buffer, [buffer])
    answers.write(ANSWER.message, EMPTY, 0, sum, begunMs)
  }

  function fail(error: unknown): void {
    out.length = 0
    writeText(out, error instanceof Error ? (error.stack ?? error.message) : String(error))
    answers.write(ANSWER.failed, out.bytes, Math.min(out.length, REASON_LIMIT_BYTES))
  }

  function search(generation: number, query: string, shape: number, deadlineMs: number): void {
    const nowMs = monotonicMs()
    announceInTime(nowMs)
    if (nowMs > deadlineMs) {
      answers.write(ANSWER.late, EMPTY, 0)
      return
    }
    try {
      out.length = 0
      handlers.search(generation, query, shape, out)
    } catch (error) {
      fail(error)
      return
    }
    writeOut(nowMs)
  }

  function perform(task: MessageTask): void {
    if (task.kind === 'search') {
      search(task.generation, task.query, task.shape, task.deadlineMs)
      return
    }
    try {
      out.length = 0
      if (task.kind === 'open') handlers.open(task)
      else {
        const bytes = handlers.html(task)
        const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
        port.postMessage(buffer, [buffer])
      }
    } catch (error) {
      fail(error)
      return
    }
    answers.write(task.kind === 'open' ? ANSWER.answered : ANSWER.message, EMPTY, 0)
  }

  /**
   * Looks for the next request while the listener is at work: to be woken takes as long as two or three queries, in which the
   * core has nothing to do. @returns whether it is there
   */
  function lookOut(): boolean {
    const untilMs = monotonicMs() + habits.lookoutMs
    while (answers.isReaderAwake() && monotonicMs() < untilMs) if (requests.hasNext()) return true
    return false
  }

  for (let inARow = 0; ; inARow++) {
    while (!requests.take()) {
      if (answers.read !== answers.written) answers.announce()
      if (inARow < BUSY_AFTER || !lookOut()) requests.sleep(SLEEP_LIMIT_MS)
      inARow = 0
    }
    if (requests.kind === REQUEST.message) {
      perform(receiveMessageOnPort(port)!.message as MessageTask)
      answers.announce()
      await new Promise((resolve) => setImmediate(resolve))
    } else search(requests.generation, requests.query, requests.shape, requests.deadlineMs)
  }
}
