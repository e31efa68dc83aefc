import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, read, readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { createLineWriter } from '../../src/shared/line-writer.ts'

const FULL_PIPE_CHILD = fileURLToPath(new URL('../support/full-pipe-child.ts', import.meta.url))

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

/** Opens both ends of a pipe that only the test reads. */
function openPipe(t: Test): number {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-log-'))
  const file = join(folder, 'pipe')
  execFileSync('mkfifo', [file])
  const fd = openSync(file, 'r+')
  t.teardown(() => {
    closeSync(fd)
    rmSync(folder, { recursive: true })
  })
  return fd
}

t.test('lines of several writers stay whole in a pipe whose reader is slow', async (t) => {
  const fd = openPipe(t)
  const lines = Array.from({ length: 2000 }, (_, index) => `${index} ${'x'.repeat(index % 300)}\n`)
  const writers = [1, 2, 3].map(() => createLineWriter(fd))
  for (const line of lines) for (const writer of writers) writer.write(line)
  const flushed = Promise.all(writers.map((writer) => writer.flush()))
  const expected = 3 * Buffer.byteLength(lines.join(''))
  const bytes = Buffer.alloc(expected)
  for (let at = 0; at < expected;) {
    at += (await promisify(read)(fd, bytes, at, Math.min(3000, expected - at), null)).bytesRead
    await sleep(0)
  }
  await flushed
  const known = new Set(lines)
  const torn = bytes
    .toString()
    .split(/(?<=\n)/)
    .filter((line) => !known.has(line))
  t.same(torn, [])
})

t.test('a pipe that nobody reads holds up neither a flush nor the files of the process', async (t) => {
  const writers = Array.from({ length: 4 }, () => createLineWriter(openPipe(t)))
  for (const writer of writers) for (let i = 0; i < 2000; i++) writer.write(`${'x'.repeat(200)}\n`)
  const flushed = Promise.all(writers.map((writer) => writer.flush()))
  t.ok(await readFile(import.meta.filename))
  await flushed
  for (const writer of writers) writer.flushSync()
})

t.test('a flush keeps a process alive whose pipe was full before', async (t) => {
  const child = spawn(process.execPath, ['--import=./scripts/register-typescript.mjs', FULL_PIPE_CHILD], {
    stdio: ['ignore', openPipe(t), 'inherit'],
  })
  t.strictSame(await once(child, 'exit'), [1, null])
})

t.test('a descriptor that cannot be written to stops nothing', async (t) => {
  const writer = createLineWriter(999_999)
  writer.write('lost\n')
  await writer.flush()
  writer.write('lost too\n')
  await t.resolves(writer.flush())
})
