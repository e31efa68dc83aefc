import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { COMPILER } from './native-addon.ts'

t.setTimeout(900_000)

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
const NATIVE = join(ROOT, 'native')
const ROUNDS = process.env['LONG'] === '1' ? 100_000 : 3000
const FLAGS = ['-std=c++17', '-O1', '-g', '-fno-omit-frame-pointer', '-ffp-contract=off']
const SANITIZERS = ['-fsanitize=address,undefined,float-cast-overflow', '-fno-sanitize-recover=all']

const folder = await mkdtemp(join(tmpdir(), 'signpost-sanitizers-'))
t.teardown(() => rm(folder, { recursive: true }))

/** Null where programs with sanitizers can be built and run, else why not. */
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

const reason = await obstacle()

if (reason !== null) t.plan(0, reason)
else {
  const compile = (...args: readonly string[]): Promise<unknown> => run(COMPILER!, [...FLAGS, ...SANITIZERS, ...args])
  const sources = readdirSync(join(NATIVE, 'src')).filter((name) => name.endsWith('.cc') && name !== 'addon.cc')
  /** Compiles all sources, two at a time. */
  const buildEngine = async (name: string, ...flags: readonly string[]): Promise<string[]> => {
    const built = sources.map((source) => [join(NATIVE, 'src', source), join(folder, `${name}-${source}.o`)] as const)
    const left = [...built]
    const work = async (): Promise<void> => {
      for (let next = left.pop(); next !== undefined; next = left.pop())
        await compile(...flags, '-c', next[0], '-o', next[1])
    }
    await Promise.all([work(), work()])
    return built.map(([, object]) => object)
  }
  const dump = join(folder, 'dump')
  const script = ['--import', './scripts/register-typescript.mjs', 'scripts/native-dump.ts', dump]
  const [objects] = await Promise.all([buildEngine('engine'), run(process.execPath, script, { cwd: ROOT })])
  const environment = { ...process.env, SIGNPOST_DUMP: dump }

  t.test('sound, damaged and hostile indexes and requests cause no fault that sanitizers see', async (t) => {
    const program = join(folder, 'engine-test')
    await compile(join(NATIVE, 'test/engine-test.cc'), ...objects, '-o', program)
    const { stdout } = await run(program, [dump, String(ROUNDS)], { env: environment })
    t.match(stdout, /damaged indexes: \d+ refused, \d+ answered/)

    const plain = join(folder, 'plain-test')
    const plainObjects = await buildEngine('plain', '-DSIGNPOST_PLAIN')
    await compile('-DSIGNPOST_PLAIN', join(NATIVE, 'test/engine-test.cc'), ...plainObjects, '-o', plain)
    const { stdout: plainly } = await run(plain, [dump, String(ROUNDS / 10)], { env: environment })
    const digests = (output: string): string[] => output.match(/^.*, digest \w+$/gm) ?? []
    t.match(plainly, /^instructions: baseline$/m)
    t.equal(digests(stdout).length, 9)
    t.strictSame(digests(plainly), digests(stdout), 'the loops for processors without vectors give the same answers')
  })

  for (const target of ['index', 'query']) {
    t.test(`the inputs that fuzzing of the ${target} kept cause no fault that sanitizers see`, async (t) => {
      const program = join(folder, `replay-${target}`)
      const parts = [join(NATIVE, `fuzz/fuzz-${target}.cc`), join(NATIVE, 'fuzz/replay.cc')]
      await compile(...parts, ...objects, '-o', program)
      const { stdout } = await run(program, [join(NATIVE, 'fuzz/corpus', target)], { env: environment })
      t.match(stdout, /^[1-9]\d* inputs/)
    })
  }
}
