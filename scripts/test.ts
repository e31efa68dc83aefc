import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { flagsOf } from './test-flags.ts'
import { FLAKY_LIST, secondTries, summary, withFlaky } from './test-flaky.ts'
import { build, filesIn, isUnit, needBuild, runsLong, sharesProcess } from './test-files.ts'
import { verdict, verdicts, type Ran } from './test-verdicts.ts'

/**
 * `npm test`: runs test files in one process more than there are cores, and in further ones while cores are idle. It exits with
 * 1 if any file failed. Arguments are files, or folders of them. With them it builds only if one of the files needs compiled
 * code that is out of date. Without arguments it builds and runs all files. `--unit` selects the files of the unit tier,
 * `--but-unit` the others. It prints the whole output of each file that fails.
 *
 * A file that fails in a run without arguments is run once more at its end, when nothing else runs. If it passes then, it is
 * flaky: the run passes, names it in its last line, and adds it to `docs/flaky.md`. A file of that list has no second try.
 * What the first try printed is in the output, and in `.tap/flaky`.
 *
 * Neighbouring files share a process, because loading Node, tap and the sources takes as long as many a test. Long files, and
 * those that measure or change their process, have one of their own. Such a file is a program that uses `tap`, and its exit
 * code is its verdict.
 *
 * Tap's own runner would load hooks into each test, each worker thread and each service that a test starts. The hooks took
 * more than a third of all processor time.
 */

/** Processes at all times. One more than cores keeps them busy, since tests also wait. */
const JOBS = availableParallelism() + 1
/** Processes while cores are idle. With as many at all times nothing ends sooner, and each file takes half as long again. */
const MOST_JOBS = 2 * availableParallelism()
/** For how long half a core is idle before another process starts. */
const IDLE_MS = 1000
/** Limit for a file that sets none of its own. It only ends files that hang: it is many times what a file takes when idle. */
const TIMEOUT_SECONDS = 900
/** Tap ends a file that takes too long. This limit ends a process whose thread is blocked, where tap cannot act. */
const KILL_AFTER_MS = 1_500_000
/** Files of the unit tier in one process: two cores have a process each, and a failure shows the output of few files. */
const UNIT_TOGETHER = 24
/** Other files in one process. Such a process ends within a minute or two, so that all workers end at about the same time. */
const FILES_TOGETHER = 6
/** What flaky files printed when they failed. */
const KEPT = '.tap/flaky'
const TOGETHER = 'scripts/test-together.ts'
const SKIPPED = /^ *ok \d+ - (.*) # SKIP(.*)$/gm

const args = process.argv.slice(2)
const given = args.filter((arg) => !arg.startsWith('--'))
const paths = given.length > 0 ? given : ['test']
const tier = args.includes('--unit') ? true : args.includes('--but-unit') ? false : null
const files = paths
  .flatMap((path) => (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? filesIn(path) : [path]))
  .filter((file) => tier === null || isUnit(file) === tier)
if (files.length === 0) throw new Error('no test file was chosen')
if (args.length === 0 || needBuild(files)) build()
const waiting = processes(files)
const failed: Ran[] = []
const env = { ...process.env, TAP_TIMEOUT: String(TIMEOUT_SECONDS) }

/** Groups the files by process. Long files come first, so that all workers end at about the same time. */
function processes(files: readonly string[]): string[][] {
  const unit = files.filter(isUnit)
  const others = files.filter((file) => !isUnit(file))
  const alone = others.filter((file) => !sharesProcess(file))
  return [
    ...alone.toSorted((a, b) => Number(runsLong(b)) - Number(runsLong(a))).map((file) => [file]),
    ...parts(others.filter(sharesProcess), FILES_TOGETHER),
    ...parts(unit, UNIT_TOGETHER),
  ]
}

function parts(files: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(files.length / size) }, (_, at) => files.slice(at * size, (at + 1) * size))
}

/** Runs waiting processes one after another. There are `JOBS` such workers. */
async function work(): Promise<void> {
  while (waiting.length > 0) await runNext()
}

/** Starts further processes while cores are idle. */
async function workWhereIdle(): Promise<void> {
  const further = new Set<Promise<void>>()
  while (waiting.length > 0) {
    const before = idleMs()
    await sleep(IDLE_MS)
    if (idleMs() - before < IDLE_MS / 2 || further.size === MOST_JOBS - JOBS) continue
    const next = runNext().finally(() => further.delete(next))
    further.add(next)
  }
  await Promise.all(further)
}

/** @returns the time that cores have had nothing to do, summed over all */
function idleMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.idle, 0)
}

async function runNext(): Promise<void> {
  const files = waiting.shift()
  if (files === undefined) return
  const [file = '', ...others] = files
  const all = others.length === 0 ? [await runAlone(file)] : await runTogether(files)
  for (const ran of all) {
    show(ran)
    if (!ran.passed) failed.push(ran)
  }
}

async function runAlone(file: string): Promise<Ran> {
  const started = performance.now()
  const { code, output } = await run([file])
  return verdict(file, (performance.now() - started) / 1000, code, output)
}

async function runTogether(files: readonly string[]): Promise<Ran[]> {
  const { code, output } = await run([TOGETHER, ...files])
  return verdicts(files, code, output)
}

function show({ file, passed, seconds, output }: Ran): void {
  console.log(`${passed ? 'ok' : 'FAILED'}  ${file} (${seconds.toFixed(1)} s)`)
  for (const [, title, reason] of output.matchAll(SKIPPED)) console.log(`    skipped: ${title}:${reason}`)
  if (!passed) console.log(`${output.trimEnd()}\n`)
}

/** Runs files that failed once more, one after another. @returns what those that pass now printed when they failed */
async function runAgain(): Promise<Ran[]> {
  const list = existsSync(FLAKY_LIST) ? readFileSync(FLAKY_LIST, 'utf8') : ''
  const { files, refusals } = secondTries(
    failed.map(({ file }) => file),
    list,
  )
  for (const refusal of refusals) console.log(refusal)
  const flaky: Ran[] = []
  for (const first of failed.filter(({ file }) => files.includes(file))) {
    console.log(`again, alone: ${first.file}`)
    const second = await runAlone(first.file)
    show(second)
    if (second.passed) flaky.push(first)
  }
  if (flaky.length > 0) writeFileSync(FLAKY_LIST, withFlaky(list, flaky, new Date().toISOString().slice(0, 10)))
  for (const { file, output } of flaky) {
    mkdirSync(KEPT, { recursive: true })
    writeFileSync(join(KEPT, `${file.replaceAll('/', '+')}.log`), output)
  }
  return flaky
}

async function run(program: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [...flagsOf(program), ...process.execArgv, ...program], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: KILL_AFTER_MS,
    killSignal: 'SIGKILL',
  })
  let output = ''
  const add = (text: string): void => {
    output += text
  }
  child.stdout.setEncoding('utf8').on('data', add)
  child.stderr.setEncoding('utf8').on('data', add)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

await Promise.all([...Array.from({ length: JOBS }, work), workWhereIdle()])
const flaky = args.length === 0 ? await runAgain() : []
const broken = failed.filter((ran) => !flaky.includes(ran))
const [flakyFiles = [], brokenFiles = []] = [flaky, broken].map((all) => all.map(({ file }) => file))
for (const line of summary(files.length, flakyFiles, brokenFiles)) console.log(line)
if (broken.length > 0) process.exitCode = 1
