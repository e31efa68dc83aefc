import { z } from 'zod'
import type { AccountContent, Result } from '../../../account/content/account-content.ts'
import { defineTool } from '../../tool.ts'
import type { CallContext, CallResult, Tool, ToolOutcome } from '../../tool.ts'
import { failed, found } from '../results.ts'
import { askToConfirm, canConfirm, readConfirmation, type Contents } from './confirm-deletion.ts'
import { projectId, workspaceId } from './inputs.ts'
import { FIND, REPLACES, held, toFailure } from './outcomes.ts'
import { principalOf } from './principal-of.ts'

const recursive = z.boolean().default(false).describe('Delete what is in it too, without asking')

const animations = z.int().describe('Deleted with it')

export function deleteWorkspace(content: AccountContent): Tool {
  return defineTool({
    name: 'delete_workspace',
    title: 'Delete a workspace',
    description: 'Deletes a workspace for good. One that is not empty needs recursive, or the consent of the person.',
    annotations: REPLACES,
    input: z.object({ id: workspaceId, recursive }),
    output: z.object({ id: z.string(), projects: animations, animations }),
    run({ id, ...args }, context) {
      const who = principalOf(context)
      return deleteWithContents({ noun: 'workspace', id, ...args }, context, (all) =>
        content.deleteWorkspace(who, id, all),
      )
    },
  })
}

export function deleteProject(content: AccountContent): Tool {
  return defineTool({
    name: 'delete_project',
    title: 'Delete a project',
    description: 'Deletes a project for good. One that is not empty needs recursive, or the consent of the person.',
    annotations: REPLACES,
    input: z.object({ id: projectId, recursive }),
    output: z.object({ id: z.string(), animations }),
    run({ id, ...args }, context) {
      const who = principalOf(context)
      return deleteWithContents({ noun: 'project', id, ...args }, context, (all) => content.deleteProject(who, id, all))
    },
  })
}

interface Deletion {
  readonly noun: 'workspace' | 'project'
  readonly id: string
  readonly recursive: boolean
}

/** @param remove Deletes it, with all that is in it or only where there is nothing; answers what went with it. */
async function deleteWithContents(
  { id, noun, recursive }: Deletion,
  context: CallContext,
  remove: (all: boolean) => Promise<Result<Partial<Contents>>>,
): Promise<ToolOutcome> {
  const confirmation = readConfirmation(context, id)
  // Before anything else: who said no is to keep even what has become empty since.
  if (confirmation.state === 'refused') return failed('Nothing was deleted: the person did not agree to it.')
  const first = await remove(recursive)
  if (first.ok) return showDeleted(id, first.value)
  const { fault } = first
  if (fault.code !== 'not_empty' || !canConfirm(context)) return toFailure(fault, FIND[noun])
  const { projects, animations } = fault
  const contents = { projects, animations }
  if (confirmation.state === 'unasked' || isMore(contents, confirmation.shown)) return askToConfirm(noun, id, contents)
  const second = await remove(true)
  return second.ok ? showDeleted(id, second.value) : toFailure(second.fault, FIND[noun])
}

/** Whether there is more now than the person was shown. */
function isMore(now: Contents, shown: Contents): boolean {
  return now.projects > shown.projects || now.animations > shown.animations
}

function showDeleted(id: string, gone: Partial<Contents>): CallResult {
  const { projects = 0, animations = 0 } = gone
  const rest = projects + animations === 0 ? '' : ` and ${held({ projects, animations })} in it`
  return found(`Deleted ${id}${rest}.`, { id, ...gone })
}
