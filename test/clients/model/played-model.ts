import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Dialect, Json, ToolShown } from './dialect.ts'

/**
 * A model that a test plays. An agent connects to it in place of its vendor's model. The test decides which tool the model
 * calls next, and reads what the agent then shows to the model as the result.
 */
export interface PlayedModel {
  /** Origin of the model's API. */
  readonly url: string
  /** Resolves to the tools that the model is offered, as soon as the agent asks it for the first time. */
  tools(): Promise<readonly ToolShown[]>
  /** Answers the agent with a call. @returns what the agent shows to the model as the result of the call */
  call(tool: string, args: Json): Promise<string>
  /** Answers the agent with a text, which ends its turn. */
  finish(): void
  /** Paths of the requests so far, for whoever looks for the fault of a driver. */
  readonly asked: readonly string[]
  close(): void
}

interface Waiting {
  readonly body: Json
  readonly response: ServerResponse
}

/** @param expected name of a tool by which a request of the conversation is told from others, such as those for a title */
export async function playModel(dialect: Dialect, expected: string): Promise<PlayedModel> {
  const asked: string[] = []
  const arrived: Waiting[] = []
  let awake = (): void => {}
  let waiting: Waiting | null = null
  let calls = 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = await text(request)
    asked.push(`${request.method} ${request.url} ${received.length}`)
    const body = bodyOf(received)
    if (process.env['SHOW_MODEL'] !== undefined) console.error(request.method, request.url, received.slice(0, 20_000))
    if (body === null || !dialect.path.test(request.url ?? '')) {
      response.writeHead(request.method === 'HEAD' ? 200 : 404, { 'Content-Type': 'application/json' }).end('{}')
    } else if (dialect.tools(body).some(({ name }) => name.endsWith(expected))) {
      arrived.push({ body, response })
      awake()
    } else {
      dialect.reply(response, body, { text: 'Done.' })
    }
  }

  async function next(): Promise<Waiting> {
    while (arrived.length === 0) await new Promise<void>((resolve) => (awake = resolve))
    return (waiting = arrived.shift()!)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async tools() {
      return dialect.tools((waiting ?? (await next())).body)
    },
    async call(tool, args) {
      const { body, response } = waiting ?? (await next())
      const offered = dialect.tools(body).find(({ name }) => name === tool || name.endsWith(`_${tool}`))
      if (offered === undefined) throw new Error(`the model is not offered ${tool}`)
      const id = `call_${++calls}`
      waiting = null
      dialect.reply(response, body, { call: { id, name: offered.name, namespace: offered.namespace, args } })
      const shown = dialect.result((await next()).body, id)
      if (shown === undefined) throw new Error(`the model is shown no result of ${tool}`)
      return shown
    },
    finish() {
      if (waiting !== null) dialect.reply(waiting.response, waiting.body, { text: 'Done.' })
      waiting = null
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function bodyOf(received: string): Json | null {
  try {
    return JSON.parse(received) as Json
  } catch {
    return null
  }
}
