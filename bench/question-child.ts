/** Entry of a process that asks one question (see `ask.ts`), so that no question inherits the heap of another. */
import type { QuestionJob, QuestionOutcome } from './ask.ts'
import { LOAD_QUESTION } from './load-question.ts'
import { UsageError } from './options.ts'
import { findQuestions } from './questions.ts'

const { name, options } = JSON.parse(process.argv[2]!) as QuestionJob
const outcome = await answer().catch((error: unknown): QuestionOutcome => {
  if (error instanceof UsageError) return { leftOut: error.message }
  console.error(error)
  return { failure: error instanceof Error ? error.message : String(error) }
})
process.send!(outcome, () => process.disconnect())

async function answer(): Promise<QuestionOutcome> {
  const [question] = findQuestions([name])
  const ask = await LOAD_QUESTION[question!.name]()
  return { result: await ask(options) }
}
