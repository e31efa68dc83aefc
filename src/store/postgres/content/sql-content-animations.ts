import { sql, type Kysely } from 'kysely'
import type { AccountContent, LottieFacts } from '../../../account/content/account-content.ts'
import { notFound } from '../../../account/content/faults.ts'
import { NAME_LIMIT_CHARACTERS } from '../../../account/content/limits.ts'
import { readLottieDocument } from '../../../account/content/lottie-document.ts'
import { toCopyName, toKeptText } from '../../../account/content/words.ts'
import type { Principal } from '../../../account/principal.ts'
import { isObjectId, newObjectId } from '../../../shared/object-id.ts'
import { findStale, hasChanges, toChangedColumns } from './sql-content-changes.ts'
import { findFull } from './sql-content-quota.ts'
import { parsePage, toPage } from './sql-content-pages.ts'
import type { SqlContentParts } from './sql-content-parts.ts'
import { findProject } from './sql-content-projects.ts'
import { ANIMATION_COLUMNS, toAnimation, type AnimationRow } from './sql-content-rows.ts'
import { toUnchanged, toWritten } from './sql-content-writes.ts'
import type { Tables } from '../tables.ts'

type Animations = Pick<
  AccountContent,
  | 'listAnimations'
  | 'getAnimation'
  | 'getDocument'
  | 'createAnimation'
  | 'updateAnimation'
  | 'deleteAnimation'
  | 'moveAnimation'
  | 'duplicateAnimation'
>

const MISSING = notFound('animation')
const PROJECT_MISSING = notFound('project')

export function createSqlAnimations(parts: SqlContentParts): Animations {
  const { database, limits, write, readProject, readAnimation } = parts
  return {
    async listAnimations(who, projectId, page) {
      if (projectId !== null && !isObjectId('prj', projectId)) return PROJECT_MISSING
      const position = parsePage('anm', page)
      if (!position.ok) return position
      const { rows, before } = position.value
      const found = await database.run((kysely) =>
        kysely
          .selectFrom('animations')
          .select(ANIMATION_COLUMNS)
          .where('user_id', '=', who.userId)
          .$if(projectId !== null, (query) => query.where('project_id', '=', projectId))
          .$if(before !== null, (query) => query.where('id', '<', before))
          .orderBy('id', 'desc')
          .limit(rows)
          .execute(),
      )
      if (found.length === 0 && projectId !== null && (await readProject(who.userId, projectId)) === null) {
        return PROJECT_MISSING
      }
      return { ok: true, value: toPage(found, page.limit, toAnimation) }
    },

    async getAnimation(who, id) {
      const row = isObjectId('anm', id) ? await readAnimation(who.userId, id) : null
      return row === null ? MISSING : { ok: true, value: toAnimation(row) }
    },

    async getDocument(who, id) {
      if (!isObjectId('anm', id)) return MISSING
      const row = await database.run((kysely) =>
        kysely
          .selectFrom('animations')
          .innerJoin('animation_documents', 'animation_documents.animation_id', 'animations.id')
          .select([...ANIMATION_COLUMNS, 'animation_documents.document'])
          .where('animations.id', '=', id)
          .where('animations.user_id', '=', who.userId)
          .executeTakeFirst(),
      )
      if (row === undefined) return MISSING
      return { ok: true, value: { animation: toAnimation(row), document: row.document } }
    },

    async createAnimation(who, { projectId, name, description, document }) {
      const read = readLottieDocument(document)
      if (!read.ok) return read
      const { text, facts } = read.value
      return write(who, async (transaction, at) => {
        const project = await findProject(transaction, who, projectId)
        if (project === null) return PROJECT_MISSING
        const full = await findFull(transaction, limits, project, { animations: 1, bytes: facts.sizeBytes })
        if (full !== null) return full
        const row = await transaction
          .insertInto('animations')
          .values({
            id: newObjectId('anm', at.getTime()),
            project_id: projectId,
            user_id: who.userId,
            name: toKeptText(name),
            description: toKeptText(description),
            ...toFactColumns(facts),
            created_at: at,
            updated_at: at,
          })
          .returning(ANIMATION_COLUMNS)
          .executeTakeFirstOrThrow()
        await transaction.insertInto('animation_documents').values({ animation_id: row.id, document: text }).execute()
        const ids = [row.id, projectId, project.workspace_id] as const
        return toWritten(toAnimation(row), 'animation.created', [...ids], { name: row.name })
      })
    },

    async updateAnimation(who, id, { document, ...changes }) {
      const read = document === undefined ? null : readLottieDocument(document)
      if (read?.ok === false) return read
      return write(who, async (transaction, at) => {
        const found = await findAnimation(transaction, who, id)
        if (found === null) return MISSING
        const { animation, project } = found
        const stale = findStale('animation', animation, changes.expectedVersion)
        if (stale !== null) return stale
        if (read === null && !hasChanges(changes)) return toUnchanged(toAnimation(animation))
        if (read !== null) {
          const more = { animations: 0, bytes: read.value.facts.sizeBytes - animation.size_bytes }
          const full = await findFull(transaction, limits, project, more)
          if (full !== null) return full
          await transaction
            .updateTable('animation_documents')
            .set({ document: read.value.text })
            .where('animation_id', '=', id)
            .execute()
        }
        const facts = read === null ? {} : toFactColumns(read.value.facts)
        const row = await transaction
          .updateTable('animations')
          .set({ ...toChangedColumns(changes, at), ...facts })
          .where('id', '=', id)
          .returning(ANIMATION_COLUMNS)
          .executeTakeFirstOrThrow()
        const detail = { name: row.name, document: read !== null }
        return toWritten(toAnimation(row), 'animation.updated', [id, project.id, project.workspace_id], detail)
      })
    },

    deleteAnimation: (who, id) =>
      write(who, async (transaction) => {
        const found = await findAnimation(transaction, who, id)
        if (found === null) return MISSING
        const { animation, project } = found
        await transaction.deleteFrom('animations').where('id', '=', id).execute()
        const ids = [id, project.id, project.workspace_id] as const
        return toWritten(null, 'animation.deleted', [...ids], { name: animation.name })
      }),

    moveAnimation: (who, id, toProjectId, expectedVersion) =>
      write(who, async (transaction, at) => {
        const found = await findAnimation(transaction, who, id)
        if (found === null) return MISSING
        const target = await findProject(transaction, who, toProjectId)
        if (target === null) return PROJECT_MISSING
        const { animation, project: from } = found
        const stale = findStale('animation', animation, expectedVersion)
        if (stale !== null) return stale
        if (from.id === toProjectId) return toUnchanged(toAnimation(animation))
        const full = await findFull(transaction, limits, target, { animations: 0, bytes: 0, moved: 1 })
        if (full !== null) return full
        const row = await transaction
          .updateTable('animations')
          .set({ ...toChangedColumns({ expectedVersion }, at), project_id: toProjectId })
          .where('id', '=', id)
          .returning(ANIMATION_COLUMNS)
          .executeTakeFirstOrThrow()
        const ids = new Set([toProjectId, target.workspace_id, from.id, from.workspace_id])
        const detail = { name: row.name, from: from.id, to: toProjectId }
        return toWritten(toAnimation(row), 'animation.moved', [id, ...ids], detail)
      }),

    duplicateAnimation: (who, id, { name, toProjectId }) =>
      write(who, async (transaction, at) => {
        const found = await findAnimation(transaction, who, id)
        if (found === null) return MISSING
        const { animation: original } = found
        const project = toProjectId === null ? found.project : await findProject(transaction, who, toProjectId)
        if (project === null) return PROJECT_MISSING
        const full = await findFull(transaction, limits, project, { animations: 1, bytes: original.size_bytes })
        if (full !== null) return full
        const row = await transaction
          .insertInto('animations')
          .values({
            ...original,
            id: newObjectId('anm', at.getTime()),
            project_id: project.id,
            name: name === null ? toCopyName(original.name, NAME_LIMIT_CHARACTERS) : toKeptText(name),
            version: 1,
            created_at: at,
            updated_at: at,
          })
          .returning(ANIMATION_COLUMNS)
          .executeTakeFirstOrThrow()
        await transaction
          .insertInto('animation_documents')
          .columns(['animation_id', 'document'])
          .expression((query) =>
            query
              .selectFrom('animation_documents')
              .select([sql<string>`${row.id}::text`.as('animation_id'), 'document'])
              .where('animation_id', '=', id),
          )
          .execute()
        const ids = [row.id, project.id, project.workspace_id] as const
        return toWritten(toAnimation(row), 'animation.duplicated', [...ids], { name: row.name, of: id })
      }),
  }
}

function toFactColumns({ sha256, sizeBytes, width, height, frameRate, durationMs }: LottieFacts) {
  return { sha256, size_bytes: sizeBytes, width, height, frame_rate: frameRate, duration_ms: durationMs }
}

/** Finds the account's animation and its project, within a write. */
async function findAnimation(transaction: Kysely<Tables>, who: Principal, id: string) {
  if (!isObjectId('anm', id)) return null
  const query = transaction.selectFrom('animations').select(ANIMATION_COLUMNS)
  const animation: AnimationRow | undefined = await query
    .where('id', '=', id)
    .where('user_id', '=', who.userId)
    .executeTakeFirst()
  const project = animation && (await findProject(transaction, who, animation.project_id))
  return animation && project ? { animation, project } : null
}
