// A thread that times the same sums on each request. They keep all units of a core busy, which any other thread on the same
// core may also need.
import { parentPort } from 'node:worker_threads'

const words = new Int32Array(4096)
const SUMS = 4_000
const REPEATS = 3

parentPort.on('message', () => {
  let least = Infinity
  for (let n = 0; n < REPEATS; n++) {
    const start = performance.now()
    sum()
    least = Math.min(least, performance.now() - start)
  }
  parentPort.postMessage(least)
})

function sum() {
  let a = 1
  let b = 2
  let c = 3
  let d = 4
  for (let n = 0; n < SUMS; n++) {
    for (let i = 0; i < words.length; i += 4) {
      a = Math.imul(a ^ words[i], 0x5bd1e995) ^ (b >>> 15)
      b = Math.imul(b ^ words[i + 1], 0x1b873593) ^ (c >>> 13)
      c = Math.imul(c ^ words[i + 2], 0x2c1b3c6d) ^ (d >>> 16)
      d = Math.imul(d ^ words[i + 3], 0x297a2d39) ^ (a >>> 14)
    }
  }
  words[0] = a ^ b ^ c ^ d
}
