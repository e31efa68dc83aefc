// Stands where the thread of the embedded database would, and breaks when somebody connects.
import { parentPort } from 'node:worker_threads'

parentPort?.on('message', ({ type }) => {
  if (type === 'connect') throw new Error('the engine broke')
})
parentPort?.postMessage({ type: 'ready' })
