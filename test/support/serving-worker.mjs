// Serves the given ring, and answers each query with an empty object. Needs `npm run build`.
import { workerData } from 'node:worker_threads'
import { serveRing } from '../../dist/pool/ring/serve-ring.js'
import { writeText } from '../../dist/engine/index/byte-writer.js'

await serveRing(workerData, { search: (_generation, _query, _shape, out) => writeText(out, '{}') })
