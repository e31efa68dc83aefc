import { z } from 'zod'
import type { AccountContent, ContentResult } from '../../../account/content/account-content.ts'
import type { DocumentUse } from '../../../account/content/document-addresses.ts'
import { staleVersion } from '../../../account/content/faults.ts'
import type { Principal } from '../../../account/principal.ts'
import { defineTool, type Tool } from '../../../mcp/features/tool.ts'
import { found } from '../../../mcp/tool-kit/results.ts'
import type { OpenDocumentLink } from './document-links.ts'
import { animationId, descriptionText, expectedVersion, nameText, projectId } from './inputs.ts'
import { FIND, REPLACES, outcomeOf, toFailure } from './outcomes.ts'
import { principalOf } from './principal-of.ts'

const BOTH_WAYS = {
  error: 'give project_id and name for a new animation, or id and expected_version to replace a document',
  path: ['project_id'],
}

/** A tool for clients that have a file: the document need not go through the model. */
export function uploadAnimation(content: AccountContent, openLink: OpenDocumentLink): Tool {
  return defineTool({
    name: 'upload_animation',
    title: 'Upload an animation',
    description:
      'Gives an address for one upload (PUT) of a Lottie file of at most 2 MiB within 5 minutes. Give project_id and name for a new animation, or id and expected_version to replace a document.',
    // The upload may replace a document, and hosts ask their person before that.
    annotations: { ...REPLACES, idempotentHint: false },
    input: z
      .object({
        project_id: projectId.optional(),
        name: nameText.optional(),
        description: descriptionText.optional(),
        id: animationId.optional(),
        expected_version: expectedVersion.optional(),
      })
      .refine(
        (args) =>
          args.id === undefined
            ? args.project_id !== undefined && args.name !== undefined && args.expected_version === undefined
            : args.expected_version !== undefined &&
              (args.project_id ?? args.name ?? (args.description || undefined)) === undefined,
        BOTH_WAYS,
      ),
    output: z.object({ upload_url: z.string(), expires_at: z.string(), note: z.string() }),
    async run({ description = '', expected_version: version = 0, id, name = '', project_id: inProject = '' }, context) {
      const who = principalOf(context)
      const use: DocumentUse =
        id === undefined ? { kind: 'create', projectId: inProject, name, description } : { kind: 'update', id, version }
      const target = await findTarget(content, who, use)
      if (!target.ok) return toFailure(target, id === undefined ? FIND.project : FIND.animation)
      return outcomeOf(openLink(who, use), '', ({ expiresAt, url }) => {
        const note = `Upload the file once, within five minutes: curl -T animation.json ${url}`
        return found({ upload_url: url, expires_at: expiresAt, note })
      })
    },
  })
}

/** Looks whether a write could succeed now. It is checked again when the file has come. */
async function findTarget(content: AccountContent, who: Principal, use: DocumentUse): Promise<ContentResult<unknown>> {
  if (use.kind === 'create') return content.getProject(who, use.projectId)
  const found = await content.getAnimation(who, use.id)
  return found.ok && found.value.version !== use.version
    ? staleVersion('animation', use.version, found.value.version)
    : found
}
