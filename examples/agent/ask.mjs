// Sends one A2A message to the agent of the icons host, and prints its answer. Only `fetch` is needed.
import { randomUUID } from 'node:crypto'

const [text = 'Find a rain icon', address = 'http://localhost:4002/a2a'] = process.argv.slice(2)

const response = await fetch(address, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'A2A-Version': '1.0' },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'SendMessage',
    params: { message: { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ text }] } },
  }),
})
/** @type {{ result?: { message: { parts: { text?: string, data?: object }[] } }, error?: { message: string } }} */
const { error, result } = await response.json()
if (result === undefined) throw new Error(`the agent refused the message: ${error?.message ?? response.status}`)

for (const { data, text: words } of result.message.parts) {
  // The agent says everything twice: in words for people, and as data for programs.
  if (words !== undefined) console.log(words)
  if (data !== undefined) console.log(`\nAs data: ${Object.keys(data).join(', ')}`)
}
