import type { Fault, Page, ContentResult } from '../../../account/content/account-content.ts'
import type { CallResult, FoundResult, ToolAnnotations, ToolOutcome } from '../../../mcp/features/tool.ts'
import { count, failed, found } from '../../../mcp/tool-kit/results.ts'

/** Of tools that add something. */
export const CREATES: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
}

/** Of tools that replace what was there; a repeated call finds another version than it expects. */
export const REPLACES: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
}

/** Of tools that move something from one place to another, which the version stops from happening twice. */
export const MOVES: ToolAnnotations = { ...REPLACES, destructiveHint: false }

/** Where ids come from, for a model that had a wrong one. */
export const FIND = {
  workspace: 'list_workspaces gives the ids that there are.',
  project: 'list_projects gives the ids that there are.',
  animation: 'list_animations gives the ids that there are.',
} as const

/** @param find How to find what is missing. */
export async function outcomeOf<T>(
  pending: Promise<ContentResult<T>>,
  find: string,
  show: (value: T) => ToolOutcome,
): Promise<ToolOutcome> {
  const result = await pending
  return result.ok ? show(result.value) : toFailure(result, find)
}

/**
 * A fault as the model reads it: what is wrong, and what to do next. There is no structured content, since clients hold that
 * against the output schema of the tool even in a failure.
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
    case 'invalid_cursor':
    case 'invalid_document':
    case 'limit_reached':
      return failed(detail)
  }
}

/** `2 projects and 1 animation`. */
export function held({ animations, projects }: { readonly projects: number; readonly animations: number }): string {
  const parts = [
    ...(projects === 0 ? [] : [count(projects, 'project')]),
    ...(animations === 0 && projects > 0 ? [] : [count(animations, 'animation')]),
  ]
  return parts.join(' and ')
}

/** A page of a list, under the plural of what it lists. */
export function foundPage<T>(
  { items, nextCursor }: Page<T>,
  plural: string,
  toRecord: (item: T) => object,
  describe: (item: T) => string,
): FoundResult {
  const lines = items.length === 0 ? [`There are no ${plural} here.`] : items.map(describe)
  if (nextCursor !== null) lines.push(`There are more: pass cursor ${nextCursor}`)
  return found(lines.join('\n'), { [plural]: items.map(toRecord), next_cursor: nextCursor })
}
