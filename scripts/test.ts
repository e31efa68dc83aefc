import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { allFiles, build, isUnit, needBuild } from './test-files.ts'

/**
 * `npm test`: runs test files, four at a time, each in a process of its own, and exits with 1 if any failed. Arguments are the
 * files, for which it builds only if one of them needs what is compiled and that is out of date. Without any it builds and runs
 * all. `--unit` leaves of the files those of the unit tier, `--but-unit` the others. A file that fails is shown with its whole
 * output.
 *
 * Every file is a program of `tap` that says by its exit code whether it passed. Tap's own runner would load hooks of its own
 * into each test, each worker thread and each service that a test starts, which took more than a third of all processor time.
 */

const JOBS = 4
/** For a file that sets no time of its own. It ends what hangs, so it is many times what a file takes on a machine with nothing else to do. */
const TIMEOUT_SECONDS = 900
/** Tap ends a file that takes too long; this ends one whose thread never comes back to it. */
const KILL_AFTER_MS = 1_500_000
const PLAN = /^1\.\.\d+/m
const SKIPPED = /^ *ok \d+ - (.*) # SKIP(.*)$/gm

const args = process.argv.slice(2)
const given = args.filter((arg) => !arg.startsWith('--'))
const tier = args.includes('--unit') ? true : args.includes('--but-unit') ? false : null
const waiting = (given.length > 0 ? given : allFiles())
  .map((file) => ({ file, unit: isUnit(file) }))
  .filter(({ unit }) => tier === null || unit === tier)
  // Those that take long come first, so that all four end at about the same time.
  .toSorted((a, b) => Number(a.unit) - Number(b.unit))
  .map(({ file }) => file)
if (waiting.length === 0) throw new Error('no test file was chosen')
if (args.length === 0 || needBuild(waiting)) build()
const count = waiting.length
const failed: string[] = []
const env = { ...process.env, TAP_TIMEOUT: String(TIMEOUT_SECONDS) }

/** Runs one file after another; several of these run beside each other. */
async function work(): Promise<void> {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const started = performance.now()
    const { code, output } = await runFile(file)
    // A file that ends without its plan has not run to its end, whatever its exit code says.
    const passed = code === 0 && PLAN.test(output)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${passed ? 'ok' : 'FAILED'}  ${file} (${seconds} s)`)
    for (const [, title, reason] of output.matchAll(SKIPPED)) console.log(`    skipped: ${title}:${reason}`)
    if (passed) continue
    failed.push(file)
    console.log(`${output.trimEnd()}\n${file}: exit code ${code}\n`)
  }
}

async function runFile(file: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [...process.execArgv, file], {
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

await Promise.all(Array.from({ length: JOBS }, work))
console.log(`${count - failed.length} of ${count} files passed`)
if (failed.length > 0) {
  console.log(`failed: ${failed.join(', ')}`)
  process.exitCode = 1
}
