import { JWT_BEARER, newAddress } from './icons-client.ts'
import { seededRandom } from './search-fixture.ts'

const PATHS = [
  '/api/v1/icons?q=',
  '/api/v1/icons?',
  '/api/v1/icons/',
  '/api/v1/categories',
  '/api/v1/sets',
  '/api/v1/suggest?prefix=',
  '/assets/meteocons-fill-rain',
  '/assets/',
  '/docs/',
  '/catalog.json',
  '/openapi.json',
  '/auth.md',
  '/.well-known/',
  '/.well-known/jwks.json',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/agent-card.json',
  '/icons/meteocons-fill-rain',
  '/icons/',
  '/?q=',
  '/healthz',
  '/readyz',
  '/',
  '/_/',
]
const ENDPOINTS = ['/mcp', '/mcp/docs', '/a2a', '/agent/identity', '/oauth2/token']
const PIECES = [
  'rain',
  '비',
  '雨',
  '😀',
  'İ',
  '\u0301',
  'a',
  '0',
  '-1',
  '101',
  '1e9',
  '%',
  '%2',
  '%zz',
  '%00',
  '%0d%0a',
  '%2F',
  '%5C',
  '%FF',
  '%C0%AF',
  '%ED%A0%80',
  '&',
  '=',
  '+',
  '?',
  '#',
  ';',
  "'",
  '"',
  '<',
  '>',
  '{',
  '}',
  '[]',
  '\\',
  '..',
  '/',
  '//',
  '.',
  '.svg',
  '.json',
  '.lottie',
  '.png',
  '.md',
  'v=',
  'limit=',
  'offset=',
  'category=',
  'style=',
  'set=',
  'format=',
  'page=',
  'lang=ko',
  'lang=x',
  'svg',
  'weather',
  'fill',
  'meteocons',
  '-',
  '--',
  '__proto__',
  'constructor',
  '\x7f',
  '\xff',
]
const METHODS = ['GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'FOO']
const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/x-www-form-urlencoded',
  'text/plain',
  'application/json;;;',
  '',
]
const RPC_METHODS = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'subscriptions/listen',
  'server/discover',
  'notifications/cancelled',
  'logging/setLevel',
  'completion/complete',
  'SendMessage',
  'SendStreamingMessage',
  'GetTask',
  'ListTasks',
  'message/send',
  'message/stream',
  'tasks/get',
  '',
  '__proto__',
]
const MEMBERS = [
  'name',
  'arguments',
  'query',
  'limit',
  'offset',
  'category',
  'id',
  'slug',
  'target',
  'uri',
  'message',
  'parts',
  'text',
  'role',
  'messageId',
  'contextId',
  'kind',
  'data',
  'skill',
  '_meta',
  'cursor',
  'protocolVersion',
  '__proto__',
  'type',
]
const FIELDS = [
  'Accept: text/html',
  'Accept: application/json, text/event-stream',
  'Accept: text/event-stream',
  'Accept: ,;q=,/;q=2',
  'Accept-Encoding: br',
  'Accept-Encoding: gzip;q=0,identity;q=0',
  'Accept-Language: ko;q=x,zh',
  'If-None-Match: *',
  'If-None-Match: W/"',
  'If-Modified-Since: never',
  'If-Range: "x"',
  'Range: bytes=0-1',
  'Range: bytes=-0',
  'Range: bytes=99999999999999999999-',
  'Origin: null',
  'Origin: https://evil.example',
  'Origin: http://localhost:1',
  'Access-Control-Request-Method: GET',
  'MCP-Protocol-Version: 2026-07-28',
  'MCP-Protocol-Version: 2025-06-18',
  'MCP-Protocol-Version: none',
  'Mcp-Session-Id: \xff',
  'Mcp-Method: tools/list',
  'Mcp-Name: =?base64?!?=',
  'Last-Event-ID: 1',
  'A2A-Version: 1.0',
  'A2A-Version: 0.3',
  'A2A-Version: 9',
  'A2A-Extensions: x',
  'Authorization: Bearer',
  'Authorization: Bearer a.b.c',
  'Authorization: Basic eA==',
  'Expect: 100-continue',
  'Connection: close',
  `Cookie: ${'x'.repeat(500)}`,
  `X: ${'x'.repeat(5000)}`,
]

/** Creates a generator of complete requests, which are valid in most of their parts. Equal seeds give equal requests. */
export function createRandomIconsRequests(
  seed: number,
  { assertion, token }: { readonly assertion: string; readonly token: string },
): () => Buffer {
  const random = seededRandom(seed)
  const below = (limit: number): number => Math.floor(random() * limit)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const chance = (share: number): boolean => random() < share
  const some = <T>(limit: number, make: () => T): T[] => Array.from({ length: below(limit) }, make)
  const fields = [
    ...FIELDS,
    `Authorization: Bearer ${token}`,
    `Authorization: Bearer ${token.slice(0, -3)}`,
    `Authorization: Bearer ${assertion}`,
  ]
  const values: readonly (() => unknown)[] = [
    () => null,
    () => true,
    () => below(1000) - 10,
    () => 1e308,
    () => -0.5,
    () => pick(PIECES),
    () => 'x'.repeat(below(3000)),
    () => [],
    () => ({}),
    () => some(5, value),
    () => Object.fromEntries(some(5, () => [pick(MEMBERS), value()])),
  ]
  /** Depth of the current value, which limits nesting. */
  let depth = 0
  function value(): unknown {
    if (depth > 4) return null
    depth += 1
    const made = pick(values)()
    depth -= 1
    return made
  }

  /** A mostly valid call. */
  function rpcMessage(): unknown {
    const message: Record<string, unknown> = { jsonrpc: '2.0', id: below(10), method: pick(RPC_METHODS) }
    const kind = below(5)
    if (kind === 0)
      message['params'] = { name: pick(['search_icons', 'get_icon', 'get_embed_code', 'none']), arguments: value() }
    if (kind === 1)
      message['params'] = {
        message: {
          messageId: 'm',
          role: pick(['ROLE_USER', 'user']),
          parts: [{ kind: 'text', text: pick(PIECES) }, value()],
        },
      }
    if (kind === 2) message['params'] = { uri: pick(['icon://meteocons-fill-rain', 'guide://search', 'icon://', 'x']) }
    if (kind > 2) message['params'] = value()
    if (chance(0.2)) message[pick(['jsonrpc', 'id', 'method', 'params'])] = value()
    return message
  }

  function body(path: string): Buffer {
    const kind = random()
    if (kind < 0.05) return Buffer.alloc(0)
    if (kind < 0.1) return Buffer.from(Array.from({ length: below(300) }, () => below(256)))
    if (kind < 0.13) return Buffer.from('['.repeat(below(20_000)))
    if (kind < 0.15) return Buffer.from(`"${'x'.repeat(below(100_000))}"`)
    let text: string
    if (path === '/oauth2/token') {
      const parameters = some(
        5,
        () =>
          `${pick(['grant_type', 'assertion', 'scope', 'x'])}=${encodeURIComponent(pick([JWT_BEARER, assertion, token, 'icons.read', 'x', '']))}`,
      )
      text = parameters.join('&')
    } else if (path === '/agent/identity')
      text = JSON.stringify({ type: pick(['anonymous', 'service_auth', value()]), x: value() })
    else text = JSON.stringify(chance(0.2) ? some(60, rpcMessage) : rpcMessage())
    const bytes = Buffer.from(text)
    if (chance(0.2)) bytes[below(bytes.length)] = below(256)
    return chance(0.05) ? bytes.subarray(0, below(bytes.length)) : bytes
  }

  function randomRequest(): Buffer {
    const isPost = chance(0.6)
    const path = isPost ? pick(ENDPOINTS) : pick(PATHS)
    const target = isPost
      ? path + (chance(0.1) ? pick(PIECES) : '')
      : path + (chance(0.3) ? '' : some(5, () => pick(PIECES)).join(''))
    const method = isPost ? pick(['POST', 'POST', 'POST', 'POST', 'POST', 'POST', 'GET', 'DELETE']) : pick(METHODS)
    const sentFields = [
      `X-Forwarded-For: ${chance(0.02) ? pick(PIECES) : newAddress()}`,
      ...some(4, () => pick(fields)),
    ]
    const sent = isPost || chance(0.1) ? body(path) : null
    if (sent !== null && chance(0.95))
      sentFields.push(`Content-Type: ${chance(0.8) ? TYPES[path === '/oauth2/token' ? 2 : 0] : pick(TYPES)}`)
    const pieces: Buffer[] = []
    if (sent !== null && sent.length > 0 && chance(0.2)) {
      sentFields.push('Transfer-Encoding: chunked')
      const cut = below(sent.length)
      for (const chunk of [sent.subarray(0, cut), sent.subarray(cut)])
        if (chunk.length > 0) pieces.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'))
      pieces.push(Buffer.from('0\r\n\r\n'))
    } else if (sent !== null) {
      sentFields.push(`Content-Length: ${sent.length}`)
      pieces.push(sent)
    }
    const head = `${method} ${target.replaceAll(' ', '')} HTTP/1.1\r\nHost: localhost\r\n${sentFields.join('\r\n')}\r\n\r\n`
    return Buffer.concat([Buffer.from(head, chance(0.3) ? 'latin1' : 'utf8'), ...pieces])
  }

  return randomRequest
}
