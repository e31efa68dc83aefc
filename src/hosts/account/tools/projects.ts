import { z } from 'zod'
import type { AccountContent, Project } from '../../../account/content/account-content.ts'
import { defineTool, type FoundResult, type Tool } from '../../../mcp/features/tool.ts'
import { LOOKS_UP, found } from '../../../mcp/tool-kit/results.ts'
import {
  EMPTY_NAME,
  NOTHING_TO_CHANGE,
  changeable,
  changesSomething,
  descriptionText,
  expectedVersion,
  hasNoEmptyName,
  nameText,
  paging,
  projectId,
  toChanges,
  toPage,
  workspaceId,
} from './inputs.ts'
import { CREATES, FIND, MOVES, REPLACES, foundPage, outcomeOf } from './outcomes.ts'
import { principalOf } from './principal-of.ts'
import { projectRecord, toProjectRecord } from './views.ts'

export function listProjects(content: AccountContent): Tool {
  return defineTool({
    name: 'list_projects',
    title: 'List projects',
    description: 'The projects of one workspace, or of all.',
    annotations: LOOKS_UP,
    input: z.object({ workspace_id: workspaceId.optional().describe('ws_…; without it all'), ...paging }),
    output: z.object({ projects: z.array(projectRecord), next_cursor: z.string().nullable() }),
    run: ({ workspace_id: inWorkspace = null, ...page }, context) =>
      outcomeOf(content.listProjects(principalOf(context), inWorkspace, toPage(page)), FIND.workspace, (found) =>
        foundPage(found, 'projects', toProjectRecord),
      ),
  })
}

export function createProject(content: AccountContent): Tool {
  return defineTool({
    name: 'create_project',
    title: 'Create a project',
    description: 'Makes an empty project in a workspace.',
    annotations: CREATES,
    input: z.object({ workspace_id: workspaceId, name: nameText, description: descriptionText.default('') }),
    output: projectRecord,
    run: ({ workspace_id: inWorkspace, ...input }, context) =>
      outcomeOf(
        content.createProject(principalOf(context), { workspaceId: inWorkspace, ...input }),
        FIND.workspace,
        show,
      ),
  })
}

export function getProject(content: AccountContent): Tool {
  return defineTool({
    name: 'get_project',
    title: 'Get a project',
    description: 'One project, without its animations.',
    annotations: LOOKS_UP,
    input: z.object({ id: projectId }),
    output: projectRecord,
    run: ({ id }, context) => outcomeOf(content.getProject(principalOf(context), id), FIND.project, show),
  })
}

export function updateProject(content: AccountContent): Tool {
  return defineTool({
    name: 'update_project',
    title: 'Update a project',
    description: 'Changes the name or description of a project; what is absent stays.',
    annotations: REPLACES,
    input: z
      .object({ id: projectId, ...changeable })
      .refine(hasNoEmptyName, EMPTY_NAME)
      .refine(changesSomething, NOTHING_TO_CHANGE),
    output: projectRecord,
    run: ({ id, ...changes }, context) =>
      outcomeOf(content.updateProject(principalOf(context), id, toChanges(changes)), FIND.project, show),
  })
}

export function moveProject(content: AccountContent): Tool {
  return defineTool({
    name: 'move_project',
    title: 'Move a project',
    description: 'Moves a project with its animations to another workspace.',
    annotations: MOVES,
    input: z.object({ id: projectId, to_workspace_id: workspaceId, expected_version: expectedVersion }),
    output: projectRecord,
    run: ({ id, to_workspace_id: toWorkspace, expected_version: version }, context) =>
      outcomeOf(
        content.moveProject(principalOf(context), id, toWorkspace, version),
        'list_projects and list_workspaces give the ids that there are.',
        show,
      ),
  })
}

function show(project: Project): FoundResult {
  return found(toProjectRecord(project))
}
