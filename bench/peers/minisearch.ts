import MiniSearch from 'minisearch'
import type { SearchDocument } from '../../src/engine/index/document.ts'
import { FIELDS, FIELD_WEIGHTS, queryTokens, tokeniseDocument, type TokenisedDocument } from '../tokens.ts'
import { RESULT_LIMIT, type BenchEngine } from './peer.ts'

const LATIN_WORD = /^[a-z]{4,}$/

export function createMiniSearch(): BenchEngine {
  const paths: string[] = []
  const index = new MiniSearch<TokenisedDocument>({
    fields: [...FIELDS],
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term,
    searchOptions: {
      boost: FIELD_WEIGHTS,
      combineWith: 'OR',
      prefix: (_term, i, terms) => i === terms.length - 1,
      // One edit is allowed from four letters on, which is the engine's own rule. In pairs of CJK characters an edit would
      // match at random.
      fuzzy: (term) => (LATIN_WORD.test(term) ? 1 : false),
    },
  })
  return {
    build(documents: readonly SearchDocument[]) {
      documents.forEach((document, id) => {
        paths.push(document.path)
        index.add(tokeniseDocument(document, id))
      })
    },
    search(query) {
      const results = index.search(queryTokens(query).join(' '))
      return results.slice(0, RESULT_LIMIT).map((result) => paths[result.id as number]!)
    },
  }
}
