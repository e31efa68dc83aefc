import t from 'tap'
import { allocateArrays, packArrays, unpackArrays } from '../../../src/engine/index/packed-arrays.ts'

const FORMAT = { name: 'thing', magic: 0x31323334, version: 1, arrays: { small: 'u8', large: 'u32' } } as const

t.test('arrays come back as they were packed, with their header', async (t) => {
  const small = Uint8Array.of(1, 2, 3)
  const large = Uint32Array.of(2 ** 32 - 1)
  const { arrays, header } = unpackArrays(FORMAT, packArrays(FORMAT, { title: 'ü' }, { small, large }))
  t.same(arrays.small, small)
  t.same(arrays.large, large)
  t.match(header, { title: 'ü' })
})

t.test('what is filled in place is what is unpacked', async (t) => {
  const { arrays, buffer } = allocateArrays(FORMAT, {}, { small: 0, large: 2 })
  arrays.large.set([7, 8])
  t.same(unpackArrays(FORMAT, buffer).arrays.large, Uint32Array.of(7, 8))
})

t.test('a buffer that 32 bits cannot address is refused before it is made', async (t) => {
  t.throws(() => allocateArrays(FORMAT, {}, { small: 0, large: 2 ** 30 }), /a thing of \d+ bytes is too large/)
})
