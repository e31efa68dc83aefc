import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Test } from 'tap'
import { makeCertificate } from '../oauth/client/metadata-server.ts'
import { temporaryFolder } from './content-tree.ts'

export interface HttpsSite {
  /** `https://localhost:<port>` */
  readonly origin: string
  /** For `NODE_EXTRA_CA_CERTS` of whoever is to trust the site. */
  readonly certificateFile: string
  /** Paths that were asked for, in order. */
  readonly requests: readonly string[]
  /** Puts the metadata document of a client at a path. Returns the client's id, which is the document's address. */
  publishClient(path: string, metadata: object): string
}

/** A web site of a client's maker on this machine, with a certificate that it gave itself. */
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
