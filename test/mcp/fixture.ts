import type { Test } from 'tap'
import { z } from 'zod'
import { createMcpEndpoint, type McpEndpoint, type McpEndpointOptions } from '../../src/mcp/edge.ts'
import type { Prompt } from '../../src/mcp/features/prompt.ts'
import type { ResourceSource } from '../../src/mcp/features/resource.ts'
import {
  defineTool,
  type CallContext,
  type CallResult,
  type Tool,
  type ToolOutcome,
} from '../../src/mcp/features/tool.ts'
import { found } from '../../src/mcp/tool-kit/results.ts'
import { createLog } from '../../src/shared/log.ts'
import { memoryExchange, type MemoryExchange } from '../support/memory-exchange.ts'

export const VERSION = '2026-07-28'
const STATE_KEY = Buffer.alloc(32, 'test')

const META = 'io.modelcontextprotocol/'

export type Json = Readonly<Record<string, unknown>>

export interface Answer {
  readonly status: number
  /** Parsed; null when there was no body. */
  readonly body: {
    readonly id: unknown
    readonly result: Json
    readonly error: { readonly code: number; readonly message: string; readonly data: unknown }
  }
  readonly text: string
  readonly events: readonly Json[]
  readonly headers: Readonly<Record<string, string>>
}

export interface Asked {
  readonly fields?: Readonly<Record<string, string>>
  readonly subject?: string | null
  readonly principal?: unknown
  readonly found?: unknown
  readonly address?: string
  readonly rawQuery?: string
}

export function text(value: string): CallResult {
  return { content: [{ type: 'text', text: value }] }
}

/** A tool without arguments. */
export function tool(
  name: string,
  run: (context: CallContext) => ToolOutcome | Promise<ToolOutcome>,
  options: { readonly readOnly?: boolean } = {},
): Tool {
  return defineTool({
    name,
    description: name,
    input: z.object({}),
    ...(options.readOnly === undefined ? {} : { annotations: { readOnlyHint: options.readOnly } }),
    run: (_args, context) => run(context),
  })
}

export const LINK = { type: 'resource_link', uri: 'icon://sun', name: 'sun', size: 6 } as const

export const TOOLS: readonly Tool[] = [
  defineTool({
    name: 'greet',
    title: 'Greet — 你好',
    description: 'Greets',
    input: z.object({ name: z.string().min(1) }),
    output: z.object({ greeting: z.string() }),
    annotations: { readOnlyHint: true },
    run: ({ name }) => found({ greeting: `Hello ${name}` }),
  }),
  defineTool({
    name: 'route',
    description: 'Has an argument that stands in a header field',
    input: z.object({
      region: z.string().meta({ 'x-mcp-header': 'Region' }),
      size: z.int().meta({ 'x-mcp-header': 'Size' }).optional(),
    }),
    run: ({ region }) => text(region),
  }),
  tool('raw', () => ({ structuredJson: '{"raw": "\\u2028"}' })),
  tool('linked', () => found({ at: LINK.uri }, [LINK])),
  tool('later', async () => text('later')),
  tool('broken', () => {
    throw new Error('the secret of the service')
  }),
  tool('broken later', async () => {
    throw new Error('the secret of the service')
  }),
  tool('unspeakable', () => ({ content: [10n] })),
]

export const PROMPTS: readonly Prompt[] = [
  {
    name: 'write',
    arguments: [{ name: 'topic', required: true }, { name: 'tone' }],
    get: ({ tone, topic }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: `${topic} ${tone ?? ''}` } }],
    }),
  },
]

const RESOURCES: ResourceSource = {
  version: () => 1,
  list: () => [{ uri: 'icon://sun', name: 'sun', mimeType: 'image/svg+xml' }],
  templates: [{ uriTemplate: 'icon://{id}', name: 'icon' }],
  read: (uri) => (uri === 'icon://sun' ? [{ uri, mimeType: 'image/svg+xml', text: '<svg/>' }] : null),
}

/** A full endpoint, which is closed when the test ends. */
export function endpoint(t: Test, options: Partial<McpEndpointOptions> = {}): McpEndpoint {
  const log = createLog({ level: 'silent' })
  const made = createMcpEndpoint({
    bodyLimitBytes: 1024 * 1024,
    path: '/mcp',
    name: 'test',
    serverInfo: { name: 'signpost-test', version: '1.0.0' },
    instructions: 'Say hello.',
    tools: TOOLS,
    prompts: PROMPTS,
    resources: RESOURCES,
    complete: (_reference, { value }) => ['sunny', 'sunset', 'rain'].filter((word) => word.startsWith(value)),
    logging: true,
    stateKey: STATE_KEY,
    originAllowed: () => true,
    log,
    ...options,
  })
  t.teardown(() => made.close())
  return made
}

/** Hands over a body as it is; the exchange may still be open. */
export function begin(to: McpEndpoint, body: string, { fields = {}, ...client }: Asked = {}): MemoryExchange {
  const route = to.routes.find(({ method }) => method === 'POST')!
  const made = memoryExchange({ body, ...client, fields: { accept: 'application/json, text/event-stream', ...fields } })
  route.answer(made.exchange)
  return made
}

export async function post(to: McpEndpoint, message: unknown, asked: Asked = {}): Promise<Answer> {
  return finish(begin(to, typeof message === 'string' ? message : JSON.stringify(message), asked))
}

export async function remove(to: McpEndpoint, session: string, subject: string | null = null): Promise<Answer> {
  const route = to.routes.find(({ method }) => method === 'DELETE')!
  const made = memoryExchange({ subject, fields: { 'mcp-session-id': session } })
  route.answer(made.exchange)
  return finish(made)
}

/** Waits until the answer is whole. */
export async function finish({ answer, closed }: MemoryExchange): Promise<Answer> {
  await closed
  const events = answer.events.map((event) => JSON.parse(event) as Json)
  const text = answer.body === '' ? (answer.events.at(-1) ?? '') : answer.body
  return {
    status: answer.status,
    body: (text === '' ? null : JSON.parse(text)) as Answer['body'],
    text,
    events,
    headers: Object.fromEntries(answer.headers.map(([name, value]) => [name.toLowerCase(), value])),
  }
}

/** A request of the older generation. */
export function request(method: string, params: Json = {}, id: unknown = 1): Json {
  return { jsonrpc: '2.0', id, method, params }
}

export function envelope(capabilities: Json = {}, more: Json = {}): Json {
  return { [`${META}protocolVersion`]: VERSION, [`${META}clientCapabilities`]: capabilities, ...more }
}

/** A request of the newer generation. */
export function modern(method: string, params: Json = {}, capabilities: Json = {}): Json {
  const meta = { ...envelope(capabilities), ...(params['_meta'] as Json | undefined) }
  return request(method, { ...params, _meta: meta })
}

/** The header fields that a message of the newer generation comes with. */
export function modernFields(message: Json): Record<string, string> {
  const params = message['params'] as Json
  const name = params['name'] ?? params['uri']
  return {
    'mcp-protocol-version': VERSION,
    'mcp-method': String(message['method']),
    ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
  }
}

/** Sends a request of the newer generation with everything that belongs to it. */
export function call(to: McpEndpoint, message: Json, asked: Asked = {}): Promise<Answer> {
  return post(to, message, { ...asked, fields: { ...modernFields(message), ...asked.fields } })
}

export function beginCall(to: McpEndpoint, message: Json, asked: Asked = {}): MemoryExchange {
  return begin(to, JSON.stringify(message), { ...asked, fields: { ...modernFields(message), ...asked.fields } })
}

export const INITIALIZE = request('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: { elicitation: {}, sampling: {}, roots: {} },
  clientInfo: { name: 'test', version: '1' },
})

/** Begins a session and gives the header fields that belong to it. */
export async function openSession(
  to: McpEndpoint,
  subject: string | null = null,
  initialize: Json = INITIALIZE,
): Promise<Record<string, string>> {
  const { headers } = await post(to, initialize, { subject })
  return { 'mcp-session-id': headers['mcp-session-id']!, 'mcp-protocol-version': '2025-11-25' }
}
