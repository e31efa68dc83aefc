import { writeFileSync } from 'node:fs'
import { UsageError } from '../options.ts'
import { BEHAVIOUR_NAMES } from './behaviours.ts'
import { fuzzEach } from './each.ts'
import { fuzz } from './fuzz.ts'
import { parseFuzzCommand } from './options.ts'
import { formatFaults, formatFuzz } from './report.ts'
import { faultsOf } from './result.ts'

const RESULTS = 'bench/results/fuzz.md'
const USAGE = `usage: npm run fuzz -- [--connections <n>] [--minutes <n>] [--seed <n>] [--save]
         [--only <behaviour,…>] [--first <n>] [--attackers <processes>] [--open <n>] [--active <n>]
         [--addresses <n>] [--cores <list|all>] [--env <NAME=value>]…
       npm run fuzz -- --each <seconds> [--only <behaviour,…>] …

behaviours: ${BEHAVIOUR_NAMES.join(', ')}`

try {
  const { eachSeconds, options, save } = parseFuzzCommand(process.argv.slice(2))
  if (eachSeconds !== null) console.log(await fuzzEach(options, eachSeconds))
  else {
    const result = await fuzz(options)
    const report = formatFuzz(result)
    console.log(`${report}\n\n${formatFaults(result)}`)
    if (save) writeFileSync(RESULTS, `${report}\n`)
    if (faultsOf(result).length > 0) process.exitCode = 1
  }
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(`${error.message}\n${USAGE}`)
  process.exitCode = 2
}
