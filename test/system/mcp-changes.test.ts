import t from 'tap'
import { markedPages, writeFiles } from '../support/content-tree.ts'
import { startService } from '../support/start-service.ts'

const VERSION = '2026-07-28'

t.test(
  'who listens on an MCP endpoint hears of new content, and the end of the stream when the service stops',
  async (t) => {
    const service = await startService(t, { content: markedPages('first', 3) })
    const response = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': VERSION,
        'Mcp-Method': 'subscriptions/listen',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 'listening',
        method: 'subscriptions/listen',
        params: {
          notifications: { resourcesListChanged: true },
          _meta: {
            'io.modelcontextprotocol/protocolVersion': VERSION,
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
    })
    t.equal(response.status, 200)
    const messages = readMessages(response)
    t.match(await messages.next(), { value: { method: 'notifications/subscriptions/acknowledged' } })
    await writeFiles(service.contentDir, markedPages('second', 4))
    service.signal('SIGHUP')
    t.match(await messages.next(), { value: { method: 'notifications/resources/list_changed' } })
    const ended = service.stop()
    t.match(await messages.next(), { value: { id: 'listening', result: { resultType: 'complete' } } })
    t.match(await ended, { code: 0, signal: null })
  },
)

/** Reads the JSON-RPC messages of an event stream in order. */
async function* readMessages(response: Response): AsyncGenerator {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1]
      if (data !== undefined) yield JSON.parse(data)
    }
  }
}
