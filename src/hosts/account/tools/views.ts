import { z } from 'zod'
import type { AccountObject, Animation, Project, Workspace } from '../../../account/content/account-content.ts'

/** Schema of a record: the members that all three kinds have, with those of one kind after `description`. */
function record<Own extends z.ZodRawShape>(own: Own) {
  return z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    ...own,
    version: z.int(),
    created_at: z.string(),
    updated_at: z.string(),
  })
}

export const workspaceRecord = record({ project_count: z.int() })
export const projectRecord = record({ workspace_id: z.string(), animation_count: z.int() })
export const animationRecord = record({
  project_id: z.string(),
  sha256: z.string(),
  size_bytes: z.int(),
  width: z.number(),
  height: z.number(),
  frame_rate: z.number(),
  duration_ms: z.number(),
})

export function toWorkspaceRecord(workspace: Workspace): z.output<typeof workspaceRecord> {
  const { id, name, description, projectCount, version, createdAt, updatedAt } = workspace
  return {
    id,
    name,
    description,
    project_count: projectCount,
    version,
    created_at: createdAt,
    updated_at: updatedAt,
  }
}

export function toProjectRecord(project: Project): z.output<typeof projectRecord> {
  const { id, name, description, workspaceId, animationCount, version, createdAt, updatedAt } = project
  return {
    id,
    name,
    description,
    workspace_id: workspaceId,
    animation_count: animationCount,
    version,
    created_at: createdAt,
    updated_at: updatedAt,
  }
}

export function toAnimationRecord(animation: Animation): z.output<typeof animationRecord> {
  const { id, name, description, projectId, version, createdAt, updatedAt } = animation
  const { sha256, sizeBytes, width, height, frameRate, durationMs } = animation
  return {
    id,
    name,
    description,
    project_id: projectId,
    sha256,
    size_bytes: sizeBytes,
    width,
    height,
    frame_rate: frameRate,
    duration_ms: durationMs,
    version,
    created_at: createdAt,
    updated_at: updatedAt,
  }
}

/** Converts an object to a record with its kind, for lists of mixed kinds. */
export function toObjectRecord(object: AccountObject) {
  switch (object.kind) {
    case 'workspace':
      return { kind: object.kind, ...toWorkspaceRecord(object) }
    case 'project':
      return { kind: object.kind, ...toProjectRecord(object) }
    default:
      return { kind: object.kind, ...toAnimationRecord(object) }
  }
}
