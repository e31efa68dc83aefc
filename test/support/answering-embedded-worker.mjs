// Stand-in for the thread of the embedded database, which answers pings alone.
import { parentPort } from 'node:worker_threads'

parentPort?.on('message', ({ type }) => {
  if (type === 'ping') parentPort.postMessage({ type: 'pong' })
  if (type === 'close') process.exit()
})
parentPort?.postMessage({ type: 'ready' })
