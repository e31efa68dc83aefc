import t from 'tap'
import { createAnswerLog } from '../../src/http/answer-log.ts'
import { headerLines } from '../../src/http/header-block.ts'
import { createRepresentation, type Representation } from '../../src/http/representation.ts'
import { hashed } from '../support/hashed.ts'

const CAPACITY_BYTES = 64 * 1024
const COMMON = headerLines([['X-Common', 'yes']])

function answer(text: string, mediaType = 'application/json'): Representation {
  const body = new TextEncoder().encode(text)
  const reply = {
    status: 200,
    mediaType,
    body,
    cacheControl: 'max-age=60',
    tagged: true,
    lastModified: 1_700_000_000_123,
  }
  return createRepresentation(reply, COMMON)
}

t.test('an answer comes out as it went in, once', async (t) => {
  const log = createAnswerLog(CAPACITY_BYTES)
  for (const text of ['', 'a', 'ab', 'abc', '{"query":"배열 \u{1f680}"}', 'x'.repeat(5000)]) {
    const put = answer(text)
    log.put(hashed(`search ${text.length} 数组`), put)
    t.strictSame(log.take(`search ${text.length} 数组`), put)
    t.equal(log.take(`search ${text.length} 数组`), undefined, 'who takes it keeps it')
  }
})

t.test('the body is a copy', async (t) => {
  const log = createAnswerLog(CAPACITY_BYTES)
  const put = answer('first')
  log.put(hashed('key'), put)
  put.identity.bytes.fill(0)
  const taken = log.take('key')
  for (let n = 0; n < 200; n++) log.put(hashed(`later ${n}`), answer('x'.repeat(1000)))
  t.strictSame(taken, answer('first'), 'what was taken outlives its place in the log')
})

t.test('media types and header fields are those of each answer', async (t) => {
  const log = createAnswerLog(CAPACITY_BYTES)
  for (const type of ['application/json', 'text/plain', 'text/html']) log.put(hashed(type), answer('body', type))
  for (const type of ['text/html', 'application/json', 'text/plain']) t.strictSame(log.take(type), answer('body', type))
})

t.test('the newest answers are there, the oldest are not, and none is ever mistaken for another', async (t) => {
  const log = createAnswerLog(CAPACITY_BYTES)
  const text = (n: number): string => `answer ${n} ${'.'.repeat((n * 37) % 1500)}`
  let found = 0
  for (let n = 0; n < 2000; n++) {
    log.put(hashed(`key ${n}`), answer(text(n)))
    const newest = log.take(`key ${n}`)
    if (newest === undefined) return t.fail(`answer ${n} is lost at once`)
    log.put(hashed(`key ${n}`), newest)
    const older = log.take(`key ${n - 10}`)
    if (older === undefined) continue
    found += 1
    if (Buffer.compare(older.identity.bytes, Buffer.from(text(n - 10))) !== 0) return t.fail(`not answer ${n - 10}`)
  }
  t.ok(found > 1000, `${found} answers were found ten later`)
  t.equal(log.take('key 1500'), undefined)
  t.equal(log.bytes, CAPACITY_BYTES)
})

t.test('an answer that would push out many others is not kept', async (t) => {
  const log = createAnswerLog(CAPACITY_BYTES)
  log.put(hashed('large'), answer('x'.repeat(CAPACITY_BYTES / 4)))
  t.equal(log.take('large'), undefined)
})

t.test('after clearing there is nothing', async (t) => {
  const log = createAnswerLog(CAPACITY_BYTES)
  log.put(hashed('key'), answer('body'))
  log.clear()
  t.equal(log.take('key'), undefined)
  t.equal(log.bytes, 0)
})

t.test('without capacity nothing is kept', async (t) => {
  const log = createAnswerLog(0)
  log.put(hashed('key'), answer('body'))
  t.equal(log.take('key'), undefined)
})
