// Writes 500 answers into the given ring, as fast as there is room. Needs `npm run build`.
import { parentPort, workerData } from 'node:worker_threads'
import { createAnswerWriter } from '../../dist/pool/ring/answer-ring.js'

const writer = createAnswerWriter(workerData, () => parentPort.postMessage('ping'))
for (let n = 0; n < 500; n++) writer.write(1, new Uint8Array(1000).fill(n), 1000)
parentPort.postMessage('done')
