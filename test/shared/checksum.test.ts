import t from 'tap'
import { checksumText, createChecksum } from '../../src/shared/hashes.ts'

t.test('every bit of a checksum is in its text', async (t) => {
  const sum = createChecksum()
  const texts = new Set([checksumText(sum)])
  for (let bit = 0; bit < 128; bit++) {
    sum.words.fill(0)
    sum.words[bit >> 5] = 1 << (bit & 31)
    const text = checksumText(sum)
    t.match(text, /^[\w-]{22}$/)
    texts.add(text)
  }
  t.equal(texts.size, 129)
})
