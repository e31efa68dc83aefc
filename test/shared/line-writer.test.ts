import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createLineWriter } from '../../src/shared/line-writer.ts'

function openTemporary(t: Test): { readonly fd: number; readonly read: () => string } {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-log-'))
  const file = join(folder, 'log')
  const fd = openSync(file, 'a')
  t.teardown(() => {
    closeSync(fd)
    rmSync(folder, { recursive: true })
  })
  return { fd, read: () => readFileSync(file, 'utf8') }
}

t.test('every line comes out whole and in order', async (t) => {
  const { fd, read } = openTemporary(t)
  const writer = createLineWriter(fd)
  const lines = Array.from({ length: 5000 }, (_, index) => `${index} ${'한글 text '.repeat(index % 40)}\n`)
  for (const line of lines) writer.write(line)
  await writer.flush()
  t.equal(read(), lines.join(''))
})

t.test('a line longer than a piece comes out whole', async (t) => {
  const { fd, read } = openTemporary(t)
  const writer = createLineWriter(fd)
  const long = `${'x'.repeat(300_000)}\n`
  writer.write('before\n')
  writer.write(long)
  writer.write('after\n')
  await writer.flush()
  t.equal(read(), `before\n${long}after\n`)
})

t.test('a synchronous flush writes what is gathered', async (t) => {
  const { fd, read } = openTemporary(t)
  const writer = createLineWriter(fd)
  writer.write('last words\n')
  writer.flushSync()
  t.equal(read(), 'last words\n')
})

t.test('a disk that was full costs only what did not fit', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-log-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'log')
  const fd = openSync('/dev/full', 'w')
  const writer = createLineWriter(fd)
  writer.write('lost\n')
  await writer.flush()
  closeSync(fd)
  t.equal(openSync(file, 'a'), fd, 'the lowest free descriptor is given again')
  writer.write('kept\n')
  await writer.flush()
  closeSync(fd)
  t.equal(readFileSync(file, 'utf8'), 'kept\n')
})

t.test('a descriptor that cannot be written to stops nothing', async (t) => {
  const writer = createLineWriter(999_999)
  writer.write('lost\n')
  await writer.flush()
  writer.write('lost too\n')
  await t.resolves(writer.flush())
})
