import { sql, type RawBuilder } from 'kysely'
import type { AccountContent, AccountObject } from '../../../account/content/account-content.ts'
import { parseSearchCursor, toSearchCursor, type SearchPosition } from '../../../account/content/cursor.ts'
import { invalidCursor } from '../../../account/content/faults.ts'
import { toLikePattern, toQueryWords } from '../../../account/content/words.ts'
import type { SqlContentParts } from './sql-content-parts.ts'
import { toAnimation, toProject, toWorkspace } from './sql-content-rows.ts'
import { createTurns } from './sql-content-turns.ts'

/** Separator of name and description; no word contains it. */
const NO_WORD = '\n'
const TABLES = ['workspaces', 'projects', 'animations'] as const

/**
 * Searches the objects that contain each word in their name or description. Those with all words in the name come
 * first, then the others, each group from newest to oldest. The search scans every object of the account. An index
 * would help only for words of at least three characters, which is too long for Chinese and Korean.
 */
export function createSqlSearch(parts: SqlContentParts): AccountContent['search'] {
  const { database, readWorkspace, readProject, readAnimation } = parts
  // A search of a large account takes the database some 100 ms, so an account runs one at a time.
  const inTurn = createTurns()

  async function read(userId: string, id: string): Promise<AccountObject | null> {
    if (id.startsWith('ws_')) {
      const row = await readWorkspace(userId, id)
      return row && { kind: 'workspace', ...toWorkspace(row) }
    }
    if (id.startsWith('prj_')) {
      const row = await readProject(userId, id)
      return row && { kind: 'project', ...toProject(row) }
    }
    const row = await readAnimation(userId, id)
    return row && { kind: 'animation', ...toAnimation(row) }
  }

  return async (who, query, { limit, cursor }) => {
    const after = cursor === null ? null : parseSearchCursor(cursor)
    if (cursor !== null && after === null) return invalidCursor()
    const words = toQueryWords(query)
    if (words.length === 0) return { ok: true, value: { items: [], nextCursor: null } }
    const statement = toStatement(who.userId, words.map(toLikePattern), after, limit + 1)
    const { rows } = await inTurn(who.userId, () => database.run((kysely) => statement.execute(kysely)))
    const found = rows.slice(0, limit)
    const objects = await Promise.all(found.map(({ id }) => read(who.userId, id)))
    const last = rows.length > limit ? found.at(-1) : undefined
    // Objects deleted between the two queries are left out.
    const items = objects.filter((object) => object !== null)
    return { ok: true, value: { items, nextCursor: last === undefined ? null : toSearchCursor(last) } }
  }
}

/**
 * Builds the query. Each text is converted to lower case once, whatever the number of words, because that costs more
 * than the search in it. `made` is the id without its prefix, which sorts by time whatever the kind.
 */
function toStatement(
  userId: string,
  patterns: readonly string[],
  after: SearchPosition | null,
  rows: number,
): RawBuilder<SearchPosition> {
  const holdsAll = (text: RawBuilder<unknown>) =>
    sql.join(
      patterns.map((pattern) => sql`${text} like lower(${pattern})`),
      sql` and `,
    )
  const objects = TABLES.map(
    (table) => sql`
      select id, lower(name) as name, lower(name || ${NO_WORD} || description) as text
      from ${sql.table(table)} where user_id = ${userId}`,
  )
  const made = after?.id.slice(after.id.indexOf('_') + 1)
  const position =
    after === null ? sql`true` : sql`(rank > ${after.rank}::int or (rank = ${after.rank}::int and made < ${made}))`
  // "offset 0" keeps the planner from building the texts again for each word.
  return sql<SearchPosition>`
    select id, rank from (
      select id, split_part(id, '_', 2) as made, case when ${holdsAll(sql`name`)} then 0 else 1 end as rank
      from (${sql.join(objects, sql` union all `)} offset 0) as objects where ${holdsAll(sql`text`)}
    ) as found
    where ${position} order by rank, made desc limit ${rows}`
}
