/**
 * Entry of a process that reads a POST request and returns a fixed JSON body through uWebSockets.js alone: the lower bound.
 */
import { loadUws } from '../../src/http/uws.ts'
import { reportToParent } from './mcp-child.ts'

const BODY = '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"done"}]}}'

const uws = loadUws()
const app = uws.App()
app.post('/*', (response) => {
  response.onAborted(() => {})
  response.onData((_chunk, isLast) => {
    if (isLast) response.cork(() => response.writeHeader('Content-Type', 'application/json').end(BODY))
  })
})
app.listen('127.0.0.1', 0, (socket) => {
  if (socket === false) throw new Error('no port to listen on')
  reportToParent(uws.us_socket_local_port(socket))
})
