import type { Test } from 'tap'
import { RawConnection, requestFor, type RawAnswer } from './raw-http.ts'

export const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

export interface Asked {
  readonly method?: string
  /** Lines of the head. */
  readonly fields?: readonly string[]
  readonly body?: string | Uint8Array
  /** Address of the client, which the service accepts if `TRUSTED_PROXIES` contains 127.0.0.1. Default: a new one. */
  readonly from?: string
  /** Token for `Authorization: Bearer`. */
  readonly token?: string
}

export type Json = Readonly<Record<string, unknown>>

export interface IconsClient {
  /** Sends one request at a time on one connection, which is opened again after the service has ended it. */
  readonly ask: (target: string, asked?: Asked) => Promise<RawAnswer>
  readonly post: (target: string, message: unknown, asked?: Asked) => Promise<RawAnswer>
  readonly register: (asked?: Asked) => Promise<RawAnswer>
  readonly exchange: (parameters: string | Readonly<Record<string, string>>, asked?: Asked) => Promise<RawAnswer>
  /** Registers and exchanges from new addresses. @returns the access token */
  readonly newToken: () => Promise<string>
  readonly newAssertion: () => Promise<string>
}

/** Environment of a service with which `ask` can choose client addresses, so that a test has any number of clients. */
export const BEHIND_PROXY = { TRUSTED_PROXIES: '127.0.0.1/32' }

let clients = 0

/** @returns an address that no request has used */
export function newAddress(): string {
  clients += 1
  return `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`
}

export function jsonOf(answer: RawAnswer): Json {
  return JSON.parse(answer.body.toString()) as Json
}

/** @returns the status and the code in the body of an error of the REST API or of OAuth */
export function refusalOf(answer: RawAnswer): readonly [status: number, code: unknown] {
  const { error } = jsonOf(answer)
  return [answer.status, typeof error === 'string' ? error : (error as { readonly code?: unknown } | undefined)?.code]
}

/** The connection ended without an answer. */
export class NoAnswer extends Error {
  /** Whether the connection had carried a request before, so that the service had accepted it. */
  readonly reused: boolean

  constructor(request: Buffer, reused: boolean) {
    super(`no answer${reused ? ' on an open connection' : ''} to ${request.toString('latin1').slice(0, 200)}`)
    this.reused = reused
  }
}

/**
 * The service ends connections that are idle for ten seconds, perhaps while a request is on its way. Clients use a new
 * connection sooner.
 */
const IDLE_LIMIT_MS = 5000

/** Creates a client of the icons host that controls every byte of the head. */
export function createIconsClient(t: Test, url: string): IconsClient {
  const port = Number(new URL(url).port)
  let connection: RawConnection | null = null
  /** Number of answers on the current connection. */
  let answered = 0
  let lastAnswerAt = 0
  let last: Promise<unknown> = Promise.resolve()
  t.teardown(() => connection?.destroy())

  async function send(request: Buffer): Promise<RawAnswer> {
    if (connection === null || connection.over || performance.now() - lastAnswerAt > IDLE_LIMIT_MS) {
      connection?.destroy()
      connection = await RawConnection.open(port)
      answered = 0
    }
    const answer = await connection.ask(request)
    if (answer === null) throw new NoAnswer(request, answered > 0)
    answered += 1
    lastAnswerAt = performance.now()
    if (answer.headers.get('connection') === 'close') await connection.closed
    return answer
  }

  function ask(target: string, { body, fields = [], from = newAddress(), method = 'GET', token }: Asked = {}) {
    const bytes = Buffer.from(body ?? '')
    const head = requestFor(
      target,
      [
        `X-Forwarded-For: ${from}`,
        ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
        ...(body === undefined ? [] : [`Content-Length: ${bytes.length}`]),
        ...fields,
      ],
      method,
    )
    const answer = last.then(() => send(Buffer.concat([Buffer.from(head, 'latin1'), bytes])))
    last = answer.catch(() => undefined)
    return answer
  }

  const post: IconsClient['post'] = (target, message, asked = {}) =>
    ask(target, {
      method: 'POST',
      body: typeof message === 'string' ? message : JSON.stringify(message),
      ...asked,
      fields: [
        'Content-Type: application/json',
        'Accept: application/json, text/event-stream',
        ...(asked.fields ?? []),
      ],
    })
  const exchange: IconsClient['exchange'] = (parameters, asked = {}) =>
    ask('/oauth2/token', {
      method: 'POST',
      body: typeof parameters === 'string' ? parameters : new URLSearchParams(parameters).toString(),
      ...asked,
      fields: ['Content-Type: application/x-www-form-urlencoded', ...(asked.fields ?? [])],
    })
  const register: IconsClient['register'] = (asked) => post('/agent/identity', { type: 'anonymous' }, asked)

  async function newAssertion(): Promise<string> {
    return jsonOf(await register())['identity_assertion'] as string
  }

  return {
    ask,
    post,
    register,
    exchange,
    newAssertion,
    async newToken() {
      const assertion = await newAssertion()
      return jsonOf(await exchange({ grant_type: JWT_BEARER, assertion }))['access_token'] as string
    },
  }
}

const send = (text: string, method: string): Json => ({
  jsonrpc: '2.0',
  id: 7,
  method,
  params: { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text }] } },
})

/** One request for each interface to which the limit applies. */
export const LIMITED: Readonly<Record<string, (client: IconsClient, asked?: Asked) => Promise<RawAnswer>>> = {
  search: ({ ask }, asked) => ask('/api/v1/icons?q=circle', asked),
  record: ({ ask }, asked) => ask('/api/v1/icons/own-circle', asked),
  missing: ({ ask }, asked) => ask('/api/v1/icons/none', asked),
  refused: ({ ask }, asked) => ask('/api/v1/icons?limit=0', asked),
  categories: ({ ask }, asked) => ask('/api/v1/categories', asked),
  suggest: ({ ask }, asked) => ask('/api/v1/suggest?prefix=c', asked),
  'MCP tools': ({ post }, asked) => post('/mcp', { jsonrpc: '2.0', id: 7, method: 'tools/list' }, asked),
  'MCP ping': ({ post }, asked) => post('/mcp', { jsonrpc: '2.0', id: 7, method: 'ping' }, asked),
  'MCP guides': ({ post }, asked) =>
    post('/mcp/docs', { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'list_guides' } }, asked),
  'MCP garbage': ({ post }, asked) => post('/mcp', 'none', asked),
  A2A: ({ post }, asked = {}) =>
    post('/a2a', send('circle', 'SendMessage'), { ...asked, fields: ['A2A-Version: 1.0', ...(asked.fields ?? [])] }),
}
