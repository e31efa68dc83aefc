import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import type { Test } from 'tap'
import { makeCertificate } from '../oauth/client/metadata-server.ts'

/**
 * Puts TLS with a self-signed certificate before a service until the test ends, for clients that speak `https` alone.
 *
 * @returns host and port, as in `localhost:43210`
 */
export async function startTlsFront(t: Test, serviceUrl: string): Promise<string> {
  const server = createServer(makeCertificate(), (incoming, outgoing) => {
    const { headers, method, url = '/' } = incoming
    const forwarded = request(new URL(url, serviceUrl), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      pipeline(answer, outgoing, () => undefined)
    })
    pipeline(incoming, forwarded, (error) => {
      if (error) outgoing.destroy()
    })
  })
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `localhost:${(server.address() as AddressInfo).port}`
}
