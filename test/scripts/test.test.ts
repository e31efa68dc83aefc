import t from 'tap'
import { run } from '../support/node-22.ts'

const PROGRAM = ['--import', './scripts/register-typescript.mjs', 'scripts/test.ts']
const FILES = {
  'right.mjs': `t.test('holds', async (t) => t.ok(true))\nt.test('later', { skip: 'no browser' }, async () => {})`,
  'wrong.ts': `t.test('differs', async (t) => {\n  t.equal(1 as number, 2)\n})`,
  'leaves.mjs': `t.test('leaves', async () => process.exit(0))`,
  'waits.mjs': `t.test('waits', async () => new Promise(() => {}))`,
  'killed.mjs': `process.kill(process.pid, 'SIGKILL')`,
}

t.test('a run of test files fails with each file that failed, left early, never ended or is absent', async (t) => {
  const texts = Object.entries(FILES).map(([name, text]) => [name, `import t from 'tap'\n${text}\n`])
  const folder = t.testdir(Object.fromEntries(texts) as Record<string, string>)
  const files = [...Object.keys(FILES), 'absent.ts'].map((name) => `${folder}/${name}`)
  const { code, stdout } = await run([process.execPath, ...PROGRAM, ...files])

  t.equal(code, 1)
  for (const file of files.slice(1)) t.match(stdout, `FAILED  ${file} (`)
  t.match(stdout, 'wrong.ts:3:5', 'the place of an assertion is that in its file')
  t.match(stdout, `ok  ${files[0]} (`)
  t.match(stdout, 'skipped: later: no browser\n')
  t.match(stdout, '1 of 6 files passed\n')
})

t.test('a run of test files passes where all of them did', async (t) => {
  const folder = t.testdir({ 'right.mjs': `import t from 'tap'\nt.ok(true)\n` })
  const { code, stdout } = await run([process.execPath, ...PROGRAM, `${folder}/right.mjs`])

  t.equal(code, 0)
  t.match(stdout, '1 of 1 files passed\n')
})
