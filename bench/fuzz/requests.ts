import type { Random } from './random.ts'
import { a2aMessage, forgedToken, mcpMessage } from './rpc.ts'
import type { HostSurface, Surface, Target } from './surface.ts'

/** Bytes to send. `heads` says of each request in them whether it is HEAD. */
export interface Message {
  readonly bytes: Buffer
  readonly heads: readonly boolean[]
}

/** Parts of a valid request. Some clients damage one of them. */
export interface Parts {
  readonly method: string
  readonly path: string
  readonly fields: readonly string[]
  readonly body: Buffer
}

const METHODS = [
  'GET',
  'HEAD',
  'OPTIONS',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'TRACE',
  'FOO',
  'PROPFIND',
  'get',
  'M-SEARCH',
]
/** Share of requests with another method than the address supports. */
const OTHER_METHOD = 0.2
const CHANGED_PATH = 0.15
const PIECES = [
  '%',
  '%00',
  '%2F',
  '%FF',
  '..',
  '/',
  '//',
  '?',
  '&q=',
  '=',
  '.md',
  '.svg',
  '가',
  '\\',
  '%ED%A0%80',
  ';',
  '+',
]
const FIELDS = [
  'Accept: text/html',
  'Accept: text/markdown',
  'Accept: text/event-stream',
  'Accept: ,;q=,/;q=2',
  'Accept-Encoding: br',
  'Accept-Encoding: gzip',
  'Accept-Encoding: gzip;q=0,identity;q=0',
  'Accept-Language: ko;q=x,zh',
  'If-None-Match: *',
  'If-None-Match: W/"x", "y"',
  'If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT',
  'Range: bytes=0-1',
  'Range: bytes=0-0,2-3,5-9,-1',
  'Range: bytes=99999999999999999999-',
  'If-Range: "x"',
  'Origin: https://evil.example',
  'Origin: null',
  'Access-Control-Request-Method: POST',
  'Connection: keep-alive',
  'Cookie: a=b; c=d',
  'X-Forwarded-For: 192.0.2.1',
  'Forwarded: for=192.0.2.1',
  'Authorization: Basic eA==',
  'Authorization: Bearer',
  `X: ${'x'.repeat(3000)}`,
]

const VALUES: Readonly<Record<string, readonly string[]>> = {
  grant_type: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:jwt-bearer', 'x'],
  email: ['a@example.org', 'nobody', ''],
  password: ['a long enough sentence', 'short', ''],
  formKey: ['x'],
  continue: ['/account', 'https://evil.example'],
  code: ['x'],
  refresh_token: ['x'],
  client_id: ['x', 'https://evil.example/client.json'],
  redirect_uri: ['http://localhost/'],
  code_verifier: ['x'.repeat(43)],
  token: ['x'],
  query: ['x'],
  decision: ['allow', 'deny'],
}

/** Makes a valid request, except that its method and some header fields may not suit the address. */
export function makeParts(random: Random, { words }: Surface, host: HostSurface, wanted?: Target): Parts {
  const target = wanted ?? random.pick(host.targets)
  const method = random.chance(OTHER_METHOD) && wanted === undefined ? random.pick(METHODS) : target.method
  let { path } = target
  if (random.chance(0.3)) path = path.replace(/\b(q|prefix)=[^&]*/, `$1=${queryOf(random, words)}`)
  if (random.chance(CHANGED_PATH)) path += random.some(4, () => random.pick(PIECES)).join('')
  const fields = random.some(4, () => random.pick(FIELDS))
  if (random.chance(0.1)) fields.push(`Authorization: Bearer ${forgedToken(random)}`)
  const content = contentOf(random, target)
  if (content === null) return { method, path, fields, body: Buffer.alloc(0) }
  return { method, path, fields: [...fields, ...content.fields], body: Buffer.from(content.body) }
}

export function makeRequest(random: Random, surface: Surface, host: HostSurface, wanted?: Target): Message {
  return toMessage(makeParts(random, surface, host, wanted))
}

/** Adds a Content-Length if there is a body. */
export function toMessage({ body, fields, method, path }: Parts): Message {
  const length = body.length > 0 || method === 'POST' ? [`Content-Length: ${body.length}`] : []
  return { bytes: Buffer.concat([headOf(method, path, [...fields, ...length]), body]), heads: [method === 'HEAD'] }
}

export function headOf(method: string, path: string, fields: readonly string[]): Buffer {
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${fields.map((field) => `${field}\r\n`).join('')}\r\n`,
  )
}

export function join(messages: readonly Message[]): Message {
  return { bytes: Buffer.concat(messages.map(({ bytes }) => bytes)), heads: messages.flatMap(({ heads }) => heads) }
}

/** @returns a percent-encoded query, which is sometimes costly */
function queryOf(random: Random, words: readonly string[]): string {
  const word = (): string => (words.length > 0 ? random.pick(words) : 'x')
  const kind = random.next()
  if (kind < 0.6) return encodeURIComponent(Array.from({ length: random.between(1, 4) }, word).join(' '))
  if (kind < 0.7) return encodeURIComponent(Array.from({ length: 40 }, word).join(' ').slice(0, 200))
  if (kind < 0.8) return encodeURIComponent('가나다라마바사아자차카타파하'.repeat(14).slice(0, random.between(2, 200)))
  if (kind < 0.9) return encodeURIComponent(word().slice(0, 2))
  return encodeURIComponent(String.fromCodePoint(...Array.from({ length: 20 }, () => random.between(0x20, 0xd7ff))))
}

function contentOf(random: Random, { body, path }: Target): { fields: readonly string[]; body: string } | null {
  if (body === 'none') return null
  if (body === 'form') {
    const names = Object.keys(VALUES)
    const pairs = random.some(8, () => {
      const name = random.pick(names)
      return `${name}=${encodeURIComponent(random.pick(VALUES[name] ?? []))}`
    })
    return { fields: ['Content-Type: application/x-www-form-urlencoded'], body: pairs.join('&') }
  }
  const type = `Content-Type: ${random.chance(0.95) ? 'application/json' : 'text/plain'}`
  if (body === 'json') {
    const content =
      path === '/register' ? { redirect_uris: ['http://localhost/'], client_name: 'x' } : { type: 'anonymous' }
    return {
      fields: [type],
      body: random.chance(0.8) ? JSON.stringify(content) : JSON.stringify({ x: random.below(9) }),
    }
  }
  const message = body === 'a2a' ? a2aMessage(random) : mcpMessage(random)
  return { fields: [type, 'Accept: application/json, text/event-stream', ...message.fields], body: message.body }
}
