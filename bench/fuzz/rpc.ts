import type { Random } from './random.ts'

const VERSION = '2026-07-28'
const LONGEST_TEXT = 3000
const DEEPEST = 5

const METHODS = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'subscriptions/listen',
  'server/discover',
  'prompts/list',
  'notifications/cancelled',
  'notifications/initialized',
  'logging/setLevel',
  'completion/complete',
  'none',
  '__proto__',
]
const A2A_METHODS = ['SendMessage', 'SendStreamingMessage', 'message/send', 'message/stream', 'GetTask', 'tasks/get']
const TOOLS = ['search_docs', 'get_page', 'list_sections', 'search_icons', 'get_icon', 'get_embed_code', 'none']
const URIS = ['icon://meteocons-fill-rain', 'guide://search', 'icon://', 'docs://en', 'x']
const MEMBERS = ['name', 'arguments', 'query', 'limit', 'id', 'uri', 'path', '_meta', 'cursor', '__proto__', 'text']
const TEXTS = ['rain', '비', '雨', '\u{1F600}', '', '..', '/en', '\u0000', 'constructor']

/** A mostly valid JSON-RPC body, with its header fields. */
export interface RpcMessage {
  readonly fields: readonly string[]
  readonly body: string
}

export function mcpMessage(random: Random): RpcMessage {
  const kind = random.next()
  if (kind < 0.1) return { fields: [], body: '['.repeat(random.below(20_000)) }
  if (kind < 0.2) return { fields: [], body: JSON.stringify(random.some(60, () => legacyCall(random))) }
  if (kind < 0.5) return { fields: [], body: JSON.stringify(legacyCall(random)) }
  return modernCall(random)
}

export function a2aMessage(random: Random): RpcMessage {
  const text = random.chance(0.05) ? 'x'.repeat(random.below(100_000)) : random.pick(TEXTS)
  const message = {
    messageId: 'm',
    role: random.pick(['ROLE_USER', 'user']),
    parts: [{ kind: 'text', text }, ...random.some(3, () => anyValue(random))],
  }
  const params = random.chance(0.7) ? { message } : anyValue(random)
  const call = { jsonrpc: '2.0', id: random.below(10), method: random.pick(A2A_METHODS), params }
  return { fields: [`A2A-Version: ${random.pick(['1.0', '0.3', '9'])}`], body: JSON.stringify(call) }
}

/** @returns a request for a stream of notifications, which stays open until one side ends it */
export function listenMessage(): RpcMessage {
  const params = { notifications: { resourcesListChanged: true, toolsListChanged: true }, _meta: metaOf() }
  return {
    fields: modernFields('subscriptions/listen'),
    body: JSON.stringify({ jsonrpc: '2.0', id: 'stream', method: 'subscriptions/listen', params }),
  }
}

/** @returns a request for the tools of an endpoint */
export function listToolsMessage(): RpcMessage {
  const params = { _meta: metaOf() }
  return {
    fields: modernFields('tools/list'),
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params }),
  }
}

/** @returns a token that no server of this service has signed */
export function forgedToken(random: Random): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const header = {
    alg: random.pick(['ES256', 'none', 'HS256', 'RS256']),
    typ: random.pick(['at+jwt', 'JWT']),
    kid: 'x',
  }
  const claims = {
    iss: 'http://localhost',
    sub: 'x',
    aud: 'http://localhost/mcp',
    exp: 4_000_000_000,
    scope: 'mcp:full',
  }
  return `${part(header)}.${part(claims)}.${random.bytes(64).toString('base64url')}`
}

function legacyCall(random: Random): unknown {
  const method = random.pick(METHODS)
  const call: Record<string, unknown> = { jsonrpc: '2.0', id: random.below(10), method }
  if (method === 'initialize') {
    call['params'] = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } }
  } else if (random.chance(0.8)) call['params'] = paramsOf(random, method)
  if (random.chance(0.1)) call[random.pick(['jsonrpc', 'id', 'method', 'params'])] = anyValue(random)
  return call
}

function modernCall(random: Random): RpcMessage {
  const method = random.pick(METHODS)
  return modernMessage(random, method, paramsOf(random, method))
}

/** @returns a request of the revision that knows no sessions */
export function modernMessage(random: Random, method: string, given: CallParams): RpcMessage {
  const params = { ...given, _meta: metaOf() }
  const name = params.name ?? params.uri ?? null
  return {
    fields: [...modernFields(method), ...(name === null ? [] : [`Mcp-Name: ${name}`])],
    body: JSON.stringify({ jsonrpc: '2.0', id: random.below(1000), method, params }),
  }
}

export interface CallParams {
  readonly name?: string
  readonly uri?: string
  readonly arguments?: unknown
  readonly notifications?: unknown
}

function paramsOf(random: Random, method: string): CallParams {
  if (method === 'tools/call') return { name: random.pick(TOOLS), arguments: argumentsOf(random) }
  if (method.startsWith('resources/')) return { uri: random.pick(URIS) }
  if (method === 'subscriptions/listen') return { notifications: { toolsListChanged: true } }
  return {}
}

function argumentsOf(random: Random): unknown {
  if (random.chance(0.3)) return anyValue(random)
  return { query: random.pick(TEXTS), limit: random.below(60), id: 'meteocons-fill-rain', path: '/en' }
}

function metaOf(): unknown {
  return {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
  }
}

function modernFields(method: string): string[] {
  return [`MCP-Protocol-Version: ${VERSION}`, `Mcp-Method: ${method}`]
}

/** @returns a JSON value of any kind, which is sometimes nested */
export function anyValue(random: Random, depth = 0): unknown {
  const kind = depth > DEEPEST ? random.below(6) : random.below(9)
  if (kind === 0) return null
  if (kind === 1) return true
  if (kind === 2) return random.below(1000) - 10
  if (kind === 3) return 1e308
  if (kind === 4) return random.pick(TEXTS)
  if (kind === 5) return 'x'.repeat(random.below(LONGEST_TEXT))
  if (kind === 6) return random.some(5, () => anyValue(random, depth + 1))
  return Object.fromEntries(random.some(5, () => [random.pick(MEMBERS), anyValue(random, depth + 1)]))
}
