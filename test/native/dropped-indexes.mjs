// A thread that opens one generation after another and keeps none. It reports by how many bytes the process grew.
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort } from 'node:worker_threads'
import { createByteWriter } from '../../src/engine/index/byte-writer.ts'
import { createNativeSearcher } from '../../src/engine/native/native-searcher.ts'
import { loadNative } from '../../src/engine/native/load-native.ts'
import { openIndex } from '../../src/engine/index/open.ts'
import { indexOf, page } from '../support/search-fixture.ts'

const GENERATIONS = 200
const WARM_UP = 20
const SYNONYMS = [['server', 'service', 'host']]

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

const words = Array.from({ length: 3000 }, (_, i) => `word${i}`).join(' ')
const pages = Array.from({ length: 50 }, (_, i) => page(`p/${i}`, `Page ${i}`, `the server ${words}`))
const built = new Uint8Array(indexOf(pages, 'en', SYNONYMS).termPages.buffer)
const { addon } = loadNative()

async function openAndDrop() {
  const buffer = new SharedArrayBuffer(built.length)
  new Uint8Array(buffer).set(built)
  const searcher = createNativeSearcher(addon, new Map([['en', openIndex(buffer)]]))
  searcher.writeAnswer({ query: 'server word17', locale: 'en', limit: 10 }, createByteWriter())
  collectGarbage()
  // Native memory is freed between two turns of the event loop.
  await setImmediate()
}

for (let i = 0; i < WARM_UP; i++) await openAndDrop()
const before = process.memoryUsage.rss()
for (let i = 0; i < GENERATIONS; i++) await openAndDrop()
parentPort.postMessage(process.memoryUsage.rss() - before)
