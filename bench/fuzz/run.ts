import { writeFileSync } from 'node:fs'
import { UsageError } from '../options.ts'
import { runAttacks } from './attacks.ts'
import { BEHAVIOUR_NAMES } from './behaviours.ts'
import { fuzz } from './fuzz.ts'
import { parseFuzzCommand, SWEEP, type FuzzCommand } from './options.ts'
import { formatFaults, formatFuzz } from './report.ts'
import { faultsOf } from './result.ts'

const RESULTS = 'bench/results/fuzz.md'
const USAGE = `usage: npm run fuzz -- [--connections <n>] [--minutes <n>] [--seed <n>] [--save]
         [--only <behaviour,…>] [--first <n>] [--attackers <processes>] [--open <n>] [--active <n>]
         [--addresses <n>] [--cores <list|all>] [--env <NAME=value>]…
       npm run fuzz -- --attack <behaviour,…|all> [--connections 1,8,64] [--seconds 20] [--addresses 1] …

behaviours: ${BEHAVIOUR_NAMES.join(', ')}`

try {
  if (!(await run(parseFuzzCommand(process.argv.slice(2))))) process.exitCode = 1
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(`${error.message}\n${USAGE}`)
  process.exitCode = 2
}

/** @returns whether nothing failed */
async function run({ options, plan, save, sweeps }: FuzzCommand): Promise<boolean> {
  if (plan !== null) return printAttacks(await runAttacks(options, plan))
  const result = await fuzz(options)
  const report = formatFuzz(result)
  console.log(`${report}\n\n${formatFaults(result)}`)
  const swept = sweeps ? await runAttacks({ ...options, addresses: SWEEP.addresses }, SWEEP) : null
  if (save) writeFileSync(RESULTS, `${report}\n${swept === null ? '' : `\n${swept.report}\n`}`)
  return (swept === null || printAttacks(swept)) && faultsOf(result).length === 0
}

function printAttacks({ faults, report }: Awaited<ReturnType<typeof runAttacks>>): boolean {
  console.log(
    [report, '', ...(faults.length === 0 ? ['Nothing failed.'] : faults.map((fault) => `- ${fault}`))].join('\n'),
  )
  return faults.length === 0
}
