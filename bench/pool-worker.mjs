// The search worker of the pool's bench, run from its sources. With a generation in its data it answers queries in a plain
// loop. Otherwise it serves the pool.
import { parentPort, workerData } from 'node:worker_threads'
import { handlers, serve } from '../src/threads/search-worker.ts'
import { createByteWriter } from '../src/engine/index/byte-writer.ts'

export { serve }

if (workerData.generation !== undefined) {
  const { generation, shape } = workerData
  const out = createByteWriter()
  handlers.open({ kind: 'open', share: generation, oldest: generation.number })
  parentPort.on('message', (queries) => {
    const start = performance.now()
    for (const query of queries) {
      out.length = 0
      handlers.search(generation.number, query, shape, out)
    }
    parentPort.postMessage(performance.now() - start)
  })
  parentPort.postMessage(0)
}
