import t from 'tap'
import { startService } from '../support/start-service.ts'
import { pattern, readInstructions, runExample } from './run-example.ts'

t.test('the MCP client lists the tools, searches, and prints a page, as its README shows', async (t) => {
  const { url } = await startService(t, { content: 'examples/docs-folder' })
  const instructions = readInstructions('mcp-client')
  const printed = await runExample(instructions, `${url}/mcp`)
  t.match(printed.replaceAll(url, 'http://localhost:4000'), pattern(instructions.prints))
})

t.test('the MCP client fails where no service answers', async (t) => {
  const service = await startService(t, { content: 'examples/docs-folder' })
  await service.stop()
  await t.rejects(runExample(readInstructions('mcp-client'), `${service.url}/mcp`), { message: /ended with 1/ })
})
