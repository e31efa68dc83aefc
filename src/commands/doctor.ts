import { availableParallelism } from 'node:os'
import { ConfigError, loadConfig, type Config } from '../config/config.ts'
import { reasonOf } from '../shared/reason.ts'
import { printable } from '../shared/terminal/log-text.ts'
import type { Given } from './command.ts'
import { examineContent } from './doctor/content.ts'
import type { Finding } from './doctor/finding.ts'
import { examineDataFolder, examineMachine } from './doctor/machine.ts'
import { examinePorts } from './doctor/ports.ts'
import { examineService } from './doctor/service.ts'
import { examineDatabase, examineRedis } from './doctor/stores.ts'
import { describeMisspelt } from './read-environment.ts'

const SIGNS = { ok: 'ok      ', warning: 'warning ', fault: 'FAULT   ' } as const

/** In this order, from what all else needs to what is seen from afar. */
const EXAMINATIONS: readonly ((config: Config) => Finding[] | Promise<Finding[]>)[] = [
  examineDataFolder,
  examinePorts,
  examineDatabase,
  examineRedis,
  examineContent,
  examineService,
]

/** `signpost doctor`: says what is right, what is a warning and what is a fault, each with what to do. It changes nothing. */
export async function doctor({
  env,
  misspelt,
  options,
  warnings,
}: Given<{ json: boolean; strict: boolean }>): Promise<number> {
  const findings: Finding[] = []
  const add = (found: readonly Finding[]): void => {
    findings.push(...found)
    if (!options.json) for (const finding of found) process.stdout.write(lineOf(finding))
  }
  add(examineMachine())
  for (const says of [...describeMisspelt(misspelt), ...warnings])
    add([{ subject: 'settings', state: 'warning', says }])
  const config = readConfig(env)
  if (Array.isArray(config)) add(config)
  else {
    add([{ subject: 'settings', state: 'ok', says: `${config.hosts.join(', ')} with ${config.contentDir}` }])
    for (const examine of EXAMINATIONS) add(await examined(examine, config))
  }
  const count = (state: Finding['state']): number => findings.filter((finding) => finding.state === state).length
  const [faults, open] = [count('fault'), count('warning')]
  if (options.json) process.stdout.write(`${JSON.stringify({ faults, warnings: open, findings }, null, 2)}\n`)
  else process.stdout.write(`\nfaults: ${faults}, warnings: ${open}\n`)
  return faults > 0 || (options.strict && open > 0) ? 1 : 0
}

/** The configuration, or its faults. */
function readConfig(env: Given['env']): Config | Finding[] {
  try {
    return loadConfig(env, availableParallelism())
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.faults.map((says) => ({ subject: 'settings', state: 'fault', says, advice: 'signpost help serve' }))
  }
}

/** What cannot be examined is a fault of its own, and the others are examined all the same. */
async function examined(examine: (typeof EXAMINATIONS)[number], config: Config): Promise<Finding[]> {
  try {
    return await examine(config)
  } catch (error) {
    const subject = examine.name.replace('examine', '').toLowerCase()
    return [{ subject, state: 'fault', says: `it could not be examined: ${reasonOf(error)}` }]
  }
}

function lineOf({ advice, says, state, subject }: Finding): string {
  return `${SIGNS[state]}${subject}: ${printable(says)}${advice === undefined ? '' : `\n        → ${printable(advice)}`}\n`
}
