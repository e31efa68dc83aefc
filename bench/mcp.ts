import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { QuestionResult } from './figures.ts'
import { loadPost } from './load/wrk-post.ts'
import type { PostRequest } from './load/wrk-post.ts'
import { formatMcpReport, mcpCharts, mcpFigures } from './mcp-report.ts'
import type { McpMeasure, McpResult, McpRound } from './mcp-report.ts'
import type { BenchOptions } from './options.ts'
import type { ChildUsage } from './peers/mcp-child.ts'
import { progress } from './report.ts'

const CONNECTIONS = 32
const MODERN = '2026-07-28'
const LEGACY = '2025-11-25'
const META = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
}
const FIELDS = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }

const FULL = { rounds: 5, seconds: 2, warmUpSeconds: 2, streams: 4_000 }
const QUICK = { rounds: 1, seconds: 1, warmUpSeconds: 1, streams: 1_000 }
/** Streams that are opened before the memory of a stream is measured, so that one-time growth is not counted. */
const FIRST_STREAMS = 500

/** Requests to every contestant. uWebSockets.js alone answers only one of them. */
const REQUESTS = [
  { name: 'tools/call, trivial', method: 'tools/call', tool: 'trivial' },
  { name: 'tools/call, 10 µs', method: 'tools/call', tool: 'work' },
  { name: 'tools/list', method: 'tools/list', tool: null },
] as const
const ERAS = ['modern', 'legacy'] as const

/** Measures our MCP endpoint beside the SDK's own server and uWebSockets.js alone. */
export async function benchMcp({ quick }: BenchOptions): Promise<QuestionResult> {
  const { rounds, seconds, streams, warmUpSeconds } = quick ? QUICK : FULL
  const children = await Promise.all([startChild('own'), startChild('sdk'), startChild('raw')])
  const [own, sdk, raw] = children
  try {
    const measured: McpRound[] = []
    for (let number = 0; number <= rounds; number++) {
      progress(number === 0 ? 'warm-up' : `round ${number} of ${rounds}`)
      const round = await runRound(own, sdk, raw, number === 0 ? warmUpSeconds : seconds)
      if (number > 0) measured.push(round)
    }
    progress('open streams')
    const streamBytes = { own: await weighStreams('own', streams), sdk: await weighStreams('sdk', streams) }
    const result: McpResult = { connections: CONNECTIONS, rounds: measured, streams, streamBytes }
    return { report: formatMcpReport(result), figures: mcpFigures(result), charts: mcpCharts(result) }
  } finally {
    for (const { stop } of children) await stop()
  }
}

interface Child {
  readonly port: number
  usage(): Promise<ChildUsage>
  readonly stop: () => Promise<void>
}

async function startChild(name: 'own' | 'sdk' | 'raw'): Promise<Child> {
  const child = fork(fileURLToPath(new URL(`peers/mcp-${name}-child.ts`, import.meta.url)))
  const [port] = (await once(child, 'message')) as [number]
  return {
    port,
    async usage() {
      child.send('usage')
      const [usage] = (await once(child, 'message')) as [ChildUsage]
      return usage
    },
    async stop() {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}

/** Measures all contestants in turns at every request, so that a busy moment of the machine affects all of them. */
async function runRound(own: Child, sdk: Child, raw: Child, seconds: number): Promise<McpRound> {
  const requests = []
  for (const era of ERAS) {
    for (const { method, name, tool } of REQUESTS) {
      const to = (child: Child): Promise<McpMeasure> =>
        measure(child, toRequest(child.port, era, method, tool), seconds)
      requests.push({ era, name, own: await to(own), sdk: await to(sdk) })
    }
  }
  return { requests, raw: await measure(raw, toRequest(raw.port, 'modern', 'tools/call', 'trivial'), seconds) }
}

async function measure(child: Child, request: PostRequest, seconds: number): Promise<McpMeasure> {
  const before = await child.usage()
  const { failures, p50Ms, p99Ms, percentilesMs, requestsPerSecond, sent } = await loadPost(request, {
    seconds,
    connections: CONNECTIONS,
  })
  const after = await child.usage()
  return { requestsPerSecond, p50Ms, p99Ms, percentilesMs, failures, cpuUs: (after.cpuUs - before.cpuUs) / sent }
}

function toRequest(port: number, era: (typeof ERAS)[number], method: string, tool: string | null): PostRequest {
  const call = tool === null ? {} : { name: tool, arguments: { query: 'rain', limit: 5 } }
  const params = era === 'modern' ? { ...call, _meta: META } : call
  const named = tool === null ? {} : { 'Mcp-Name': tool }
  const fields =
    era === 'modern'
      ? { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': method, ...named }
      : { 'MCP-Protocol-Version': LEGACY }
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    fields: { ...FIELDS, ...fields },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  }
}

/** Measures the memory of one open `subscriptions/listen` stream in a new process, after garbage collection. */
async function weighStreams(name: 'own' | 'sdk', count: number): Promise<{ resident: number; heap: number }> {
  const child = await startChild(name)
  const open: Socket[] = []
  try {
    for (let opened = 0; opened < FIRST_STREAMS; opened++) open.push(await openStream(child.port))
    const before = await child.usage()
    for (let opened = 0; opened < count; opened++) open.push(await openStream(child.port))
    const after = await child.usage()
    return {
      resident: (after.residentBytes - before.residentBytes) / count,
      heap: (after.heapBytes - before.heapBytes) / count,
    }
  } finally {
    for (const socket of open) socket.destroy()
    await child.stop()
  }
}

async function openStream(port: number): Promise<Socket> {
  const params = { _meta: META, notifications: { toolsListChanged: true } }
  const method = 'subscriptions/listen'
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const fields = {
    Host: 'localhost',
    ...FIELDS,
    'MCP-Protocol-Version': MODERN,
    'Mcp-Method': method,
    'Content-Length': body.length,
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`POST /mcp HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  if (!chunk.toString('latin1').startsWith('HTTP/1.1 200')) throw new Error(`no stream: ${chunk.toString('latin1')}`)
  socket.on('data', () => undefined)
  return socket
}
