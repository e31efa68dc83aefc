// Connects to the MCP server of the documentation host, lists its tools, searches, and prints the best page.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const [query = 'launch', address = 'http://localhost:4000/mcp'] = process.argv.slice(2)

// With `auto` the client asks for the newest revision of MCP, and goes back to an older one where the server has none.
const client = new Client({ name: 'signpost-example', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
await client.connect(new StreamableHTTPClientTransport(new URL(address)))

const { tools } = await client.listTools()
console.log(`Tools: ${tools.map(({ name }) => name).join(', ')}`)

const search = await client.callTool({ name: 'search_docs', arguments: { query, limit: 3 } })
// The text has passages, best first, each with its address in angle brackets.
const [first] = search.content
const passages = first?.type === 'text' ? first.text : ''
console.log(passages)

const best = /^<(.*?)(#.*)?>$/m.exec(passages)?.[1]
if (best !== undefined) {
  const page = await client.callTool({ name: 'get_page', arguments: { path: best } })
  // The text is the address of the page, and the page as Markdown.
  const [part] = page.content
  console.log(`\n${part?.type === 'text' ? part.text : ''}`)
}
await client.close()
