import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'

const CLIENT_HOST = 'client.example'

/** A certificate for the client's host and this machine, which trusts itself. */
export function makeCertificate(): { readonly key: string; readonly cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = `subjectAltName=DNS:${CLIENT_HOST},DNS:localhost,IP:127.0.0.1,IP:::1`
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const where = ['-keyout', key, '-out', cert, '-subj', `/CN=${CLIENT_HOST}`, '-addext', names]
  execFileSync('openssl', ['req', ...kind, ...where], { stdio: 'ignore' })
  try {
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export interface MetadataServer {
  readonly port: number
  readonly ca: string
  /** Address of a document, for a client that calls itself by the host's name. */
  url(path: string): string
  /** Address of the document that a request asks for. */
  ownUrl(request: IncomingMessage): string
  /** Paths of the requests so far. */
  readonly requests: string[]
  /** Connections so far. */
  connections(): number
  /** How it answers from now on. */
  answer: (request: IncomingMessage, response: ServerResponse) => void
}

/** The web server of a client, on this machine. It answers every path with a good document. */
export async function startMetadataServer(t: Test): Promise<MetadataServer> {
  const { cert, key } = makeCertificate()
  /** Ports come back, and what was kept of a document stays in the database. */
  const start = `/${randomUUID()}`
  let connections = 0
  const server = createServer({ key, cert }, (request, response) => {
    running.requests.push((request.url ?? '').slice(start.length))
    running.answer(request, response)
  })
  server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const url = (path: string): string => `https://${CLIENT_HOST}:${port}${start}${path}`
  const ownUrl = (request: IncomingMessage): string => url((request.url ?? '').slice(start.length))
  const running: MetadataServer = {
    port,
    ca: cert,
    url,
    ownUrl,
    requests: [],
    connections: () => connections,
    answer: (request, response) => sendDocument(response, ownUrl(request)),
  }
  return running
}

/** A good document with further members, and further fields of its answer. */
export function sendDocument(
  response: ServerResponse,
  url: string,
  members: object = {},
  fields: Record<string, string> = {},
): void {
  response.setHeader('Content-Type', 'application/json')
  for (const [name, value] of Object.entries(fields)) response.setHeader(name, value)
  response.end(
    JSON.stringify({
      client_id: url,
      client_name: 'Example',
      redirect_uris: ['https://client.example/callback'],
      ...members,
    }),
  )
}
