/** Entry of a process that answers every request with one body through node:http alone, on which most servers are built. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const body = readFileSync(process.argv[2]!)
const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body)
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
// The socket would keep the process alive.
process.on('disconnect', () => process.exit())
