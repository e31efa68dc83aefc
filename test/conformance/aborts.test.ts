import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { z } from 'zod'
import { freeMemory } from '../../src/generation/free-memory.ts'
import { createMemorySessions } from '../support/memory-sessions.ts'
import { defineTool } from '../../src/mcp/features/tool.ts'
import { startTwinHost } from './twin-host.ts'

const CONNECTIONS = 15_000
const AT_ONCE = 50
/**
 * Limit for memory that remains of a connection. It should be none, but the measurement has some noise. A socket or an
 * exchange takes more.
 */
const LEFT_LIMIT_BYTES = 200

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  progressToken: 1,
}

let started = 0
let ended = 0
/** Callbacks for when the call with this number runs. */
const awaited = new Map<number, () => void>()

async function untilAborted(number: number, signal: AbortSignal): Promise<{ content: [] }> {
  started++
  awaited.get(number)?.()
  if (!signal.aborted) await once(signal, 'abort')
  ended++
  return { content: [] }
}

const READ_ONLY = { annotations: { readOnlyHint: true }, input: z.object({ number: z.int() }) }
const TOOLS = [
  defineTool({
    ...READ_ONLY,
    name: 'wait',
    description: 'Waits',
    run: ({ number }, { signal }) => untilAborted(number, signal),
  }),
  defineTool({
    ...READ_ONLY,
    name: 'report',
    description: 'Reports and waits',
    run({ number }, context) {
      context.progress(1)
      return untilAborted(number, context.signal)
    },
  }),
  defineTool({
    ...READ_ONLY,
    name: 'ask',
    description: 'Asks the client',
    run: () => ({
      resultType: 'input_required',
      inputRequests: { roots: { method: 'roots/list', params: {} } },
    }),
  }),
]

interface Stage {
  readonly name: string
  readonly bytes: (number: number) => string
  /** Moment at which the client disconnects. */
  readonly end: 'at once' | 'on data' | 'when the call runs'
}

function post(method: string, params: object, fields: readonly string[]): string {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const head = [
    'POST /mcp HTTP/1.1',
    'Host: x',
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Content-Length: ${body.length}`,
    ...fields,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

function modern(
  method: string,
  params: { readonly name?: string; readonly arguments?: object; readonly notifications?: object } = {},
): string {
  const named = params.name === undefined ? [] : [`Mcp-Name: ${params.name}`]
  return post(method, { _meta: META, ...params }, [
    'MCP-Protocol-Version: 2026-07-28',
    `Mcp-Method: ${method}`,
    ...named,
  ])
}

/** Opens and aborts one connection. Resolves when both sides have ended it. */
async function abort(port: number, { bytes, end }: Stage, number: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  const closed = once(socket, 'close')
  const running = new Promise<void>((resolve) => awaited.set(number, resolve))
  socket.on('error', () => undefined).on('data', () => undefined)
  await once(socket, 'connect')
  socket.write(bytes(number))
  if (end === 'on data') await once(socket, 'data')
  else if (end === 'when the call runs') await running
  else await new Promise((resolve) => setImmediate(resolve))
  awaited.delete(number)
  socket.resetAndDestroy()
  await closed
}

t.test(`${CONNECTIONS} connections that break at every stage leave nothing behind`, async (t) => {
  const { app, url } = await startTwinHost(t, { tools: TOOLS, sessions: createMemorySessions() })
  const port = Number(new URL(url).port)
  const session = await openSession(url)
  const call = (name: string, number: number) => ({ name, arguments: { number } })
  const legacy = (name: string, number: number): string =>
    post('tools/call', { ...call(name, number), _meta: { progressToken: 1 } }, [`Mcp-Session-Id: ${session}`])
  const list = modern('tools/list')
  const listen = modern('subscriptions/listen', { notifications: { toolsListChanged: true } })
  const stages: readonly Stage[] = [
    { name: 'head', bytes: () => list.slice(0, 40), end: 'at once' },
    { name: 'body', bytes: () => list.slice(0, -20), end: 'at once' },
    { name: 'answer', bytes: () => list, end: 'at once' },
    { name: 'call', bytes: (number) => modern('tools/call', call('wait', number)), end: 'when the call runs' },
    { name: 'legacy call', bytes: (number) => legacy('wait', number), end: 'when the call runs' },
    { name: 'stream', bytes: (number) => modern('tools/call', call('report', number)), end: 'on data' },
    { name: 'legacy stream', bytes: (number) => legacy('report', number), end: 'on data' },
    { name: 'question', bytes: (number) => legacy('ask', number), end: 'on data' },
    { name: 'listen', bytes: () => listen, end: 'on data' },
  ]
  let connections = 0
  const run = async (count: number): Promise<void> => {
    let next = 0
    const worker = async (): Promise<void> => {
      while (next++ < count) await abort(port, stages[connections % stages.length]!, connections++)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    while (ended < started) await new Promise((resolve) => setImmediate(resolve))
  }

  await run(CONNECTIONS / 3)
  const early = await settledHeapBytes()
  await run((CONNECTIONS * 2) / 3)
  const late = await settledHeapBytes()

  const running = stages.filter(({ name }) => /call|stream/.test(name)).length
  t.ok(started >= Math.floor((CONNECTIONS * running) / stages.length), 'every call ran')
  t.equal(ended, started, 'every call was cancelled')
  const left = (late - early) / ((CONNECTIONS * 2) / 3)
  t.ok(left < LEFT_LIMIT_BYTES, `${left.toFixed(0)} bytes a connection stay`)
  // This resolves only when no exchange is open.
  app.stopAccepting()
  await app.drained()
})

async function openSession(url: string): Promise<string> {
  const params = { protocolVersion: '2025-11-25', capabilities: { roots: {} }, clientInfo: { name: 'c', version: '1' } }
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  })
  await answer.text()
  return answer.headers.get('mcp-session-id') ?? ''
}

/** The collection runs twice, because what the first one frees may hold what the second can free. */
async function settledHeapBytes(): Promise<number> {
  for (let turn = 0; turn < 2; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    freeMemory()
  }
  return process.memoryUsage().heapUsed
}
