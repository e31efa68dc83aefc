import { spawnSync } from 'node:child_process'

/**
 * `npm run check`: everything that can be said of the sources without running them. Runs all checks, prints what failed,
 * and exits with 1 if any did.
 */

/** A cruise that reads no module finds no fault, so it must have read at least these many. */
const MIN_MODULES = 150

interface Check {
  readonly name: string
  readonly command: readonly string[]
  /** Why the output is a failure although the command succeeded; null: it is none. */
  readonly judge?: (output: string) => string | null
}

const CHECKS: readonly Check[] = [
  { name: 'types', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'types of the browser scripts', command: ['tsc', '-p', 'src/web/static/tsconfig.json'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
  {
    name: 'dependency rules',
    command: ['depcruise', '--config', '.dependency-cruiser.cjs', 'src', 'bench', 'test'],
    judge: (output) => {
      const modules = Number(/(\d+) modules/.exec(output)?.[1] ?? 0)
      return modules < MIN_MODULES ? `read ${modules} modules, expected at least ${MIN_MODULES}` : null
    },
  },
  { name: 'dead exports and dependencies', command: ['knip', '--no-config-hints'] },
  { name: 'generated tables', command: ['tsx', 'scripts/env-table.ts', '--check'] },
  { name: 'quoted figures', command: ['tsx', 'scripts/bench-quote.ts', '--check'] },
  { name: 'lock file', command: ['tsx', 'scripts/complete-lock.ts', '--check'] },
  { name: 'content', command: ['tsx', 'src/content-check.ts', 'content'] },
]

const failed: string[] = []
for (const { name, command, judge } of CHECKS) {
  const [tool, ...args] = command
  const started = performance.now()
  const run = spawnSync(`node_modules/.bin/${tool}`, args, { encoding: 'utf8' })
  const output = `${run.stdout}${run.stderr}`
  const fault = run.status === 0 ? (judge?.(output) ?? null) : `exit code ${run.status}`
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${fault === null ? 'ok' : 'FAILED'}  ${name} (${seconds} s)`)
  if (fault === null) continue
  failed.push(name)
  console.log(`${output.trimEnd()}\n${name}: ${fault}\n`)
}
if (failed.length > 0) {
  console.log(`failed: ${failed.join(', ')}`)
  process.exitCode = 1
}
