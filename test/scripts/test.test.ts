import t from 'tap'
import { verdicts } from '../../scripts/test-verdicts.ts'
import { run } from '../support/node-22.ts'

const PROGRAM = ['--import', './scripts/register-typescript.mjs', 'scripts/test.ts']
const TOGETHER = ['--import', './scripts/register-typescript.mjs', 'scripts/test-together.ts']
const FILES = {
  'right.mjs': `t.test('holds', async (t) => t.ok(true))\nt.test('later', { skip: 'no browser' }, async () => {})`,
  'wrong.ts': `t.test('differs', async (t) => {\n  t.equal(1 as number, 2)\n})`,
  'leaves.mjs': `t.test('leaves', async () => process.exit(0))`,
  'lies.mjs': `t.test('differs', async (t) => t.equal(1, 2))\nprocess.on('exit', () => process.reallyExit(0))`,
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
  t.match(stdout, '1 of 7 files passed\n')
})

t.test('a run of test files passes where all of them did', async (t) => {
  const folder = t.testdir({ 'right.mjs': `import t from 'tap'\nt.ok(true)\n` })
  const { code, stdout } = await run([process.execPath, ...PROGRAM, `${folder}/right.mjs`])

  t.equal(code, 0)
  t.match(stdout, '1 of 1 files passed\n')
})

t.test('files in one process are judged one by one', async (t) => {
  const folder = t.testdir({
    'right.mjs': `import t from 'tap'\nt.test('holds', async (t) => t.ok(true))\n`,
    'wrong.mjs': `import t from 'tap'\nt.test('differs', async (t) => t.equal(1, 2))\n`,
    'leaves.mjs': `import t from 'tap'\nt.test('leaves', async () => process.exit(0))\n`,
    'starts.mjs': `import t from 'tap'\nglobalThis.open = true\nt.teardown(() => { globalThis.open = false })\nt.test('runs', async (t) => t.ok(globalThis.open))\n`,
    'next.mjs': `import t from 'tap'\nt.test('begins', async (t) => t.equal(globalThis.open, false))\n`,
    'crash.mjs': `import t from 'tap'\nt.test('holds', async (t) => t.ok(true))\nprocess.on('exit', () => process.kill(process.pid, 'SIGSEGV'))\n`,
    'outside.mjs': `import t from 'tap'\nt.fail('outside of all tests')\n`,
  })
  const judge = async (names: readonly string[]) => {
    const files = names.map((name) => `${folder}/${name}.mjs`)
    const { code, stdout } = await run([process.execPath, ...TOGETHER, ...files])
    return verdicts(files, code, stdout)
  }
  const passed = async (names: readonly string[]) => (await judge(names)).map((one) => one.passed)

  t.same(await passed(['right']), [true])
  t.same(await passed(['wrong', 'right']), [false, true])
  t.same(await passed(['right', 'leaves', 'wrong']), [true, false, false], 'what comes after has not run')
  t.same(await passed(['right', 'outside']), [false, false], 'it is not known which file failed')
  t.same(await passed(['right', 'absent']), [true, false])
  t.same(await passed(['wrong', 'crash', 'right']), [false, false, false], 'nor whose fault a crash at the end is')
  t.same(await passed(['starts', 'next']), [true, true], 'what a file starts ends before the next file')

  const [right, wrong] = await judge(['right', 'wrong'])
  t.notMatch(right?.output, 'differs')
  t.match(wrong?.output, /differs[^]*wrong\.mjs/)
})
