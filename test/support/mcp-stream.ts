import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { newAddress, type Json } from './icons-client.ts'

const VERSION = '2026-07-28'

export interface McpStream {
  readonly headers: IncomingMessage['headers']
  /** Messages received so far. */
  readonly events: readonly Json[]
  /** Resolves to the first message of the method. */
  readonly received: (method: string) => Promise<Json>
  /** Resolves to all messages when the service has ended the stream. Rejects if the connection was cut. */
  readonly whole: Promise<readonly Json[]>
  readonly close: () => void
}

/** Opens a stream of notifications about resources, which lasts until one side ends it. Resolves at its first event. */
export async function listen(iconsUrl: string): Promise<McpStream> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  }
  const method = 'subscriptions/listen'
  const params = { notifications: { resourcesListChanged: true }, _meta: meta }
  const asked = request(`${iconsUrl}/mcp`, {
    method: 'POST',
    agent: false,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': VERSION,
      'Mcp-Method': method,
      'X-Forwarded-For': newAddress(),
    },
  })
  asked.end(JSON.stringify({ jsonrpc: '2.0', id: 'stream', method, params }))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const events: Json[] = []
  let rest = ''
  answer.setEncoding('utf8')
  answer.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('data: ')) events.push(JSON.parse(line.slice('data: '.length)) as Json)
    }
    answer.emit('events')
  })
  const whole = new Promise<readonly Json[]>((resolve, reject) => {
    answer.once('end', () => resolve(events))
    answer.once('error', reject)
  })
  whole.catch(() => undefined)
  while (events.length === 0) await once(answer, 'events')
  return {
    headers: answer.headers,
    events,
    whole,
    async received(wanted) {
      for (;;) {
        const event = events.find((each) => each['method'] === wanted)
        if (event !== undefined) return event
        await once(answer, 'events')
      }
    },
    close: () => asked.destroy(),
  }
}
