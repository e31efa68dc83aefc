import { z } from 'zod'
import type { AccountContent, Animation } from '../../../account/content/account-content.ts'
import { defineTool, type FoundResult, type Tool } from '../../../mcp/features/tool.ts'
import { LOOKS_UP, found } from '../../../mcp/tool-kit/results.ts'
import {
  EMPTY_NAME,
  animationId,
  changeable,
  changesSomething,
  expectedVersion,
  hasNoEmptyName,
  lottieDocument,
  nameText,
  paging,
  projectId,
  toChanges,
  toPage,
} from './inputs.ts'
import { CREATES, FIND, MOVES, REPLACES, foundPage, outcomeOf } from './outcomes.ts'
import { principalOf } from './principal-of.ts'
import { animationRecord, toAnimationRecord } from './views.ts'

const FIND_BOTH = 'list_animations and list_projects give the ids that there are.'

export function listAnimations(content: AccountContent): Tool {
  return defineTool({
    name: 'list_animations',
    title: 'List animations',
    description: 'The animations of one project, or of all.',
    annotations: LOOKS_UP,
    input: z.object({ project_id: projectId.optional().describe('prj_…; without it all'), ...paging }),
    output: z.object({ animations: z.array(animationRecord), next_cursor: z.string().nullable() }),
    run: ({ project_id: inProject = null, ...page }, context) =>
      outcomeOf(content.listAnimations(principalOf(context), inProject, toPage(page)), FIND.project, (found) =>
        foundPage(found, 'animations', toAnimationRecord),
      ),
  })
}

export function updateAnimation(content: AccountContent): Tool {
  return defineTool({
    name: 'update_animation',
    title: 'Update an animation',
    description: 'Changes the name, description or document of an animation; what is absent stays.',
    annotations: REPLACES,
    input: z
      .object({ id: animationId, ...changeable, document: lottieDocument.optional() })
      .refine(hasNoEmptyName, EMPTY_NAME)
      .refine((args) => changesSomething(args) || args.document !== undefined, {
        error: 'give a name, a description or a document',
        path: ['name'],
      }),
    output: animationRecord,
    run: ({ id, document, ...changes }, context) =>
      outcomeOf(
        content.updateAnimation(principalOf(context), id, {
          ...toChanges(changes),
          ...(document === undefined ? {} : { document }),
        }),
        FIND.animation,
        showAnimation,
      ),
  })
}

export function deleteAnimation(content: AccountContent): Tool {
  return defineTool({
    name: 'delete_animation',
    title: 'Delete an animation',
    description: 'Deletes an animation for good.',
    annotations: REPLACES,
    input: z.object({ id: animationId }),
    output: z.object({ id: z.string() }),
    run: ({ id }, context) =>
      outcomeOf(content.deleteAnimation(principalOf(context), id), FIND.animation, () => found({ id })),
  })
}

export function moveAnimation(content: AccountContent): Tool {
  return defineTool({
    name: 'move_animation',
    title: 'Move an animation',
    description: 'Moves an animation to another project.',
    annotations: MOVES,
    input: z.object({ id: animationId, to_project_id: projectId, expected_version: expectedVersion }),
    output: animationRecord,
    run: ({ id, to_project_id: toProject, expected_version: version }, context) =>
      outcomeOf(content.moveAnimation(principalOf(context), id, toProject, version), FIND_BOTH, showAnimation),
  })
}

export function duplicateAnimation(content: AccountContent): Tool {
  return defineTool({
    name: 'duplicate_animation',
    title: 'Duplicate an animation',
    description: 'Copies an animation with its document, into its own project or another.',
    annotations: CREATES,
    input: z.object({
      id: animationId,
      name: nameText.optional().describe('1 to 200 characters; (copy) without it'),
      to_project_id: projectId.optional().describe('prj_…; its own without it'),
    }),
    output: animationRecord,
    run: ({ id, name = null, to_project_id: toProjectId = null }, context) =>
      outcomeOf(content.duplicateAnimation(principalOf(context), id, { name, toProjectId }), FIND_BOTH, showAnimation),
  })
}

export function showAnimation(animation: Animation): FoundResult {
  return found(toAnimationRecord(animation))
}
