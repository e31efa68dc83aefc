import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createLog, logFaults } from '../../src/shared/log.ts'
import { temporaryFolder } from '../support/content-tree.ts'

t.test('a line about an error has its message, stack and cause, bounded, and nothing that hangs on it', async (t) => {
  const path = join(await temporaryFolder(t), 'log')
  const fd = openSync(path, 'w')
  const log = createLog({ level: 'info', fd })
  const cause = new Error('the reason')
  const error = Object.assign(new Error(`failed ${'"\n'.repeat(5000)}`, { cause }), {
    code: 'ECODE',
    command: { name: 'eval', args: ['secret', 'x'.repeat(10_000)] },
  })
  log.pino.error({ err: error }, 'it went wrong')
  await log.flush()
  closeSync(fd)
  const line = readFileSync(path, 'utf8')
  t.ok(Buffer.byteLength(line) < 4096, 'it stays whole in a pipe')
  t.match(JSON.parse(line), {
    msg: 'it went wrong',
    err: { type: 'Error', code: 'ECODE', cause: 'the reason', message: /^failed/ },
  })
  t.notMatch(line, /secret/)
})

t.test('err is an object with a type and a message, whatever was thrown', async (t) => {
  const path = join(await temporaryFolder(t), 'log')
  const fd = openSync(path, 'w')
  const log = createLog({ level: 'info', fd })
  for (const thrown of ['/data has 0 MiB free', 7, null, { code: 'x' }, [1], Symbol('odd'), new TypeError('wrong')])
    logFaults(log)('it went wrong', thrown)
  await log.flush()
  closeSync(fd)
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  t.equal(lines.length, 7)
  for (const line of lines) t.match(JSON.parse(line), { err: { type: String, message: String } }, line)
  t.match(JSON.parse(lines[0] ?? ''), { err: { type: 'string', message: '/data has 0 MiB free' } })
})
