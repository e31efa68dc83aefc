import t from 'tap'
import { createByteWriter, writeString } from '../../../src/engine/index/byte-writer.ts'

t.test('every code unit is written as JSON has it, alone and among others', async (t) => {
  const wrong: string[] = []
  // The initial size is too small, so that the writer grows.
  const out = createByteWriter(1)
  for (let code = 0; code <= 0xffff; code++) {
    const unit = String.fromCharCode(code)
    for (const text of [unit, `a${unit}字`, `${unit}\udc00`]) {
      out.length = 3
      writeString(out, text)
      const json = JSON.stringify(text)
      if (Buffer.from(out.bytes.subarray(3, out.length)).toString('utf8') !== json) wrong.push(json)
    }
  }
  t.strictSame(wrong, [])
})
