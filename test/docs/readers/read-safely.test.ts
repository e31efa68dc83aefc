import t from 'tap'
import { readSafely } from '../../../src/docs/readers/read-safely.ts'

t.test('a reader that fails leaves out its file alone, and says where it failed', async (t) => {
  const faults: Parameters<typeof readSafely>[2] = []
  const nothing = undefined as unknown as string[]
  t.equal(
    readSafely(() => 1, 'good.md', faults),
    1,
  )
  t.equal(
    readSafely(() => nothing.length, 'bad.md', faults),
    null,
  )
  t.equal(
    readSafely(() => 'a'.repeat(2 ** 31), 'long.md', faults),
    null,
  )
  t.match(faults, [
    { file: 'bad.md', line: 1, code: 'failed_reader', message: /Cannot read .* at .*read-safely\.test\.ts:\d+$/ },
    { file: 'long.md', code: 'failed_reader', message: 'Invalid' },
  ])
  t.equal(faults.length, 2)
})

t.test('what is no fault of the reader ends the reading', async (t) => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const read = (): never => {
    throw full
  }
  t.throws(() => readSafely(read, 'a.md', []), full)
})
