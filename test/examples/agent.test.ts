import t from 'tap'
import { startOwnService } from '../support/own-catalogue.ts'
import { pattern, readInstructions, runExample } from './run-example.ts'

t.test('the agent answers the message of the example, as its README shows', async (t) => {
  const { iconsUrl } = await startOwnService(t)
  const instructions = readInstructions('agent')
  const printed = await runExample(instructions, `${iconsUrl}/a2a`)
  t.match(printed.replaceAll(iconsUrl, 'http://localhost:4002'), pattern(instructions.prints))
  await t.rejects(
    runExample(instructions, `${iconsUrl}/mcp`),
    { message: /the agent refused the message/ },
    'an endpoint that knows no such method',
  )
})
