import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { QuestionResult } from './figures.ts'
import type { Machine } from './machine.ts'
import { findLack } from './needs.ts'
import type { BenchOptions } from './options.ts'
import type { Question } from './questions.ts'
import { progress } from './report.ts'
import type { SavedQuestion } from './saved-run.ts'

export interface QuestionJob {
  readonly name: string
  readonly options: BenchOptions
}

/** Message that the process of a question sends before it ends. */
export type QuestionOutcome =
  | { readonly result: QuestionResult }
  | { readonly leftOut: string }
  | { readonly failure: string }

const CHILD = fileURLToPath(new URL('question-child.ts', import.meta.url))

/** Asks one question in its own process. A failure of that process becomes part of the answer. */
export async function ask(question: Question, options: BenchOptions, machine: Machine): Promise<SavedQuestion> {
  const { name } = question
  const lack = await findLack(question.needs, options)
  if (lack !== null) return { name, state: 'left out', reason: lack }
  const [full, quick] = question.minutes
  progress(`${name}: ${question.about} (about ${options.quick ? quick : full} min)`)
  const before = performance.now()
  const outcome = await askChild({ name, options })
  if ('leftOut' in outcome) return { name, state: 'left out', reason: outcome.leftOut }
  if ('failure' in outcome) return { name, state: 'failed', reason: outcome.failure }
  const seconds = Math.round((performance.now() - before) / 1000)
  progress(`${name}: answered in ${seconds} s`)
  return { name, state: 'answered', machine, quick: options.quick, seconds, ...outcome.result }
}

async function askChild(job: QuestionJob): Promise<QuestionOutcome> {
  const execArgv = [...process.execArgv, '--expose-gc']
  const child = fork(CHILD, [JSON.stringify(job)], { execArgv })
  let outcome: QuestionOutcome | undefined
  child.once('message', (message) => (outcome = message as QuestionOutcome))
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return outcome ?? { failure: `its process ended with ${signal ?? `code ${code}`}` }
}
