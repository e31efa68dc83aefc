import { Index } from 'flexsearch'
import type { SearchDocument } from '../../src/engine/index/document.ts'
import { FIELDS, queryTokens, tokeniseDocument } from '../tokens.ts'
import { RESULT_LIMIT, type BenchEngine } from './peer.ts'

/** Number of candidates from every field before the fusion. */
const FIELD_LIMIT = 50
/**
 * Offset that is added to a rank before it is inverted (reciprocal rank fusion), so that the first rank does not decide
 * alone.
 */
const RANK_OFFSET = 2
/**
 * Weights of the fields. FlexSearch returns ranks, not scores, so the weights of the other peers (8 to 1) would let titles
 * decide everything.
 */
const RANK_WEIGHTS = { title: 2, headings: 1, description: 1.2, body: 1, path: 1.5 } as const

/**
 * Creates one FlexSearch index for each field and fuses the results. FlexSearch's own Document search interleaves fields
 * without weights.
 */
export function createFlexSearch(): BenchEngine {
  const paths: string[] = []
  const fields = FIELDS.map((field) => ({
    field,
    weight: RANK_WEIGHTS[field],
    index: new Index({
      encode: (text) => text.split(' '),
      // Only short fields have prefixes. Prefixes of whole bodies cost gigabytes.
      tokenize: field === 'body' ? 'strict' : 'forward',
    }),
  }))
  return {
    build(documents: readonly SearchDocument[]) {
      documents.forEach((document, id) => {
        paths.push(document.path)
        const tokenised = tokeniseDocument(document, id)
        for (const { field, index } of fields) index.add(id, tokenised[field])
      })
    },
    search(query) {
      const text = queryTokens(query).join(' ')
      const scores = new Map<number, number>()
      for (const { index, weight } of fields) {
        const ids = index.search(text, { limit: FIELD_LIMIT, suggest: true })
        for (let rank = 0; rank < ids.length; rank++) {
          const id = ids[rank] as number
          scores.set(id, (scores.get(id) ?? 0) + weight / (RANK_OFFSET + rank))
        }
      }
      const best = [...scores].sort((a, b) => b[1] - a[1]).slice(0, RESULT_LIMIT)
      return best.map(([id]) => paths[id]!)
    },
  }
}
