// Stand-in for the thread of the embedded database, which fails when a client connects.
import { parentPort } from 'node:worker_threads'

parentPort?.on('message', ({ type }) => {
  if (type === 'connect') throw new Error('the engine broke')
})
parentPort?.postMessage({ type: 'ready' })
