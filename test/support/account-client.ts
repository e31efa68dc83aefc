import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createVisitor, type Visitor } from './account-pages-visitor.ts'
import type { AccountNode } from './account-service.ts'
import { newAddress } from './icons-client.ts'

/** Limit for an answer. */
const ANSWER_LIMIT_MS = 20_000
/** Limit for the first account of a service. */
const SIGN_UP_LIMIT_MS = 20_000
/** Nobody listens at this address. The tests read from the page where people would be sent. */
const REDIRECT_URI = 'http://localhost:9/callback'
const MODERN_VERSION = '2026-07-28'
export const LEGACY_VERSION = '2025-11-25'
const ACCEPT = 'application/json, text/event-stream'

export type Json = Readonly<Record<string, unknown>>
/** Destination of a request. Each node answers for all of them. */
export type Place = Pick<AccountNode, 'nodeUrl' | 'accountUrl'>

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly tookMs: number
}

export interface Tokens {
  readonly access: string
  readonly refresh: string
}

/** A person with a browser, who can continue at another node. */
export interface Person {
  readonly email: string
  /** @returns the person's browser, for this node */
  at(place: Place): Visitor
}

/** An application that a person has approved. */
export interface Application {
  readonly clientId: string
  /** Tokens of the last call of `keep` or `renew`, or of the exchange of the code. */
  readonly tokens: Tokens
  /** Sends a refresh and does not keep the new tokens. */
  refresh(place: Place, refreshToken?: string): Promise<Answer>
  /** Keeps the tokens that a refresh has answered with. */
  keep(answer: Answer): void
  /** Refreshes the tokens and keeps the new ones. */
  renew(place: Place): Promise<void>
  revoke(place: Place, token?: string): Promise<Answer>
  /** Posts any body to `/mcp`. */
  post(place: Place, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>
  /** Calls a tool by revision 2026-07-28. */
  call(place: Place, tool: string, args?: Json, more?: Json): Promise<Answer>
  /** Begins a session of revision 2025-11-25. @returns its id */
  initialize(place: Place): Promise<string>
  /** Sends a request of revision 2025-11-25. */
  ask(place: Place, session: string, method: string, params?: Json): Promise<Answer>
}

export function jsonOf({ text }: Pick<Answer, 'text'>): Json {
  return JSON.parse(text) as Json
}

/**
 * @returns the result of a tool as data
 * @throws {Error} if the tool failed or returned no result
 */
export function contentOf(answer: Answer): Json {
  const { result } = jsonOf(answer) as { readonly result?: { isError?: boolean; structuredContent?: Json } }
  if (answer.status !== 200 || result?.structuredContent === undefined || result.isError === true) {
    throw new Error(`no result of a tool: ${answer.status} ${answer.text.slice(0, 500)}`)
  }
  return result.structuredContent
}

/** Sends one request. Rejects if there is no complete answer in time. */
export async function ask(url: string, init: RequestInit = {}, limitMs = ANSWER_LIMIT_MS): Promise<Answer> {
  const since = performance.now()
  const response = await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(limitMs) })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, tookMs: performance.now() - since }
}

let people = 0

/** Creates a person who has an account or is about to make one. */
export function createPerson(email = `person-${++people}@example.org`): Person {
  const address = newAddress()
  let last: Visitor | null = null
  let where = ''
  return {
    email,
    at({ accountUrl, nodeUrl }) {
      if (last !== null && where === nodeUrl) return last
      const next = createVisitor(nodeUrl, { address, origin: accountUrl })
      for (const [name, value] of last?.cookies ?? []) next.cookies.set(name, value)
      where = nodeUrl
      return (last = next)
    },
  }
}

/**
 * Makes an account on the sign-up page, and signs in. A service is ready two seconds after its start at the latest, and asks
 * people to come again later until it has reached its database.
 */
export async function signUp(place: Place, email?: string): Promise<Person> {
  const person = createPerson(email)
  const deadline = Date.now() + SIGN_UP_LIMIT_MS
  let made = await person.at(place).signUp(person.email)
  while (made.status === 503 && Date.now() < deadline) {
    await sleep(200)
    made = await person.at(place).signUp(person.email)
  }
  if (made.status !== 303) throw new Error(`nobody could sign up: ${made.status} ${made.html.slice(0, 500)}`)
  await signIn(place, person)
  return person
}

/** @throws {Error} if the sign-in does not lead to the account */
export async function signIn(place: Place, person: Person, password?: string): Promise<void> {
  const { html, location, status } = await person.at(place).signIn(person.email, password)
  if (location !== '/account') throw new Error(`nobody could sign in: ${status} ${html.slice(0, 500)}`)
}

/** Registers an application. @returns its id */
export async function register(place: Place, name = 'Test application'): Promise<string> {
  const answer = await ask(`${place.nodeUrl}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress() },
    body: JSON.stringify({ redirect_uris: [REDIRECT_URI], client_name: name }),
  })
  const { client_id: clientId } = jsonOf(answer)
  if (answer.status !== 201 || typeof clientId !== 'string') throw new Error(`not registered: ${answer.text}`)
  return clientId
}

/** Requests approval and decides on the consent page. @returns the query that the application receives */
export async function approve(place: Place, person: Person, clientId: string, verifier: string, decision = 'allow') {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'where-we-were',
    resource: `${place.accountUrl}/mcp`,
  }).toString()
  const browser = person.at(place)
  const consent = await browser.get(`/authorize?${query}`)
  const fields = { formKey: consent.hidden('formKey'), query, decision }
  const left = await browser.post('/authorize/decision', fields)
  const [address] = /http:\/\/localhost:9\/callback\?[^"']*/.exec(left.html) ?? []
  if (address === undefined) throw new Error(`no way back: ${consent.status} ${left.status} ${left.html.slice(0, 500)}`)
  return new URL(address.replaceAll('&amp;', '&')).searchParams
}

/** Posts a form to an endpoint of OAuth. */
export function postForm(place: Place, path: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
  const body = new URLSearchParams(fields)
  return ask(`${place.nodeUrl}${path}`, { method: 'POST', body, headers: { 'x-forwarded-for': newAddress() } })
}

export function exchangeCode(place: Place, clientId: string, code: string, verifier: string): Promise<Answer> {
  const grant = { grant_type: 'authorization_code', redirect_uri: REDIRECT_URI }
  return postForm(place, '/token', { ...grant, client_id: clientId, code, code_verifier: verifier })
}

/** Connects an application to an account: registration, consent, and exchange of the code. */
export async function connect(place: Place, person: Person, name?: string): Promise<Application> {
  const clientId = await register(place, name)
  const verifier = randomBytes(32).toString('base64url')
  const sent = await approve(place, person, clientId, verifier)
  return createApplication(clientId, tokensOf(await exchangeCode(place, clientId, sent.get('code') ?? '', verifier)))
}

/** Connects an application to a new account. */
export async function connectNew(place: Place): Promise<Application> {
  return connect(place, await signUp(place))
}

/** @throws {Error} if the answer contains no tokens */
function tokensOf(answer: Answer): Tokens {
  const { access_token: access, refresh_token: refresh } = jsonOf(answer)
  if (answer.status !== 200 || typeof access !== 'string' || typeof refresh !== 'string') {
    throw new Error(`no tokens: ${answer.status} ${answer.text}`)
  }
  return { access, refresh }
}

/** A message of revision 2026-07-28. */
export function modernMessage(method: string, params: Json, capabilities: Json = {}): Json {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN_VERSION,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  }
  return { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }
}

/** Header fields of such a message. */
export function modernFields(method: string, name?: string): Record<string, string> {
  const fields = { 'mcp-protocol-version': MODERN_VERSION, 'mcp-method': method }
  return name === undefined ? fields : { ...fields, 'mcp-name': name }
}

/** An application with tokens that it has got before. */
export function createApplication(clientId: string, first: Tokens): Application {
  let tokens = first
  const application: Application = {
    clientId,
    get tokens() {
      return tokens
    },
    refresh: (place, refreshToken = tokens.refresh) =>
      postForm(place, '/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken }),
    keep: (answer) => void (tokens = tokensOf(answer)),
    renew: async (place) => application.keep(await application.refresh(place)),
    revoke: (place, token = tokens.refresh) => postForm(place, '/revoke', { token, client_id: clientId }),
    post: (place, body, headers = {}) =>
      ask(`${place.nodeUrl}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${tokens.access}`,
          'content-type': 'application/json',
          accept: ACCEPT,
          ...headers,
        },
        body: JSON.stringify(body),
      }),
    call(place, tool, args = {}, { capabilities = {}, ...params } = {}) {
      const message = modernMessage('tools/call', { name: tool, arguments: args, ...params }, capabilities as Json)
      return application.post(place, message, modernFields('tools/call', tool))
    },
    async initialize(place) {
      const params = { protocolVersion: LEGACY_VERSION, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
      const answer = await application.post(place, { jsonrpc: '2.0', id: 1, method: 'initialize', params })
      const session = answer.headers.get('mcp-session-id')
      if (session === null) throw new Error(`no session: ${answer.status} ${answer.text}`)
      return session
    },
    ask: (place, session, method, params = {}) =>
      application.post(place, { jsonrpc: '2.0', id: 1, method, params }, { 'mcp-session-id': session }),
  }
  return application
}
