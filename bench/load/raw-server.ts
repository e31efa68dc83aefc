/**
 * Entry of a process that answers every request with one body through uWebSockets.js alone, to which the service is
 * compared.
 */
import { readFileSync } from 'node:fs'
import { loadUws } from '../../src/http/uws.ts'

const body = readFileSync(process.argv[2]!)
const uws = loadUws()
const app = uws.App()
app.get('/*', (response) => {
  response.writeHeader('Content-Type', 'application/json').end(body)
})
app.listen('127.0.0.1', 0, (socket) => {
  if (socket === false) throw new Error('no port to listen on')
  process.send!(uws.us_socket_local_port(socket))
})
// The socket would keep the process alive.
process.on('disconnect', () => process.exit())
