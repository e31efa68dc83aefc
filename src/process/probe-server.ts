import { createServer, get, type Server } from 'node:http'
import type { HostName } from '../config/env.ts'
import { LOOPBACK } from '../http/port.ts'
import type { HostPorts } from './listener-messages.ts'

/** A host that takes longer to answer counts as not answering. Balancers wait for two seconds or more. */
const HOST_TIMEOUT_MS = 1500
/** Time for the head of a request. A probe sends it in one packet. */
const REQUEST_TIMEOUT_MS = 2000
/** How often Node.js looks for requests whose time is over. */
const LOOK_INTERVAL_MS = 500
const ANSWER_LIMIT_BYTES = 4096
const CONNECTION_LIMIT = 256
/** Connections of one address, so that nobody can take those of all balancers. */
const ADDRESS_LIMIT = 16
/** Probes of one address within this time share one request to the host. */
const SHARED_MS = 1000

interface ProbeAnswer {
  readonly status: number
  readonly body: string
}

const NO_ANSWER: ProbeAnswer = { status: 503, body: '{"status":"no answer"}' }
/** `/readyz`, or that of one host: `/docs/readyz`. */
const ADDRESS = /^(?:\/(docs|account|icons))?(\/(?:healthz|readyz))(?:\?|$)/

/**
 * Answers probes in HTTP/1.0 or without `Host`, which uWebSockets.js refuses on the ports of the hosts
 * (docs/decisions/0124). It asks the port of a host, so that its answer is what a client of that port gets.
 *
 * @throws {Error} when the port is taken.
 */
export async function startProbeServer(options: {
  readonly port: number
  readonly bind: string
  readonly hosts: readonly HostName[]
  /** Ports of the hosts that listen by now. */
  readonly ports: () => HostPorts
}): Promise<Server> {
  const { bind, hosts, port, ports } = options
  const address = ({ '0.0.0.0': LOOPBACK, '::': '::1' } as Record<string, string>)[bind] ?? bind
  const asked = new Map<string, { readonly atMs: number; readonly answer: Promise<ProbeAnswer> }>()

  function ask(host: HostName, path: string): Promise<ProbeAnswer> {
    const name = host + path
    const last = asked.get(name)
    const now = performance.now()
    if (last !== undefined && now - last.atMs < SHARED_MS) return last.answer
    const hostPort = ports()[host]
    const answer =
      hostPort === undefined ? Promise.resolve(NO_ANSWER) : askPort(address, hostPort, path).catch(() => NO_ANSWER)
    asked.set(name, { atMs: now, answer })
    return answer
  }

  async function answer(method = '', url = ''): Promise<ProbeAnswer> {
    const [, host, path] = ADDRESS.exec(url) ?? []
    if (path === undefined || (host !== undefined && !hosts.includes(host as HostName))) {
      return { status: 404, body: '{"status":"not found"}' }
    }
    if (method !== 'GET' && method !== 'HEAD') return { status: 405, body: '{"status":"send GET or HEAD"}' }
    if (host !== undefined) return ask(host as HostName, path)
    const answers = await Promise.all(hosts.map(async (each) => [each, await ask(each, path)] as const))
    const status = answers.every(([, each]) => each.status === 200) ? 200 : 503
    return { status, body: JSON.stringify(Object.fromEntries(answers.map(([each, { status }]) => [each, status]))) }
  }

  const server = createServer(
    {
      requireHostHeader: false,
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: LOOK_INTERVAL_MS,
    },
    ({ method, url }, response) => {
      void answer(method, url).then(({ body, status }) => {
        const fields = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Connection: 'close' }
        response.writeHead(status, { ...fields, 'Content-Length': Buffer.byteLength(body) })
        response.end(method === 'HEAD' ? '' : body)
      })
    },
  )
  server.maxConnections = CONNECTION_LIMIT
  limitAddresses(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new Error(`cannot answer probes on ${bind} port ${port}: ${cause.message}`, { cause })),
    )
    server.listen(port, bind, resolve)
  })
  return server
}

/** Closes connections of an address that has too many. */
function limitAddresses(server: Server): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once('close', () => {
      const left = open.get(address)! - 1
      if (left === 0) open.delete(address)
      else open.set(address, left)
    })
    if (count > ADDRESS_LIMIT) socket.destroy()
  })
}

function askPort(host: string, port: number, path: string): Promise<ProbeAnswer> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(HOST_TIMEOUT_MS)
    const request = get({ host, port, path, agent: false, signal }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        body = (body + text).slice(0, ANSWER_LIMIT_BYTES)
      })
      response.once('error', reject)
      response.once('end', () => resolve({ status: response.statusCode ?? 503, body }))
    })
    request.once('error', reject)
  })
}
