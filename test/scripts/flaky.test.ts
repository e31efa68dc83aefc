import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import type { Test } from 'tap'
import { AGAIN_LIMIT, FLAKY_LIST, secondTries, summary, withFlaky } from '../../scripts/test-flaky.ts'
import { temporaryFolder } from '../support/content-tree.ts'
import { run, type Ran } from '../support/node-22.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const EMPTY = readFileSync(join(ROOT, FLAKY_LIST), 'utf8').replace(/\n+(?:- .*\n)*$/, '\n')
const DAY = '2026-11-28'
const failedRan = (file: string, output: string) => ({ file, output, passed: false, seconds: 1 })

t.test('a file that failed is run again, unless it is on the list, or many failed', async (t) => {
  const list = withFlaky(EMPTY, [failedRan('test/a.test.ts', 'not ok 1 - x')], DAY)
  t.strictSame(secondTries([], list), { files: [], refusals: [] })
  t.strictSame(secondTries(['test/a.test.ts'], EMPTY), { files: ['test/a.test.ts'], refusals: [] })
  t.strictSame(secondTries(['test/b.test.ts', 'test/a.test.ts'], list), {
    files: ['test/b.test.ts'],
    refusals: ['test/a.test.ts is not run again: it is on docs/flaky.md already'],
  })
  const many = Array.from({ length: AGAIN_LIMIT + 1 }, (_, at) => `test/${at}.test.ts`)
  t.same(secondTries(many.slice(1), EMPTY).files, many.slice(1))
  t.match(secondTries(many, EMPTY), { files: [], refusals: [/^6 files failed, and none is run again/] })
})

t.test('the list names each file with the day and the first thing that failed', async (t) => {
  const nested = '    ok 1 - a\n    not ok 2 - the `page` opens # time=3.1ms\nnot ok 1 - pages # time=4ms\n'
  const flaky = [
    failedRan('test/a.test.ts', nested),
    failedRan('test/b.test.ts', 'TAP version 14\ntest/b.test.ts: exit code null\n'),
    failedRan('test/c.test.ts', ''),
    failedRan('test/d.test.ts', `not ok 1 - ${'long '.repeat(100)}`),
  ]
  const list = withFlaky(EMPTY, flaky, DAY)
  t.ok(list.startsWith(`${EMPTY}\n- \`test/a.test.ts\`, ${DAY}: \`not ok 2 - the  page  opens\`\n`))
  t.match(list, `\n- \`test/b.test.ts\`, ${DAY}: \`test/b.test.ts: exit code null\`\n`)
  t.match(list, `\n- \`test/c.test.ts\`, ${DAY}: \`it did not run to its end\`\n`)
  t.ok(list.split('\n').every((line) => line.length < 220))
  t.same(secondTries(['test/a.test.ts', 'test/b.test.ts', 'test/c.test.ts', 'test/d.test.ts'], list).files, [])

  const longer = withFlaky(list, [failedRan('test/e.test.ts', 'not ok 1 - e')], DAY)
  t.equal(longer, `${list}- \`test/e.test.ts\`, ${DAY}: \`not ok 1 - e\`\n`)
  t.equal(withFlaky(list, [], DAY), list)
})

t.test('a run ends with how many files passed, the flaky ones and the failed ones', async (t) => {
  t.strictSame(summary(3, [], []), ['3 of 3 files passed'])
  t.strictSame(summary(3, ['a'], []), ['3 of 3 files passed, 1 of them when run again, alone', 'flaky: a'])
  t.strictSame(summary(3, [], ['b', 'c']), ['1 of 3 files passed', 'failed: b, c'])
  t.strictSame(summary(3, ['a'], ['b']), [
    '2 of 3 files passed, 1 of them when run again, alone',
    'flaky: a',
    'failed: b',
  ])
})

/** A file that fails in its first run, which leaves a marker. */
const shaken = (how: string): string => `import { existsSync, writeFileSync } from 'node:fs'
import t from 'tap'
const marker = import.meta.url.replace(/^file:/, '') + '.ran'
const isFirst = !existsSync(marker)
writeFileSync(marker, '')
t.test('holds at the second time', async (t) => {
  ${how}
})
`
const FILES = {
  'test/steady.test.ts': `import t from 'tap'\nt.ok(true, 'steady')\n`,
  'test/shaken.test.ts': shaken(`t.equal(isFirst, false, 'the page was there')`),
  'test/system/crash.test.ts': shaken(`if (isFirst) process.kill(process.pid, 'SIGKILL')\n  t.ok(true)`),
}
const BROKEN = `import t from 'tap'\nt.test('never holds', async (t) => t.equal(1, 2, 'one is two'))\n`

interface Project {
  readonly run: (...args: string[]) => Promise<Ran & { readonly last: string[] }>
  readonly read: (file: string) => string
  readonly write: (file: string, text: string) => void
  readonly has: (file: string) => boolean
}

/** A folder with tests of its own, which the commands of this project run. Its build does nothing. */
async function startProject(t: Test, files: Readonly<Record<string, string>>): Promise<Project> {
  const folder = await temporaryFolder(t)
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  for (const name of ['node_modules', 'scripts']) symlinkSync(join(ROOT, name), join(folder, name))
  write('package.json', '{ "type": "module", "scripts": { "build": "node -v" } }')
  write('dist/.tsbuildinfo', '')
  write(FLAKY_LIST, EMPTY)
  for (const [file, text] of Object.entries(files)) write(file, text)
  return {
    write,
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    has: (file) => existsSync(join(folder, file)),
    async run(...args) {
      const program = ['--import', './scripts/register-typescript.mjs', 'scripts/test.ts', ...args]
      const ran = await run([process.execPath, ...program], { cwd: folder })
      return { ...ran, last: ran.stdout.trimEnd().split('\n').slice(-3) }
    },
  }
}

t.test(
  'a whole run passes with files that fail once, names them, and fails at once with them the next time',
  async (t) => {
    const project = await startProject(t, FILES)
    const first = await project.run()
    t.equal(first.code, 0)
    t.match(first.stdout, 'FAILED  test/shaken.test.ts (')
    t.match(first.stdout, 'not ok 1 - the page was there', 'what failed is printed')
    t.match(first.stdout, /again, alone: test\/shaken\.test\.ts\nok {2}test\/shaken\.test\.ts \(/)
    t.match(first.stdout, /again, alone: test\/system\/crash\.test\.ts\nok {2}test\/system\/crash\.test\.ts \(/)
    t.match(first.last.at(-2), '3 of 3 files passed, 2 of them when run again, alone')
    t.match(first.last.at(-1), /^flaky: (?=.*test\/shaken\.test\.ts)(?=.*test\/system\/crash\.test\.ts)/)
    const day = String.raw`\d{4}-\d\d-\d\d`
    t.match(
      project.read(FLAKY_LIST),
      new RegExp(`^- \`test/shaken.test.ts\`, ${day}: \`not ok 1 - the page was there\`$`, 'm'),
    )
    t.match(project.read(FLAKY_LIST), /^- `test\/system\/crash\.test\.ts`, .*: `.*exit code null`$/m)
    t.match(project.read('.tap/flaky/test+shaken.test.ts.log'), 'not ok 1 - the page was there')

    const second = await project.run()
    t.equal(second.code, 0, 'a listed file that passes is a file that passes')
    t.equal(second.last.at(-1), '3 of 3 files passed')

    const list = project.read(FLAKY_LIST)
    project.write('test/shaken.test.ts', FILES['test/shaken.test.ts'].replace('.ran', '.again'))
    const third = await project.run()
    t.equal(third.code, 1)
    t.match(third.stdout, 'test/shaken.test.ts is not run again: it is on docs/flaky.md already\n')
    t.notMatch(third.stdout, 'again, alone')
    t.strictSame(third.last.slice(-2), ['2 of 3 files passed', 'failed: test/shaken.test.ts'])
    t.equal(project.read(FLAKY_LIST), list)
  },
)

t.test('a broken file fails a whole run, beside one that fails once', async (t) => {
  const project = await startProject(t, { ...FILES, 'test/broken.test.ts': BROKEN })
  const { code, last, stdout } = await project.run()
  t.equal(code, 1)
  t.equal(stdout.match(/not ok 1 - one is two/g)?.length, 2, 'it has failed twice')
  t.match(last[0], '3 of 4 files passed, 2 of them when run again, alone')
  t.match(last[1], /^flaky: /)
  t.equal(last[2], 'failed: test/broken.test.ts')
  t.notMatch(project.read(FLAKY_LIST), 'broken')
})

t.test('nothing is run again where many files failed, or where the files of a run were chosen', async (t) => {
  const shakenFiles = Array.from({ length: AGAIN_LIMIT + 1 }, (_, at) => [
    `test/${at}.test.ts`,
    FILES['test/shaken.test.ts'],
  ])
  const project = await startProject(t, Object.fromEntries(shakenFiles) as Record<string, string>)
  const whole = await project.run()
  t.equal(whole.code, 1)
  t.match(whole.stdout, /^6 files failed, and none is run again/m)
  t.notMatch(whole.stdout, 'again, alone')

  for (const args of [['test'], ['test/new.test.ts'], ['--unit']]) {
    project.write('test/new.test.ts', FILES['test/shaken.test.ts'].replace('.ran', `.${args[0]?.length}`))
    const chosen = await project.run(...args)
    t.equal(chosen.code, 1, args.join())
    t.notMatch(chosen.stdout, 'again, alone', args.join())
    t.match(chosen.last.at(-1), 'failed: test/new.test.ts', args.join())
  }
  t.equal(project.read(FLAKY_LIST), EMPTY)
  t.notOk(project.has('.tap/flaky'))
})
