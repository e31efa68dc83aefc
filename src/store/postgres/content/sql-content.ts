import type { AccountContent, ContentChange } from '../../../account/content/account-content.ts'
import { CONTENT_LIMITS, type ContentLimits } from '../../../account/content/limits.ts'
import type { Database } from '../database.ts'
import { createSqlAnimations } from './sql-content-animations.ts'
import type { SqlContentParts } from './sql-content-parts.ts'
import { createSqlProjects } from './sql-content-projects.ts'
import { anyOfIds, createBatchedRead } from './sql-content-reads.ts'
import { ANIMATION_COLUMNS, PROJECT_COLUMNS, WORKSPACE_COLUMNS } from './sql-content-rows.ts'
import { createSqlSearch } from './sql-content-search.ts'
import { createSqlWorkspaces } from './sql-content-workspaces.ts'
import { createWrite } from './sql-content-writes.ts'

export interface SqlContentOptions {
  /** Called after the commit of each write, in this process only. It must not throw. */
  readonly changed?: (change: ContentChange) => void
  /** Clock in milliseconds since 1970. */
  readonly now?: () => number
  readonly limits?: ContentLimits
}

/** Workspaces, projects and animations in the database. */
export function createSqlContent(database: Database, options: SqlContentOptions = {}): AccountContent {
  const { changed = () => {}, now = Date.now, limits = CONTENT_LIMITS } = options
  const parts: SqlContentParts = {
    database,
    limits,
    write: createWrite(database, { now, changed }),
    readWorkspace: createBatchedRead(database, (kysely) =>
      kysely.selectFrom('workspaces').select(WORKSPACE_COLUMNS).where('id', '=', anyOfIds()),
    ),
    readProject: createBatchedRead(database, (kysely) =>
      kysely.selectFrom('projects').select(PROJECT_COLUMNS).where('id', '=', anyOfIds()),
    ),
    readAnimation: createBatchedRead(database, (kysely) =>
      kysely.selectFrom('animations').select(ANIMATION_COLUMNS).where('id', '=', anyOfIds()),
    ),
  }
  return {
    ...createSqlWorkspaces(parts),
    ...createSqlProjects(parts),
    ...createSqlAnimations(parts),
    search: createSqlSearch(parts),
  }
}
