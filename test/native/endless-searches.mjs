// A thread that searches until it is terminated.
import { parentPort } from 'node:worker_threads'
import { createByteWriter } from '../../src/engine/index/byte-writer.ts'
import { createNativeSearcher } from '../../src/engine/native/native-searcher.ts'
import { loadNative } from '../../src/engine/native/load-native.ts'
import { indexOf, page } from '../support/search-fixture.ts'

const pages = Array.from({ length: 500 }, (_, i) => page(`p/${i}`, `Page ${i}`, `words of the server number ${i}`))
const searcher = createNativeSearcher(loadNative().addon, new Map([['en', indexOf(pages)]]))
const out = createByteWriter()
parentPort.postMessage('searching')
for (;;) {
  out.length = 0
  searcher.writeAnswer({ query: 'words of the servre', locale: 'en', limit: 50 }, out)
}
