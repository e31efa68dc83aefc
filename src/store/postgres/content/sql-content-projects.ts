import { sql, type Kysely } from 'kysely'
import type { AccountContent } from '../../../account/content/account-content.ts'
import { heldFault, notFound, tooManyProjects } from '../../../account/content/faults.ts'
import { toKeptText } from '../../../account/content/words.ts'
import type { Principal } from '../../../account/principal.ts'
import { isObjectId, newObjectId } from '../../../shared/object-id.ts'
import { findStale, hasChanges, toChangedColumns } from './sql-content-changes.ts'
import { parsePage, toPage } from './sql-content-pages.ts'
import type { SqlContentParts } from './sql-content-parts.ts'
import { PROJECT_COLUMNS, toProject } from './sql-content-rows.ts'
import { findWorkspace } from './sql-content-workspaces.ts'
import { toUnchanged, toWritten } from './sql-content-writes.ts'
import { deleteRows } from '../delete-rows.ts'
import type { Tables } from '../tables.ts'

type Projects = Pick<
  AccountContent,
  'listProjects' | 'getProject' | 'createProject' | 'updateProject' | 'deleteProject' | 'moveProject'
>

const MISSING = notFound('project')
const WORKSPACE_MISSING = notFound('workspace')

export function createSqlProjects({ database, limits, write, readWorkspace, readProject }: SqlContentParts): Projects {
  return {
    async listProjects(who, workspaceId, page) {
      if (workspaceId !== null && !isObjectId('ws', workspaceId)) return WORKSPACE_MISSING
      const position = parsePage('prj', page)
      if (!position.ok) return position
      const { rows, before } = position.value
      const found = await database.run((kysely) =>
        kysely
          .selectFrom('projects')
          .select(PROJECT_COLUMNS)
          .where('user_id', '=', who.userId)
          .$if(workspaceId !== null, (query) => query.where('workspace_id', '=', workspaceId))
          .$if(before !== null, (query) => query.where('id', '<', before))
          .orderBy('id', 'desc')
          .limit(rows)
          .execute(),
      )
      if (found.length === 0 && workspaceId !== null && (await readWorkspace(who.userId, workspaceId)) === null) {
        return WORKSPACE_MISSING
      }
      return { ok: true, value: toPage(found, page.limit, toProject) }
    },

    async getProject(who, id) {
      const row = isObjectId('prj', id) ? await readProject(who.userId, id) : null
      return row === null ? MISSING : { ok: true, value: toProject(row) }
    },

    createProject: (who, { workspaceId, name, description }) =>
      write(who, async (transaction, at) => {
        const workspace = await findWorkspace(transaction, who, workspaceId)
        if (workspace === null) return WORKSPACE_MISSING
        if (workspace.project_count >= limits.projectsPerWorkspace) {
          return tooManyProjects(limits.projectsPerWorkspace)
        }
        const row = await transaction
          .insertInto('projects')
          .values({
            id: newObjectId('prj', at.getTime()),
            workspace_id: workspaceId,
            user_id: who.userId,
            name: toKeptText(name),
            description: toKeptText(description),
            created_at: at,
            updated_at: at,
          })
          .returning(PROJECT_COLUMNS)
          .executeTakeFirstOrThrow()
        return toWritten(toProject(row), 'project.created', [row.id, workspaceId], { name: row.name })
      }),

    updateProject: (who, id, changes) =>
      write(who, async (transaction, at) => {
        const before = await findProject(transaction, who, id)
        if (before === null) return MISSING
        const stale = findStale('project', before, changes.expectedVersion)
        if (stale !== null) return stale
        if (!hasChanges(changes)) return toUnchanged(toProject(before))
        const row = await transaction
          .updateTable('projects')
          .set(toChangedColumns(changes, at))
          .where('id', '=', id)
          .returning(PROJECT_COLUMNS)
          .executeTakeFirstOrThrow()
        return toWritten(toProject(row), 'project.updated', [id, row.workspace_id], { name: row.name })
      }),

    deleteProject: (who, id, along) =>
      write(who, async (transaction) => {
        const project = await findProject(transaction, who, id)
        if (project === null) return MISSING
        const animations = project.animation_count
        const fault = heldFault('project', { projects: 0, animations }, along)
        if (fault !== null) return fault
        await deleteRows(transaction, 'animations', sql`user_id = ${who.userId} and project_id = ${id}`)
        await transaction.deleteFrom('projects').where('id', '=', id).execute()
        const detail = { name: project.name, animations }
        return toWritten({ animations }, 'project.deleted', [id, project.workspace_id], detail)
      }),

    moveProject: (who, id, toWorkspaceId, expectedVersion) =>
      write(who, async (transaction, at) => {
        const before = await findProject(transaction, who, id)
        if (before === null) return MISSING
        const target = await findWorkspace(transaction, who, toWorkspaceId)
        if (target === null) return WORKSPACE_MISSING
        const stale = findStale('project', before, expectedVersion)
        if (stale !== null) return stale
        const from = before.workspace_id
        if (from === toWorkspaceId) return toUnchanged(toProject(before))
        if (target.project_count >= limits.projectsPerWorkspace) {
          return tooManyProjects(limits.projectsPerWorkspace)
        }
        const row = await transaction
          .updateTable('projects')
          .set({ ...toChangedColumns({ expectedVersion }, at), workspace_id: toWorkspaceId })
          .where('id', '=', id)
          .returning(PROJECT_COLUMNS)
          .executeTakeFirstOrThrow()
        const detail = { name: row.name, from, to: toWorkspaceId }
        return toWritten(toProject(row), 'project.moved', [id, toWorkspaceId, from], detail)
      }),
  }
}

/** Finds the account's project, within a write. */
export async function findProject(transaction: Kysely<Tables>, who: Principal, id: string) {
  if (!isObjectId('prj', id)) return null
  const query = transaction.selectFrom('projects').select(PROJECT_COLUMNS)
  return (await query.where('id', '=', id).where('user_id', '=', who.userId).executeTakeFirst()) ?? null
}
