import { Worker } from 'node:worker_threads'
import t from 'tap'
import { createAnswerReader, createAnswerWriter } from '../../../src/pool/ring/answer-ring.ts'
import { createRequestReader, createRequestWriter } from '../../../src/pool/ring/request-ring.ts'
import { ANSWER, CONTROL, createRingMemory, REQUEST, REQUEST_SLOTS } from '../../../src/pool/ring/ring-memory.ts'
import { checksum, checksumText, createChecksum } from '../../../src/shared/hashes.ts'
import { createRandom } from '../../../bench/timing.ts'

const noPing = (): void => undefined

t.test('a query crosses as it is, whatever its script', async (t) => {
  const memory = createRingMemory()
  const writer = createRequestWriter(memory)
  const reader = createRequestReader(memory)
  const queries = [
    'array sort',
    'Ünïcödé ÿ',
    '数组 排序',
    '배열',
    '\u{1f680} rocket',
    'a\ud800b',
    '',
    'x'.repeat(496),
    '語'.repeat(496),
  ]
  for (const [n, query] of queries.entries()) {
    t.ok(writer.fits(query))
    writer.putQuery(query, 2 ** 52 + n, n, 1e9 + n / 8)
  }
  t.notOk(reader.take(), 'nothing is there before it is published')
  writer.publish()
  for (const [n, query] of queries.entries()) {
    t.ok(reader.take())
    t.equal(reader.query, query)
    t.strictSame([reader.shape, reader.generation, reader.deadlineMs], [2 ** 52 + n, n, 1e9 + n / 8])
  }
  t.notOk(reader.take())
  t.notOk(writer.fits('x'.repeat(497)))
})

t.test('slots are used again, and what lay in them before is gone', async (t) => {
  const memory = createRingMemory()
  const writer = createRequestWriter(memory)
  const reader = createRequestReader(memory)
  for (let n = 0; n < 5 * REQUEST_SLOTS; n++) {
    if (n % 7 === 0) writer.putMessage()
    else writer.putQuery(`${'y'.repeat(n % 50)}${n}`, n, 1, 2)
    if (n % 3 === 2) writer.publish()
    else continue
    for (let taken = n - 2; taken <= n; taken++) {
      if (!reader.take()) return t.fail(`request ${taken} is missing`)
      if (taken % 7 === 0) t.equal(reader.kind, REQUEST.message)
      else if (reader.query !== `${'y'.repeat(taken % 50)}${taken}`) t.fail(`${reader.query} in place of ${taken}`)
    }
  }
  t.equal(Atomics.load(memory.control, CONTROL.requestsBegun), 5 * REQUEST_SLOTS - ((5 * REQUEST_SLOTS) % 3))
})

t.test('answers of all lengths come out as they went in, around the end of the ring many times', async (t) => {
  const memory = createRingMemory(4096)
  const writer = createAnswerWriter(memory, noPing)
  const reader = createAnswerReader(memory)
  const random = createRandom(7)
  const sum = createChecksum()
  let wrong = 0
  for (let round = 0; round < 3000; round++) {
    const sent = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
      const bytes = new Uint8Array(Math.floor(random() * 900)).map(() => random() * 256)
      checksum(bytes, bytes.length, sum)
      writer.write(bytes.length === 0 ? ANSWER.late : ANSWER.answered, bytes, bytes.length, sum)
      return { bytes, sum: checksumText(sum) }
    })
    let index = 0
    const count = reader.read((kind, bytes, received) => {
      const expected = sent[index++]
      if (expected === undefined || Buffer.compare(bytes, expected.bytes) !== 0) wrong++
      if (checksumText(received) !== expected?.sum) wrong++
      if (kind !== (bytes.length === 0 ? ANSWER.late : ANSWER.answered) || bytes.byteOffset % 8 !== 0) wrong++
    })
    if (count !== sent.length) wrong++
  }
  t.equal(wrong, 0)
})

t.test('the count of bytes may wrap around', async (t) => {
  const memory = createRingMemory()
  const writer = createAnswerWriter(memory, noPing)
  const reader = createAnswerReader(memory)
  const source = new Uint8Array(500_000)
  let wrong = 0
  for (let n = 0; n < 2 ** 32 / source.length + 10; n++) {
    source[0] = n
    writer.write(ANSWER.answered, source, source.length)
    reader.read((_kind, bytes) => {
      if (bytes.length !== source.length || bytes[0] !== (n & 0xff)) wrong++
    })
  }
  t.equal(wrong, 0)
})

t.test('both ends count answers, and one that its receiver throws at is read too', async (t) => {
  const memory = createRingMemory(4096)
  const writer = createAnswerWriter(memory, noPing)
  const reader = createAnswerReader(memory)
  for (let n = 0; n < 5; n++) writer.write(ANSWER.answered, new Uint8Array([n]), 1)
  t.strictSame([writer.written, writer.read], [5, 0])
  const received: number[] = []
  const receive = (_kind: number, [n]: Uint8Array): void => {
    received.push(n!)
    if (n === 2) throw new Error('no')
  }
  t.throws(() => reader.read(receive), { message: 'no' })
  t.strictSame([writer.written, writer.read], [5, 3])
  t.equal(reader.read(receive), 2)
  t.strictSame(received, [0, 1, 2, 3, 4])
  t.strictSame([writer.written, writer.read], [5, 5])
})

t.test('what was written and not published is not read', async (t) => {
  const memory = createRingMemory(4096)
  const reader = createAnswerReader(memory)
  new Uint8Array(memory.answers).fill(1)
  t.equal(
    reader.read(() => t.fail('nothing was published')),
    0,
  )
})

t.test('a writer without room waits until its reader has made some, and wakes it once', async (t) => {
  const memory = createRingMemory(4096)
  const reader = createAnswerReader(memory)
  const worker = new Worker(new URL('../../support/ring-writer.mjs', import.meta.url), { workerData: memory })
  t.teardown(() => worker.terminate())
  const messages: string[] = []
  let next = 0
  let wrong = 0
  await new Promise<void>((resolve) => {
    worker.on('message', (message: string) => {
      messages.push(message)
      do {
        reader.wake()
        reader.read((_kind, bytes) => {
          if (bytes[0] !== (next++ & 0xff) || bytes.length !== 1000) wrong++
        })
      } while (!reader.sleep())
      if (message === 'done') resolve()
    })
  })
  t.equal(next, 500)
  t.equal(wrong, 0)
  t.equal(messages.at(-1), 'done')
  t.ok(messages.length > 1, 'it was woken')
})
