import { z } from 'zod'
import type { AccountContent, Along, Contained, ContentResult } from '../../../account/content/account-content.ts'
import { defineTool } from '../../../mcp/features/tool.ts'
import type { CallContext, Tool, ToolOutcome } from '../../../mcp/features/tool.ts'
import { failed, found } from '../../../mcp/tool-kit/results.ts'
import { askToConfirm, canConfirm, readConfirmation } from './confirm-deletion.ts'
import { projectId, workspaceId } from './inputs.ts'
import { FIND, REPLACES, toFailure } from './outcomes.ts'
import { principalOf } from './principal-of.ts'

const recursive = z.boolean().default(false).describe('With all in it')

const animations = z.int().describe('Deleted with it')

export function deleteWorkspace(content: AccountContent): Tool {
  return defineTool({
    name: 'delete_workspace',
    title: 'Delete a workspace',
    description:
      'Deletes a workspace for good. One that holds anything needs recursive, or a client that asks the person.',
    annotations: REPLACES,
    input: z.object({ id: workspaceId, recursive }),
    output: z.object({ id: z.string(), projects: animations, animations }),
    run({ id, ...args }, context) {
      const who = principalOf(context)
      return deleteWithContents({ noun: 'workspace', id, ...args }, context, (along) =>
        content.deleteWorkspace(who, id, along),
      )
    },
  })
}

export function deleteProject(content: AccountContent): Tool {
  return defineTool({
    name: 'delete_project',
    title: 'Delete a project',
    description:
      'Deletes a project for good. One that holds anything needs recursive, or a client that asks the person.',
    annotations: REPLACES,
    input: z.object({ id: projectId, recursive }),
    output: z.object({ id: z.string(), animations }),
    run({ id, ...args }, context) {
      const who = principalOf(context)
      return deleteWithContents({ noun: 'project', id, ...args }, context, (along) =>
        content.deleteProject(who, id, along),
      )
    },
  })
}

interface Deletion {
  readonly noun: 'workspace' | 'project'
  readonly id: string
  readonly recursive: boolean
}

/**
 * Deletes an object that may have contents.
 *
 * @param remove Deletes the object with the permitted contents, or deletes nothing. It resolves to the counts of what was
 *   deleted. It counts in the transaction that deletes, so nobody loses more than the person was shown.
 */
async function deleteWithContents(
  { id, noun, recursive }: Deletion,
  context: CallContext,
  remove: (along: Along) => Promise<ContentResult<Partial<Contained>>>,
): Promise<ToolOutcome> {
  const confirmation = readConfirmation(context, id)
  // The refusal is checked first: whoever refused keeps even an object that has become empty since.
  if (confirmation.state === 'refused') return failed('Nothing was deleted: the person did not agree to it.')
  const agreed = confirmation.state === 'given' && canConfirm(context) ? confirmation.shown : false
  const removed = await remove(recursive || agreed)
  if (removed.ok) return found({ id, ...removed.value })
  if (removed.code !== 'not_empty' || !canConfirm(context)) return toFailure(removed, FIND[noun])
  return askToConfirm(noun, id, { projects: removed.projects, animations: removed.animations })
}
