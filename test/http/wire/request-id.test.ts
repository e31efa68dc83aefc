import t from 'tap'
import { createRequestIds } from '../../../src/http/wire/request-id.ts'

t.test('an id is the same as text and as bytes, whenever it is asked for', async (t) => {
  const next = createRequestIds()
  const ids = Array.from({ length: 100 }, next)
  const texts = ids.map(({ text }) => text)
  t.equal(new Set(texts).size, 100)
  for (const [place, id] of ids.toReversed().entries()) {
    t.equal(Buffer.from(id.bytes).toString(), texts[99 - place])
    t.equal(id.text, texts[99 - place])
    t.match(id.text, /^[0-9a-f]{12}-[0-9a-f]{12}$/)
  }
})

t.test('ids go on past 32 bits', async (t) => {
  const next = createRequestIds(2 ** 32 - 2)
  t.strictSame(
    [next(), next(), next()].map(({ text }) => text.slice(13)),
    ['0000ffffffff', '000100000000', '000100000001'],
  )
  t.equal(createRequestIds(2 ** 48 - 2)().text.slice(13), 'ffffffffffff')
})

t.test('threads have ids of their own', async (t) => {
  t.not(createRequestIds()().text, createRequestIds()().text)
})
