import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Test } from 'tap'
import { makeCertificate } from '../oauth/client/metadata-server.ts'
import { temporaryFolder } from './content-tree.ts'

export interface HttpsSite {
  /** Origin in the form `https://localhost:<port>`. */
  readonly origin: string
  /** Path of the certificate, for `NODE_EXTRA_CA_CERTS` of processes that trust the site. */
  readonly certificateFile: string
  /** Paths of all requests, in order. */
  readonly requests: readonly string[]
  /** Publishes the metadata document of a client. @returns the client's id, which is the address of the document */
  publishClient(path: string, metadata: object): string
}

/** Starts the web site of a client's vendor on this machine, with a self-signed certificate. */
export async function startHttpsSite(t: Test): Promise<HttpsSite> {
  const { cert, key } = makeCertificate()
  const certificateFile = join(await temporaryFolder(t), 'certificate.pem')
  await writeFile(certificateFile, cert)
  const documents = new Map<string, string>()
  const requests: string[] = []
  const server = createServer({ key, cert }, ({ url = '/' }, response) => {
    requests.push(url)
    const document = documents.get(url)
    response.writeHead(document === undefined ? 404 : 200, { 'Content-Type': 'application/json' }).end(document ?? '{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    certificateFile,
    requests,
    publishClient(path, metadata) {
      const id = origin + path
      documents.set(path, JSON.stringify({ client_id: id, ...metadata }))
      return id
    },
  }
}
