import type { Contained, ContentResult, Fault, Page } from '../../../account/content/account-content.ts'
import type { CallResult, FoundResult, ToolAnnotations, ToolOutcome } from '../../../mcp/features/tool.ts'
import { count, failed, found } from '../../../mcp/tool-kit/results.ts'

/** Annotations of tools that add something. */
export const CREATES: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
}

/** Annotations of tools that replace something. A repeated call finds another version than it expects. */
export const REPLACES: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
}

/** Annotations of tools that move something. The expected version prevents a second move. */
export const MOVES: ToolAnnotations = { ...REPLACES, destructiveHint: false }

/** Advice for a model that gave a wrong id: the tool that lists ids. */
export const FIND = {
  workspace: 'list_workspaces gives the ids that there are.',
  project: 'list_projects gives the ids that there are.',
  animation: 'list_animations gives the ids that there are.',
} as const

/** @param find Advice where to find the missing object's id. */
export async function outcomeOf<T>(
  pending: Promise<ContentResult<T>>,
  find: string,
  show: (value: T) => ToolOutcome,
): Promise<ToolOutcome> {
  const result = await pending
  return result.ok ? show(result.value) : toFailure(result, find)
}

/**
 * Converts a fault to the text for the model: what is wrong, and what to do next. There is no structured content, since
 * clients check that against the output schema of the tool even in a failure.
 */
export function toFailure(fault: Fault, find: string): CallResult {
  const { code, detail } = fault
  switch (code) {
    case 'not_found':
      return failed(`${detail} ${find}`)
    case 'stale_version':
      return failed(`${detail} current_version: ${fault.currentVersion}.`)
    case 'not_empty':
      return failed(`${detail} Pass recursive: true to delete that too.`)
    case 'revoked':
    case 'invalid_cursor':
    case 'invalid_document':
    case 'limit_reached':
      return failed(detail)
  }
}

/** Writes counts as text, such as `2 projects and 1 animation`. */
export function describeContents({ animations, projects }: Contained): string {
  const parts = [
    ...(projects === 0 ? [] : [count(projects, 'project')]),
    ...(animations === 0 && projects > 0 ? [] : [count(animations, 'animation')]),
  ]
  return parts.join(' and ')
}

/** Shows a page of a list, under the plural of the noun for its items. */
export function foundPage<T>(
  { items, nextCursor }: Page<T>,
  plural: string,
  toRecord: (item: T) => object,
): FoundResult {
  return found({ [plural]: items.map(toRecord), next_cursor: nextCursor })
}
