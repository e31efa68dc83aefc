import { execFile } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { COMPILER } from './native-addon.ts'

t.setTimeout(900_000)

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
const NATIVE = join(ROOT, 'native')
/** Damaged indexes and requests are the same in each run. With `LONG=1` there are a hundred times as many, as before a release. */
const ROUNDS = process.env['LONG'] === '1' ? 100_000 : 1000
const FLAGS = ['-std=c++17', '-O1', '-g1', '-fno-omit-frame-pointer', '-ffp-contract=off']
const SANITIZERS = ['-fsanitize=address,undefined,float-cast-overflow', '-fno-sanitize-recover=all']

const folder = await mkdtemp(join(tmpdir(), 'signpost-sanitizers-'))
t.teardown(() => rm(folder, { recursive: true }))

/** @returns why programs with sanitizers cannot be built and run here, or null if they can */
async function obstacle(): Promise<string | null> {
  if (COMPILER === null) return 'there is no C++ compiler'
  const source = join(folder, 'empty.cc')
  await writeFile(source, 'int main() {}\n')
  try {
    await run(COMPILER, [...FLAGS, ...SANITIZERS, source, '-o', join(folder, 'empty')])
    await run(join(folder, 'empty'))
    return null
  } catch {
    return `${COMPILER} has no sanitizers here`
  }
}

/**
 * @returns whether a source depends on the flag for plain loops. Any other source compiles to the same object with and
 * without it.
 */
function asksProcessor(source: string, read = new Set<string>()): boolean {
  if (basename(source) === 'processor.h') return true
  if (read.has(source)) return false
  read.add(source)
  const included = [...readFileSync(source, 'utf8').matchAll(/^#include "(.+)"$/gm)]
  return included.some(([, name = '']) => asksProcessor(join(dirname(source), name), read))
}

const reason = await obstacle()

if (reason !== null) t.plan(0, reason)
else {
  const compile = (...args: readonly string[]): Promise<unknown> => run(COMPILER!, [...FLAGS, ...SANITIZERS, ...args])
  const sources = readdirSync(join(NATIVE, 'src'))
    .filter((name) => name.endsWith('.cc') && name !== 'addon.cc')
    .map((name) => join(NATIVE, 'src', name))
  const tester = join(NATIVE, 'test/engine-test.cc')
  /** Compiles sources, two at a time. */
  const buildObjects = async (
    name: string,
    sources: readonly string[],
    ...flags: readonly string[]
  ): Promise<string[]> => {
    const objectOf = (source: string): string => join(folder, `${name}-${basename(source)}.o`)
    const left = [...sources]
    const work = async (): Promise<void> => {
      for (let next = left.pop(); next !== undefined; next = left.pop())
        await compile(...flags, '-c', next, '-o', objectOf(next))
    }
    await Promise.all([work(), work()])
    return sources.map(objectOf)
  }
  const dump = join(folder, 'dump')
  const script = ['--import', './scripts/register-typescript.mjs', 'scripts/native-dump.ts', dump]
  const replay = join(NATIVE, 'fuzz/replay.cc')
  const [[testObject = '', replayObject = '', ...objects]] = await Promise.all([
    buildObjects('engine', [tester, replay, ...sources]),
    run(process.execPath, script, { cwd: ROOT }),
  ])
  const environment = { ...process.env, SIGNPOST_DUMP: dump }

  t.test('sound, damaged and hostile indexes and requests cause no fault that sanitizers see', async (t) => {
    const program = join(folder, 'engine-test')
    await compile(testObject, ...objects, '-o', program)
    const { stdout } = await run(program, [dump, String(ROUNDS)], { env: environment })
    t.match(stdout, /damaged indexes: \d+ refused, \d+ answered/)

    const plain = join(folder, 'plain-test')
    const asked = [tester, ...sources]
    const asks = asked.map((source) => asksProcessor(source))
    const plainObjects = await buildObjects(
      'plain',
      asked.filter((_, n) => asks[n]),
      '-DSIGNPOST_PLAIN',
    )
    const sharedObjects = [testObject, ...objects].filter((_, n) => !asks[n])
    await compile(...plainObjects, ...sharedObjects, '-o', plain)
    const { stdout: plainly } = await run(plain, [dump, String(ROUNDS / 10)], { env: environment })
    const digests = (output: string): string[] => output.match(/^.*, digest \w+$/gm) ?? []
    t.match(plainly, /^instructions: baseline$/m)
    t.equal(digests(stdout).length, 9)
    t.strictSame(digests(plainly), digests(stdout), 'the loops for processors without vectors give the same answers')
  })

  for (const target of ['index', 'query']) {
    t.test(`the inputs that fuzzing of the ${target} kept cause no fault that sanitizers see`, async (t) => {
      const program = join(folder, `replay-${target}`)
      await compile(join(NATIVE, `fuzz/fuzz-${target}.cc`), replayObject, ...objects, '-o', program)
      const { stdout } = await run(program, [join(NATIVE, 'fuzz/corpus', target)], { env: environment })
      t.match(stdout, /^[1-9]\d* inputs/)
    })
  }
}
