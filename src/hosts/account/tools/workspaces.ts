import { z } from 'zod'
import type { AccountContent, Workspace } from '../../../account/content/account-content.ts'
import { defineTool, type FoundResult, type Tool } from '../../../mcp/features/tool.ts'
import { LOOKS_UP, found } from '../../../mcp/tool-kit/results.ts'
import {
  EMPTY_NAME,
  NOTHING_TO_CHANGE,
  changeable,
  changesSomething,
  descriptionText,
  hasNoEmptyName,
  nameText,
  paging,
  toChanges,
  toPage,
  workspaceId,
} from './inputs.ts'
import { CREATES, FIND, REPLACES, foundPage, outcomeOf } from './outcomes.ts'
import { principalOf } from './principal-of.ts'
import { toWorkspaceRecord, workspaceRecord } from './views.ts'

export function listWorkspaces(content: AccountContent): Tool {
  return defineTool({
    name: 'list_workspaces',
    title: 'List workspaces',
    description: 'The workspaces of the account. They hold projects, which hold animations.',
    annotations: LOOKS_UP,
    input: z.object(paging),
    output: z.object({ workspaces: z.array(workspaceRecord), next_cursor: z.string().nullable() }),
    run: (page, context) =>
      outcomeOf(content.listWorkspaces(principalOf(context), toPage(page)), FIND.workspace, (found) =>
        foundPage(found, 'workspaces', toWorkspaceRecord),
      ),
  })
}

export function createWorkspace(content: AccountContent): Tool {
  return defineTool({
    name: 'create_workspace',
    title: 'Create a workspace',
    description: 'Makes an empty workspace.',
    annotations: CREATES,
    input: z.object({ name: nameText, description: descriptionText.default('') }),
    output: workspaceRecord,
    run: (input, context) => outcomeOf(content.createWorkspace(principalOf(context), input), FIND.workspace, show),
  })
}

export function getWorkspace(content: AccountContent): Tool {
  return defineTool({
    name: 'get_workspace',
    title: 'Get a workspace',
    description: 'One workspace, without its projects.',
    annotations: LOOKS_UP,
    input: z.object({ id: workspaceId }),
    output: workspaceRecord,
    run: ({ id }, context) => outcomeOf(content.getWorkspace(principalOf(context), id), FIND.workspace, show),
  })
}

export function updateWorkspace(content: AccountContent): Tool {
  return defineTool({
    name: 'update_workspace',
    title: 'Update a workspace',
    description: 'Changes the name or description of a workspace; what is absent stays.',
    annotations: REPLACES,
    input: z
      .object({ id: workspaceId, ...changeable })
      .refine(hasNoEmptyName, EMPTY_NAME)
      .refine(changesSomething, NOTHING_TO_CHANGE),
    output: workspaceRecord,
    run: ({ id, ...changes }, context) =>
      outcomeOf(content.updateWorkspace(principalOf(context), id, toChanges(changes)), FIND.workspace, show),
  })
}

function show(workspace: Workspace): FoundResult {
  return found(toWorkspaceRecord(workspace))
}
