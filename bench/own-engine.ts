import { createByteWriter } from '../src/engine/index/byte-writer.ts'
import { buildIndex } from '../src/engine/build/build.ts'
import { normaliseQuery } from '../src/shared/normalise-query.ts'
import { openIndex } from '../src/engine/index/open.ts'
import type { KernelChoice } from '../src/engine/native/kernel-choice.ts'
import { chooseKernel } from '../src/engine/native/kernels.ts'
import type { Searcher } from '../src/engine/query/searcher.ts'
import type { SearchDocument } from '../src/engine/index/document.ts'
import type { Locale } from '../src/shared/locale.ts'
import { RESULT_LIMIT, type BenchEngine } from './peers/peer.ts'

const SITE_URL = 'http://localhost:4000'

/** Wraps the project's own engine. It calls the same functions as the service. */
export function createOwnEngine(kernel: KernelChoice): BenchEngine {
  const out = createByteWriter()
  let searcher: Searcher
  let locale: Locale
  let indexBytes = 0
  return {
    build(documents: readonly SearchDocument[], of: Locale) {
      locale = of
      const buffer = buildIndex(documents, { locale })
      indexBytes = buffer.byteLength
      searcher = chooseKernel(kernel).createSearcher(new Map([[locale, openIndex(buffer, null, SITE_URL)]]))
    },
    search(query) {
      const answer = searcher.search({ query: normaliseQuery(query), locale, limit: RESULT_LIMIT })
      return answer.hits.map((hit) => hit.path)
    },
    answer(query) {
      out.length = 0
      searcher.writeAnswer({ query: normaliseQuery(query), locale, limit: RESULT_LIMIT }, out)
    },
    indexBytes: () => indexBytes,
  }
}
