import t from 'tap'
import { startService } from '../support/start-service.ts'
import { pattern, readInstructions, runExample } from './run-example.ts'

t.test('the program searches with the typed client, as its README shows', async (t) => {
  const { url } = await startService(t, { content: 'examples/docs-folder' })
  const instructions = readInstructions('typescript-client')
  t.match(await runExample(instructions, url), pattern(instructions.prints))
  const short = { ...instructions, command: instructions.command.replace(/\S+$/, 'a') }
  t.match(await runExample(short, url), /^400 invalid_query: /)
})
