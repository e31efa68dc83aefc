import { callsOf } from './calls/all-calls.ts'
import type { Ask, Call, RouteCalls } from './calls/call.ts'
import { spoilCall } from './calls/spoil-call.ts'
import type { Random } from './random.ts'
import { forgedToken } from './rpc.ts'
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
/** Shares of wrong and of costly calls. The others are ordinary. */
const WRONG = 0.35
const COSTLY = 0.05
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

/** How a call is meant: see `RouteCalls`. */
export type Manner = 'ordinary' | 'costly' | 'wrong'

/**
 * Makes a request that can be parsed. Its method and some header fields may not suit the address.
 *
 * @param wanted Route to call. With null it is any of the host.
 * @param manner With null it is drawn.
 */
export function makeParts(
  random: Random,
  { found }: Surface,
  host: HostSurface,
  wanted: Target | null = null,
  manner: Manner | null = null,
): Parts {
  const target = wanted ?? random.pick(host.targets)
  const call = makeCall({ random, found, target }, callsOf(host.name, target.key), manner ?? drawManner(random))
  const content = contentOf(call)
  // A costly call is not spoilt by what surrounds it.
  if (manner === 'costly') return { method: target.method, ...content, path: call.path }
  const method = random.chance(OTHER_METHOD) && wanted === null ? random.pick(METHODS) : target.method
  const fields = random.some(4, () => random.pick(FIELDS))
  if (random.chance(0.1)) fields.push(`Authorization: Bearer ${forgedToken(random)}`)
  return { method, path: call.path, fields: [...fields, ...content.fields], body: content.body }
}

function drawManner(random: Random): Manner {
  const drawn = random.next()
  if (drawn < WRONG) return 'wrong'
  return drawn < WRONG + COSTLY ? 'costly' : 'ordinary'
}

function makeCall(ask: Ask, { costly, ordinary, wrong }: RouteCalls, manner: Manner): Call {
  if (manner === 'costly') return (costly ?? ordinary)(ask)
  if (manner === 'ordinary') return ordinary(ask)
  return wrong !== undefined && ask.random.chance(0.3) ? wrong(ask) : spoilCall(ask.random, ordinary(ask))
}

export function makeRequest(...args: Parameters<typeof makeParts>): Message {
  return toMessage(makeParts(...args))
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

function contentOf({ body, fields = [] }: Call): Pick<Parts, 'body' | 'fields'> {
  if (body === undefined) return { fields, body: Buffer.alloc(0) }
  if (body.kind === 'form') return withBody(fields, 'application/x-www-form-urlencoded', formText(body.members))
  if (body.kind === 'json') return withBody(fields, 'application/json', JSON.stringify(body.value) ?? '')
  return withBody(fields, body.type, body.text)
}

function withBody(fields: readonly string[], type: string, text: string): Pick<Parts, 'body' | 'fields'> {
  return { fields: [`Content-Type: ${type}`, ...fields], body: Buffer.from(text) }
}

function formText(members: Readonly<Record<string, string>>): string {
  return new URLSearchParams(members).toString()
}
