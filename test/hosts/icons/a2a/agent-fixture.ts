import type { Test } from 'tap'
import { createA2a } from '../../../../src/hosts/icons/a2a/a2a.ts'
import { createHttpApp } from '../../../../src/http/server/app.ts'
import { restWire } from '../../../../src/http/route/error-wires.ts'
import type { Gate } from '../../../../src/http/route/gate.ts'
import type { RpcRoute } from '../../../../src/http/route/rpc-route.ts'
import type { IconsService } from '../../../../src/icons/icons-service.ts'
import { createLog } from '../../../../src/shared/log.ts'
import { freePort } from '../../../support/free-port.ts'
import { memoryExchange, type MemoryAnswer } from '../../../support/memory-exchange.ts'
import { startSampleIcons } from '../../../support/sample-icons.ts'

export type Json = Readonly<Record<string, unknown>>

export interface Response {
  readonly jsonrpc: string
  readonly id: string | number | null
  readonly result?: Json
  readonly error?: { readonly code: number; readonly message: string; readonly data?: readonly Json[] }
}

const VERSION = '1.2.3'

/** The agent over the sample icons, or others, asked without a network. */
export async function startAgent(t: Test, started?: IconsService) {
  const log = createLog({ level: 'silent' })
  const icons = started ?? (await startSampleIcons(t))
  const { routes } = createA2a({ icons, iconsUrl: 'http://icons.example', version: VERSION, log })
  const rpc = routes.find((route): route is RpcRoute => route.path === '/a2a')
  if (rpc === undefined) throw new Error('there is no POST /a2a')

  async function post(body: string, version = '1.0', rawQuery = ''): Promise<MemoryAnswer> {
    const { answer, closed, exchange } = memoryExchange({ body, rawQuery, fields: { 'a2a-version': version } })
    rpc?.answer(exchange)
    await closed
    return answer
  }

  /** Calls a method; the one response, whether it came whole or as an event. */
  async function call(method: string, params: unknown, version = '1.0'): Promise<Response> {
    const answer = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), version)
    return JSON.parse(answer.events[0] ?? answer.body) as Response
  }

  return { call, icons, post, rpc }
}

/** Serves the agent on a free port and gives its address. */
export async function startAgentHost(t: Test, gate?: Gate): Promise<string> {
  const log = createLog({ level: 'silent' })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const icons = await startSampleIcons(t, url)
  const app = createHttpApp({
    name: 'icons',
    routes: createA2a({ icons, iconsUrl: url, version: VERSION, log, ...(gate === undefined ? {} : { gate }) }).routes,
    wire: restWire,
    log,
    generation: () => icons.generation,
    cacheLimitBytes: 1024 * 1024,
    trustedProxies: [],
    methodNotAllowedCode: 'method_not_allowed',
    notFound: { answer: () => ({ ok: false, status: 404, code: 'endpoint_not_found', detail: 'Nothing is here.' }) },
  })
  await app.listen(port, '127.0.0.1')
  t.teardown(() => app.close())
  return url
}
