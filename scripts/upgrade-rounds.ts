// `npm run upgrade-rounds [-- --from COMMIT] [--dist FOLDER] [--only PART]`: comes from an earlier commit to this version in the
// ways that an operator has, under load, and counts what failed and what was acknowledged and is not there. It runs `dist`, and
// writes bench/results/upgrade.md.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Test } from 'tap'
import { describeMachine, formatMachine } from '../bench/machine.ts'
import { formatCount, formatMillis, formatTable } from '../bench/report.ts'
import { stopAll } from './upgrade/node.ts'
import { buildOlder } from './upgrade/older-program.ts'
import { forwardEmbedded, forwardPostgres, moveSchema, rollTwo, type Part, type Programs } from './upgrade/parts.ts'

/** The last commit before versions were numbered. */
const BEFORE_VERSIONS = '0f7e2ff8'
const PARTS = { embedded: forwardEmbedded, postgres: forwardPostgres, rolling: rollTwo, schema: moveSchema }
const ROOT = resolve(import.meta.dirname, '..')

const { values } = parseArgs({
  options: { from: { type: 'string', default: BEFORE_VERSIONS }, dist: { type: 'string' }, only: { type: 'string' } },
})
const older = buildOlder(values.from, values.dist)
try {
  const programs = { older: older.main, newer: resolve(ROOT, 'dist/main.js'), content: older.content }
  const parts: Part[] = []
  for (const [name, run] of Object.entries(PARTS)) {
    if (values.only === undefined || values.only === name) parts.push(await within(run, programs))
  }
  const text = report(parts)
  process.stdout.write(text)
  if (values.only === undefined) writeFileSync(resolve(ROOT, 'bench/results/upgrade.md'), text)
  process.exitCode = parts.every(isClean) ? 0 : 1
} finally {
  older.remove()
}

/** Runs a part, and ends all that it started. */
async function within(run: (t: Test, programs: Programs) => Promise<Part>, programs: Programs): Promise<Part> {
  const teardowns: (() => unknown)[] = []
  const t = { teardown: (work: () => unknown) => void teardowns.unshift(work) } as unknown as Test
  try {
    return await run(t, programs)
  } finally {
    await stopAll()
    for (const teardown of teardowns) await teardown()
  }
}

function isClean({ lost, seen, wrong }: Part): boolean {
  return lost.length === 0 && wrong.length === 0 && seen.every(({ failures }) => failures.length === 0)
}

function report(parts: readonly Part[]): string {
  const head = `# From an earlier version to this one

\`npm run upgrade-rounds\`

${formatMachine(describeMachine())}

From commit ${values.from} to this one: docs, icons and accounts under load, with what people and agents had from before. Each
lane sends one request after the other. A failure is any answer but a good one or a 503 with a time to retry, and no answer.
`
  return [head, ...parts.map(section)].join('\n')
}

function section({ acknowledged, lost, name, notes, refused, seen, wrong }: Part): string {
  const rows = seen.map((lane) => [
    lane.name,
    formatCount(lane.answered),
    formatCount(lane.refused),
    formatCount(lane.failures.length),
    formatMillis(lane.slowestMs),
  ])
  const faults = [...seen.flatMap((lane) => lane.failures.map((failure) => `${lane.name}: ${failure}`)), ...wrong]
  const writes = `${formatCount(acknowledged)} writes acknowledged, ${refused} asked to retry, ${wrong.length} failed, ${lost.length} lost.`
  return `## ${name.charAt(0).toUpperCase()}${name.slice(1)}

${formatTable(['lane', 'answers', 'asked to retry', 'failed', 'slowest ms'], rows)}

${writes}
${[...notes, ...faults.slice(0, 10)].map((note) => `\n- ${note}`).join('')}
`
}
