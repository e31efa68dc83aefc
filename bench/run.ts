import { dirname } from 'node:path'
import { ask } from './ask.ts'
import { compareRuns } from './compare.ts'
import { formatComparison } from './compare-report.ts'
import { describeMachine } from './machine.ts'
import { parseCommandLine, UsageError, type CommandLine } from './options.ts'
import { lackOfPackages } from './packages.ts'
import { PEER_NAMES } from './peers/peer.ts'
import { findQuestions, QUESTIONS } from './questions.ts'
import { renderRun, writeResults } from './results.ts'
import { readRun, VERSION, type SavedQuestion, type SavedRun } from './saved-run.ts'
import { formatSummary } from './summary.ts'

const USAGE = `usage: npm run bench [-- <question>…] [--quick] [--compare <run.json>]
         [--corpus <dir>] [--locale <en,zh,ko>] [--peers <all|none|${PEER_NAMES.join(',')}>] [--entry <compiled main.js>]
         [--pages <15000,60000,…>]
       npm run bench -- --compare <run.json> --with <run.json>
       npm run bench -- --render <run.json>

questions, with their minutes on two cores and with --quick; without any, all are asked:
${QUESTIONS.map(({ about, minutes, name }) => `  ${name.padEnd(8)} ${`${minutes[0]}, ${minutes[1]}`.padEnd(8)} ${about}`).join('\n')}`

try {
  await run(parseCommandLine(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(`${error.message}\n${USAGE}`)
  process.exitCode = 2
}

async function run(command: CommandLine): Promise<void> {
  const { options, questions: names } = command
  if (command.render !== undefined) {
    renderRun(readRun(command.render), dirname(command.render))
    return
  }
  const questions = findQuestions(names)
  // The saved run is read first, because the new run may overwrite the file.
  const saved = command.compare === undefined ? null : readRun(command.compare)
  if (saved !== null && command.with !== undefined) {
    compare(saved, readRun(command.with), names.length === 0 ? undefined : names)
    return
  }
  // Other programs may be out of reach, and their questions are left out. These packages are one command away.
  const lack = questions.some(({ needs }) => needs.includes('packages')) ? lackOfPackages() : null
  if (lack !== null) {
    console.error(lack)
    process.exitCode = 2
    return
  }
  const machine = describeMachine()
  const answers: SavedQuestion[] = []
  for (const question of questions) {
    const answer = await ask(question, options, machine)
    if (answer.state !== 'answered') console.error(`${answer.name} is ${answer.state}: ${answer.reason}`)
    if (answer.state === 'failed') process.exitCode = 1
    answers.push(answer)
  }
  const fresh: SavedRun = { version: VERSION, questions: answers }
  const whole = names.length === 0
  const folder = writeResults(fresh, { quick: options.quick, whole })
  if (!whole) for (const answer of answers) if (answer.state === 'answered') console.log(`${answer.report}\n`)
  console.log(`${formatSummary(fresh)}\n\nwrote ${folder}`)
  if (saved !== null) compare(saved, fresh, whole ? undefined : names)
}

function compare(saved: SavedRun, fresh: SavedRun, names: readonly string[] | undefined): void {
  const comparison = compareRuns(saved, fresh, names)
  console.log(`\n${formatComparison(comparison)}`)
  if (comparison.slower.length > 0) process.exitCode = 1
}
