import { Worker } from 'node:worker_threads'
import t from 'tap'
import { createByteWriter } from '../../src/engine/index/byte-writer.ts'
import { createNativeSearcher } from '../../src/engine/native/native-searcher.ts'
import { createNativeEngine, openNativeIndex } from '../../src/engine/native/native.ts'
import { writeRequest } from '../../src/engine/native/request.ts'
import { indexOf, page } from '../support/search-fixture.ts'
import { withAddon } from './native-addon.ts'

t.setTimeout(300_000)

const ROOM = 65_536

function small() {
  return indexOf([
    page('guides/start', 'Getting started', 'How to install the server and start it.'),
    page('guides/search', 'Search', 'The server answers a search with pages.'),
    page('reference/options', 'Options', 'Every option of the server, and what it is for.'),
  ])
}

withAddon((addon) => {
  const anyValue = addon as unknown as Record<string, (...values: readonly unknown[]) => unknown>

  /** Makes an engine that has answered a query, and an index that contains its word. */
  function asked() {
    const index = small()
    const native = openNativeIndex(addon, index, null)
    const engine = createNativeEngine(addon)
    writeRequest(engine.request, 'server')
    return { index, engine, native }
  }

  t.test('values of the wrong kind are errors in every call', async (t) => {
    const { engine, native } = asked()
    const values = [
      undefined,
      null,
      0,
      -1,
      NaN,
      2 ** 40,
      '',
      {},
      [],
      () => {},
      Symbol('s'),
      1n,
      new Uint8Array(8),
      engine.handle,
      native.handle,
    ]
    for (const name of ['openIndex', 'createEngine', 'find', 'answer', 'answerAgain', 'plan', 'accumulate']) {
      t.throws(() => anyValue[name]!(), `${name} of nothing`)
      values.forEach((value, i) => {
        t.throws(() => anyValue[name]!(...Array.from({ length: 8 }, () => value)), `${name} of value ${i}`)
      })
    }
  })

  t.test('a niceness of the wrong kind is an error', async (t) => {
    for (const values of [[], [1, 2], [undefined], ['-3'], [{}]])
      t.throws(() => anyValue['favourThread']!(...values), JSON.stringify(values))
  })

  t.test('a handle of the other kind is refused', async (t) => {
    const { engine, native } = asked()
    const out = new Uint8Array(ROOM)
    t.throws(() => anyValue['find']!(native.handle, engine.handle, 10))
    t.throws(() => anyValue['answer']!(engine.handle, engine.handle, 10, out, 0))
    t.throws(() => anyValue['answer']!(native.handle, native.handle, 10, out, 0))
    t.equal(addon.find(engine.handle, native.handle, 10), 3, 'the right ones find what there is')
  })

  t.test('a second part of an answer is refused for another index than the first', async (t) => {
    const { engine, native } = asked()
    const other = openNativeIndex(addon, small(), null)
    const missing = addon.answer(engine.handle, native.handle, 10, new Uint8Array(8), 0, null, 0)
    t.ok(missing < 0, 'there is no room')
    t.throws(() => addon.answerAgain(engine.handle, other.handle, 10, new Uint8Array(ROOM), 0, null, 0))
    t.throws(() => addon.accumulate(engine.handle, other.handle, 0, new Int32Array(16_384)))
    t.ok(addon.answerAgain(engine.handle, native.handle, 10, new Uint8Array(ROOM), 0, null, 0) > 0)
  })

  t.test('an answer never writes outside of the bytes that it is given', async (t) => {
    const { engine, native } = asked()
    const memory = new ArrayBuffer(4096)
    const whole = addon.answer(engine.handle, native.handle, 10, new Uint8Array(ROOM), 0, null, 0)
    for (const [offset, length] of [
      [1, 3],
      [7, 100],
      [513, whole - 1],
      [9, whole],
      [3, 2000],
    ] as const) {
      new Uint8Array(memory).fill(0xee)
      const end = addon.answer(engine.handle, native.handle, 10, new Uint8Array(memory, offset, length), 0, null, 0)
      const outside = [...new Uint8Array(memory, 0, offset), ...new Uint8Array(memory, offset + length)]
      t.ok(
        outside.every((byte) => byte === 0xee),
        `${length} bytes at ${offset} leave their neighbours alone`,
      )
      t.equal(end, end < 0 ? end : whole, 'all or nothing')
    }
    t.throws(
      () => addon.answer(engine.handle, native.handle, 10, new Uint8Array(8), 9, null, 0),
      'a position behind the end',
    )
  })

  t.test('highlights and sections need the extracts of the same index', async (t) => {
    const { engine, native } = asked()
    const { extracts } = native
    const out = new Uint8Array(ROOM)
    const plain = addon.answer(engine.handle, native.handle, 10, out, 0, null, 0)
    t.ok(addon.answer(engine.handle, native.handle, 10, out, 0, extracts, 3) > plain)
    t.throws(() => addon.answer(engine.handle, native.handle, 10, out, 0, null, 1))
    const one = indexOf([page('a', 'One', 'text')])
    const other = openNativeIndex(addon, one, null)
    t.throws(() => addon.answer(engine.handle, native.handle, 10, out, 0, other.extracts, 1))
    const { byteLength, data } = one.extracts!.parts
    const bytes = new Uint8Array(data.buffer!)
    t.throws(() => addon.openExtracts(bytes, byteLength, 2), 'another number of pages')
    t.throws(() => addon.openExtracts(bytes, byteLength + 1, 1), 'more bytes than there are')
    t.throws(() => addon.openExtracts(bytes, byteLength - 8, 1), 'no end')
    t.throws(() => addon.openExtracts(1_000_000, byteLength, 1), 'no open file')
  })

  t.test('bytes that were given away are no room for an answer', async (t) => {
    const { engine, native } = asked()
    const out = new Uint8Array(ROOM)
    structuredClone(out.buffer, { transfer: [out.buffer] })
    t.ok(addon.answer(engine.handle, native.handle, 10, out, 0, null, 0) < 0)
  })

  t.test('an index that does not begin at a multiple of eight bytes is refused', async (t) => {
    const index = small()
    const shifted = new Uint8Array(new SharedArrayBuffer(index.byteLength + 1), 1)
    shifted.set(new Uint8Array(index.termPages.buffer))
    const places = Float64Array.from(
      addon.arrayNames.flatMap((name) => {
        const { byteOffset, length } = index[name as 'termPages']
        return [byteOffset, length]
      }),
    )
    const { bitTermCount, denseTermCount, pageCount, partitionCount, partitionPages, termCount } = index
    const counts = Uint32Array.of(pageCount, partitionPages, partitionCount, termCount, denseTermCount, bitTermCount)
    t.throws(() => addon.openIndex(shifted, places, counts, 'en', '', 0, [], []), /aligned/)
    t.throws(() => addon.openIndex(shifted.subarray(7), places, counts, 'en', '', 0, [], []), /outside|damaged|missing/)
    for (const place of [-1, NaN, Infinity, 2 ** 53, 2 ** 32]) {
      for (let i = 0; i < places.length; i++) {
        const wrong = places.with(i, place)
        t.throws(
          () => addon.openIndex(new Uint8Array(index.termPages.buffer), wrong, counts, 'en', '', 0, [], []),
          `${place} at ${i}`,
        )
      }
    }
  })

  t.test('a request that lies is refused', async (t) => {
    const { engine, native } = asked()
    for (const [at, value] of [
      [0, -1],
      [0, 1e6],
      [1, -1],
      [1, 1e6],
      [2, 7],
      [4, -1],
      [4, 1e6],
      [5, 0],
      [5, -5],
      [5, 1e6],
    ] as const) {
      writeRequest(engine.request, 'server')
      engine.request.ints[at] = value
      t.throws(() => addon.find(engine.handle, native.handle, 10), /malformed/, `${value} at ${at}`)
    }
  })

  t.test('two engines that take turns do not disturb one another', async (t) => {
    const index = small()
    const indexes = new Map([['en' as const, index]])
    const searchers = [createNativeSearcher(addon, indexes), createNativeSearcher(addon, indexes)]
    const answers = ['server', 'search', 'option'].map((query) =>
      searchers.map((searcher) => {
        const out = createByteWriter(16)
        searcher.writeAnswer({ query, locale: 'en', limit: 10 }, out)
        return Buffer.from(out.bytes.subarray(0, out.length)).toString()
      }),
    )
    for (const [one, other] of answers) t.equal(one, other)
  })

  t.test('threads that are ended in the middle of searches leave the others in order', async (t) => {
    for (let round = 0; round < 8; round++) {
      const worker = new Worker(new URL('endless-searches.mjs', import.meta.url))
      await new Promise((resolve) => worker.once('message', resolve))
      await worker.terminate()
    }
    const { engine, native } = asked()
    t.equal(addon.find(engine.handle, native.handle, 10), 3)
  })

  t.test('the memory of indexes and engines comes back when nobody has them', async (t) => {
    const worker = new Worker(new URL('dropped-indexes.mjs', import.meta.url))
    const grown = await new Promise<number>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    await worker.terminate()
    t.ok(grown < 32 * 2 ** 20, `200 indexes and engines later there are ${(grown / 2 ** 20).toFixed(1)} MiB more`)
  })
})
