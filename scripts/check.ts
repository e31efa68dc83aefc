import { execFile, type ExecFileException } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { lackOfPackages } from '../bench/packages.ts'

/**
 * `npm run check`: all checks of the sources that do not run them. Prints the output of those that fail, and exits with 1
 * if there are any.
 *
 * Types, lint and import rules of the bench and of the matrix of clients need packages of their own. Without them a part is left
 * out of these checks, and the output says so. With `--whole`, as `.ci/run` calls it, that is a failure.
 */

/** Fewest modules that dependency-cruiser must have read. Without a module it would find no fault. */
const MIN_MODULES = 150
const OUTPUT_LIMIT_BYTES = 64 * 1024 * 1024

interface Check {
  readonly name: string
  readonly command: readonly string[]
  /** @returns why the output is a failure although the command succeeded, or null if it is not */
  readonly judge?: (output: string) => string | null
}

const TYPESCRIPT = ['node', '--import', './scripts/register-typescript.mjs']
/** The compiler. Of `tsc` there are two, since tools ask for TypeScript 6, which has an interface for programs. */
const TSC = ['node', 'node_modules/typescript-7/bin/tsc', '-p']

/** Parts of the repository with packages of their own. */
const PARTS = ['bench', 'test/clients'] as const
type Part = (typeof PARTS)[number]
const lacks = new Map<Part, string>()
for (const part of PARTS) {
  const lack = lackOfPackages(part, part)
  if (lack !== null) lacks.set(part, lack)
}
/** Returns its arguments where a part can be checked, and otherwise none of them. */
const withPart = <T>(part: Part, ...items: readonly T[]): readonly T[] => (lacks.has(part) ? [] : items)
/** Folders that no rule of imports reads: recorded sites, and the clients where their packages lack. */
const NOT_CRUISED = `^test/(fixtures/sites${lacks.has('test/clients') ? '|clients' : ''})/`

/** The longest come first, so that both workers end at about the same time. */
const CHECKS: readonly Check[] = [
  {
    name: 'lint',
    command: [
      'oxlint',
      '--type-aware',
      '--deny-warnings',
      ...[...lacks.keys()].flatMap((part) => ['--ignore-pattern', `${part}/**`]),
    ],
  },
  { name: 'types', command: [...TSC, 'tsconfig.json'] },
  {
    name: 'dependency rules',
    command: [
      'depcruise',
      '--config',
      '.dependency-cruiser.cjs',
      '--exclude',
      NOT_CRUISED,
      'src',
      ...withPart('bench', 'bench'),
      'test',
      'examples',
    ],
    judge: (output) => {
      const modules = Number(/(\d+) modules/.exec(output)?.[1] ?? 0)
      return modules < MIN_MODULES ? `read ${modules} modules, expected at least ${MIN_MODULES}` : null
    },
  },
  { name: 'time of expressions', command: [...TYPESCRIPT, 'scripts/expressions.ts'] },
  { name: 'words of comments', command: [...TYPESCRIPT, 'scripts/check-words.ts'] },
  { name: 'dead exports and dependencies', command: ['knip', '--no-config-hints'] },
  ...withPart('bench', { name: 'types of the bench', command: [...TSC, 'bench/tsconfig.json'] }),
  ...withPart('test/clients', { name: 'types of the matrix', command: [...TSC, 'test/clients/tsconfig.json'] }),
  { name: 'types of the browser scripts', command: [...TSC, 'src/web/static/tsconfig.json'] },
  { name: 'types of the client', command: [...TSC, 'clients/typescript/tsconfig.json', '--noEmit'] },
  { name: 'types of the examples', command: [...TSC, 'examples/tsconfig.json'] },
  { name: 'format', command: ['oxfmt', '--list-different', '.'] },
  { name: 'structure', command: [...TYPESCRIPT, 'scripts/structure.ts'] },
  { name: 'generated tables', command: [...TYPESCRIPT, 'scripts/env-table.ts', '--check'] },
  { name: 'generated table of routes', command: [...TYPESCRIPT, 'scripts/route-costs.ts', '--check'] },
  { name: 'published schema', command: [...TYPESCRIPT, 'scripts/site-schema.ts', '--check'] },
  { name: 'quoted figures', command: [...TYPESCRIPT, 'scripts/bench-quote.ts', '--check'] },
  { name: 'tables of clients', command: [...TYPESCRIPT, 'scripts/clients-table.ts', '--check'] },
  { name: 'cited files', command: [...TYPESCRIPT, 'scripts/check-cited-files.ts'] },
  { name: 'lock file', command: [...TYPESCRIPT, 'scripts/complete-lock.ts', '--check'] },
  { name: 'binaries', command: [...TYPESCRIPT, 'scripts/check-binaries.ts'] },
  { name: 'content', command: [...TYPESCRIPT, 'src/commands/signpost.ts', 'check', 'content'] },
]

const execute = promisify(execFile)
const env = { ...process.env, PATH: `node_modules/.bin:${process.env['PATH']}` }
const failed: string[] = []
const waiting = [...CHECKS]

/** Runs waiting checks one after another. There is one such worker for each core. */
async function work(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const { name, command, judge } = check
    const [tool = '', ...args] = command
    const started = performance.now()
    const { fault, output } = await execute(tool, args, { env, maxBuffer: OUTPUT_LIMIT_BYTES }).then(
      ({ stderr, stdout }) => ({ output: `${stdout}${stderr}`, fault: judge?.(stdout) ?? null }),
      (error: ExecFileException) => ({
        output: `${error.stdout ?? ''}${error.stderr ?? ''}`,
        fault: `exit code ${error.code ?? error.message}`,
      }),
    )
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${fault === null ? 'ok' : 'FAILED'}  ${name} (${seconds} s)`)
    if (fault === null) continue
    failed.push(name)
    console.log(`${output.trimEnd()}\n${name}: ${fault}\n`)
  }
}

for (const [part, lack] of lacks) {
  const whole = process.argv.includes('--whole')
  console.log(`${whole ? 'FAILED' : 'left out'}  types, lint and import rules of ${part}: ${lack}`)
  if (whole) failed.push(part)
}
await Promise.all(Array.from({ length: availableParallelism() }, work))
if (failed.length > 0) {
  console.log(`failed: ${failed.join(', ')}`)
  process.exitCode = 1
}
