import type { Test } from 'tap'
import { agentRoutes } from '../../../../src/hosts/icons/registration/agent-routes.ts'
import { createIconsGate } from '../../../../src/hosts/icons/registration/icons-gate.ts'
import { restWire } from '../../../../src/http/route/error-wires.ts'
import type { Limiter } from '../../../../src/limits/limiter.ts'
import { createMemoryLimiter } from '../../../../src/limits/memory-limiter.ts'
import type { TokenWorkers } from '../../../../src/tokens/token-workers.ts'
import { rpcRoute, startApp } from '../../../http/server/start-app.ts'
import { ISSUER, startTokens } from '../../../support/token-fixture.ts'

export const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

/**
 * The agent routes, and behind the gate a REST route (`/api`) and a JSON-RPC one (`/rpc`, a message for each letter of its
 * body). Each request comes from an address of its own unless it names one.
 */
export async function startAgents(t: Test, workers: TokenWorkers, sharedLimiter?: Limiter, addressLimit = 3000) {
  const fixture = await startTokens(workers)
  const { tokens } = fixture
  let nowMs = 1_000_000
  const limiter = sharedLimiter ?? createMemoryLimiter({ clock: () => nowMs })
  const gate = createIconsGate({ tokens, limiter, iconsUrl: ISSUER, addressLimit })
  const ok = {
    status: 200,
    mediaType: 'application/json',
    cacheControl: 'no-store',
    body: new TextEncoder().encode('{}'),
  }
  const running = await startApp(
    t,
    [
      ...agentRoutes({ tokens, limiter, iconsUrl: ISSUER }),
      { path: '/api', name: 'api', gate, answer: ok },
      rpcRoute({ gate, cost: ({ bytes }) => (bytes === 1 ? 0 : bytes) }),
    ],
    { trustedProxies: ['127.0.0.1'], wire: restWire },
  )
  let clients = 0

  async function ask(path: string, init: RequestInit = {}, address?: string): Promise<Answer> {
    clients += 1
    const from = address ?? `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`
    const headers = { 'X-Forwarded-For': from, ...(init.headers as Record<string, string> | undefined) }
    const answer = await fetch(running.url + path, { ...init, headers })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
    return {
      status: answer.status,
      headers: answer.headers,
      body: isJson ? (JSON.parse(text) as Answer['body']) : { text },
    }
  }

  const register = (body: string, address?: string, mediaType = 'application/json'): Promise<Answer> =>
    ask('/agent/identity', { method: 'POST', body, headers: { 'Content-Type': mediaType } }, address)
  const exchange = (body: string, address?: string): Promise<Answer> =>
    ask(
      '/oauth2/token',
      { method: 'POST', body, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
      address,
    )
  const call = (authorization: string, address?: string): Promise<Answer> =>
    ask('/api', authorization === '' ? {} : { headers: { Authorization: authorization } }, address)

  async function newAssertion(): Promise<string> {
    return (await register('{"type":"anonymous"}')).body['identity_assertion'] as string
  }
  async function newToken(): Promise<string> {
    const answer = await exchange(
      new URLSearchParams({ grant_type: JWT_BEARER, assertion: await newAssertion() }).toString(),
    )
    return answer.body['access_token'] as string
  }
  return {
    ...fixture,
    ...running,
    ask,
    register,
    exchange,
    call,
    newAssertion,
    newToken,
    /** For the limits; `pass` is for tokens. */
    passForLimits: (seconds: number) => void (nowMs += seconds * 1000),
  }
}
