import { sql, type Kysely } from 'kysely'
import type { AccountContent } from '../../../account/content/account-content.ts'
import { heldFault, notFound, tooManyWorkspaces } from '../../../account/content/faults.ts'
import { toKeptText } from '../../../account/content/words.ts'
import type { Principal } from '../../../account/principal.ts'
import { isObjectId, newObjectId } from '../../../shared/object-id.ts'
import { parsePage, toPage } from './sql-content-pages.ts'
import { WORKSPACE_COLUMNS, toWorkspace } from './sql-content-rows.ts'
import { findStale, hasChanges, toChangedColumns } from './sql-content-changes.ts'
import type { SqlContentParts } from './sql-content-parts.ts'
import { toUnchanged, toWritten } from './sql-content-writes.ts'
import { deleteRows } from '../delete-rows.ts'
import type { Tables } from '../tables.ts'

type Workspaces = Pick<
  AccountContent,
  'listWorkspaces' | 'getWorkspace' | 'createWorkspace' | 'updateWorkspace' | 'deleteWorkspace'
>

const MISSING = notFound('workspace')

export function createSqlWorkspaces({ database, limits, write, readWorkspace }: SqlContentParts): Workspaces {
  return {
    async listWorkspaces(who, page) {
      const position = parsePage('ws', page)
      if (!position.ok) return position
      const { rows, before } = position.value
      const found = await database.run((kysely) =>
        kysely
          .selectFrom('workspaces')
          .select(WORKSPACE_COLUMNS)
          .where('user_id', '=', who.userId)
          .$if(before !== null, (query) => query.where('id', '<', before))
          .orderBy('id', 'desc')
          .limit(rows)
          .execute(),
      )
      return { ok: true, value: toPage(found, page.limit, toWorkspace) }
    },

    async getWorkspace(who, id) {
      const row = isObjectId('ws', id) ? await readWorkspace(who.userId, id) : null
      return row === null ? MISSING : { ok: true, value: toWorkspace(row) }
    },

    createWorkspace: (who, { name, description }) =>
      write(who, async (transaction, at) => {
        const { count } = await transaction
          .selectFrom('workspaces')
          .select(sql<number>`count(*)::int`.as('count'))
          .where('user_id', '=', who.userId)
          .executeTakeFirstOrThrow()
        if (count >= limits.workspacesPerAccount) return tooManyWorkspaces(limits.workspacesPerAccount)
        const row = await transaction
          .insertInto('workspaces')
          .values({
            id: newObjectId('ws', at.getTime()),
            user_id: who.userId,
            name: toKeptText(name),
            description: toKeptText(description),
            created_at: at,
            updated_at: at,
          })
          .returning(WORKSPACE_COLUMNS)
          .executeTakeFirstOrThrow()
        return toWritten(toWorkspace(row), 'workspace.created', [row.id], { name: row.name })
      }),

    updateWorkspace: (who, id, changes) =>
      write(who, async (transaction, at) => {
        const before = await findWorkspace(transaction, who, id)
        if (before === null) return MISSING
        const stale = findStale('workspace', before, changes.expectedVersion)
        if (stale !== null) return stale
        if (!hasChanges(changes)) return toUnchanged(toWorkspace(before))
        const row = await transaction
          .updateTable('workspaces')
          .set(toChangedColumns(changes, at))
          .where('id', '=', id)
          .returning(WORKSPACE_COLUMNS)
          .executeTakeFirstOrThrow()
        return toWritten(toWorkspace(row), 'workspace.updated', [id], { name: row.name })
      }),

    deleteWorkspace: (who, id, along) =>
      write(who, async (transaction) => {
        const workspace = await findWorkspace(transaction, who, id)
        if (workspace === null) return MISSING
        const held = await transaction
          .selectFrom('projects')
          .leftJoin('animations', 'animations.project_id', 'projects.id')
          .select([
            sql<number>`count(distinct projects.id)::int`.as('projects'),
            sql<number>`count(animations.id)::int`.as('animations'),
          ])
          .where('projects.workspace_id', '=', id)
          .executeTakeFirstOrThrow()
        const fault = heldFault('workspace', held, along)
        if (fault !== null) return fault
        const projects = sql`select id from projects where workspace_id = ${id}`
        await deleteRows(transaction, 'animations', sql`user_id = ${who.userId} and project_id in (${projects})`)
        await deleteRows(transaction, 'projects', sql`user_id = ${who.userId} and workspace_id = ${id}`)
        await transaction.deleteFrom('workspaces').where('id', '=', id).execute()
        return toWritten(held, 'workspace.deleted', [id], { name: workspace.name, ...held })
      }),
  }
}

/** Finds the account's workspace, within a write. */
export async function findWorkspace(transaction: Kysely<Tables>, who: Principal, id: string) {
  if (!isObjectId('ws', id)) return null
  const query = transaction.selectFrom('workspaces').select(WORKSPACE_COLUMNS)
  return (await query.where('id', '=', id).where('user_id', '=', who.userId).executeTakeFirst()) ?? null
}
