import { Database } from '@tursodatabase/database/compat'
import type { SearchDocument } from '../../src/engine/index/document.ts'
import { FIELDS, FIELD_WEIGHTS, queryTokens, tokeniseDocument } from '../tokens.ts'
import { RESULT_LIMIT, type BenchEngine } from './peer.ts'

const COLUMNS = FIELDS.join(', ')
const WEIGHTS = FIELDS.map((field) => `${field}=${FIELD_WEIGHTS[field].toFixed(1)}`).join(',')

/**
 * Wraps Tantivy inside Turso. Its query language has neither typo tolerance nor prefixes of single words, so the peer has
 * neither.
 */
export function createTurso(): BenchEngine {
  const paths: string[] = []
  const database = new Database(':memory:', { experimental: ['index_method'] })
  database.exec(
    `CREATE TABLE pages (id INTEGER PRIMARY KEY, ${FIELDS.map((field) => `${field} TEXT NOT NULL`).join(', ')})`,
  )
  let select: ReturnType<Database['prepare']> | undefined
  return {
    build(documents: readonly SearchDocument[]) {
      const insert = database.prepare(`INSERT INTO pages VALUES (?, ${FIELDS.map(() => '?').join(', ')})`)
      database.exec('BEGIN')
      documents.forEach((document, id) => {
        paths.push(document.path)
        const tokenised = tokeniseDocument(document, id)
        insert.run(id, ...FIELDS.map((field) => tokenised[field]))
      })
      database.exec('COMMIT')
      database.exec(
        `CREATE INDEX pages_fts ON pages USING fts (${COLUMNS}) WITH (tokenizer = 'whitespace', weights = '${WEIGHTS}')`,
      )
      // One numbered parameter is used twice. With two parameters every score is 0 (version 0.7.2).
      select = database.prepare(
        `SELECT id, fts_score(${COLUMNS}, ?1) AS score FROM pages WHERE fts_match(${COLUMNS}, ?1) ORDER BY score DESC LIMIT ${RESULT_LIMIT}`,
      )
    },
    search(query) {
      const tokens = queryTokens(query)
      if (tokens.length === 0) return []
      const rows = select!.all(tokens.join(' ')) as { id: number }[]
      return rows.map((row) => paths[row.id]!)
    },
  }
}
