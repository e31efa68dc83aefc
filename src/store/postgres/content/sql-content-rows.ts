import { sql, type Selectable } from 'kysely'
import type { Animation, Project, Workspace } from '../../../account/content/account-content.ts'
import type { Tables } from '../tables.ts'

/** Columns of a record, for `select` and `returning` alike. Counts need only an index. */
export const WORKSPACE_COLUMNS = [
  'workspaces.id',
  'workspaces.user_id',
  'workspaces.name',
  'workspaces.description',
  'workspaces.version',
  'workspaces.created_at',
  'workspaces.updated_at',
  sql<number>`(select count(*)::int from projects where projects.workspace_id = workspaces.id)`.as('project_count'),
] as const

export const PROJECT_COLUMNS = [
  'projects.id',
  'projects.workspace_id',
  'projects.user_id',
  'projects.name',
  'projects.description',
  'projects.version',
  'projects.created_at',
  'projects.updated_at',
  sql<number>`(select count(*)::int from animations where animations.project_id = projects.id)`.as('animation_count'),
] as const

export const ANIMATION_COLUMNS = [
  'animations.id',
  'animations.project_id',
  'animations.user_id',
  'animations.name',
  'animations.description',
  'animations.version',
  'animations.sha256',
  'animations.size_bytes',
  'animations.width',
  'animations.height',
  'animations.frame_rate',
  'animations.duration_ms',
  'animations.created_at',
  'animations.updated_at',
] as const

export type WorkspaceRow = Selectable<Tables['workspaces']> & { readonly project_count: number }
export type ProjectRow = Selectable<Tables['projects']> & { readonly animation_count: number }
export type AnimationRow = Selectable<Tables['animations']>

export function toWorkspace(row: WorkspaceRow): Workspace {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    version: row.version,
    projectCount: row.project_count,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export function toProject(row: ProjectRow): Project {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    description: row.description,
    version: row.version,
    animationCount: row.animation_count,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export function toAnimation(row: AnimationRow): Animation {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    description: row.description,
    version: row.version,
    sha256: row.sha256,
    sizeBytes: row.size_bytes,
    width: row.width,
    height: row.height,
    frameRate: row.frame_rate,
    durationMs: row.duration_ms,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
