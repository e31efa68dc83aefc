import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createLog } from '../../src/shared/log.ts'
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
