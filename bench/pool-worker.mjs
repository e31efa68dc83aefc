// The search worker of the pool's bench, from its sources: tsx does not reach worker threads by itself on Node 20. Started with
// a generation it answers queries in a plain loop; under the pool it serves.
import { parentPort, workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
const { handlers, serve } = await import('../src/pool/search-worker.ts')
const { createByteWriter } = await import('../src/search/byte-writer.ts')
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
