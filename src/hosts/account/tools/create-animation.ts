import { z } from 'zod'
import type { AccountContent } from '../../../account/content/account-content.ts'
import type { IconDocument, IconDocuments } from '../../../account/icon-documents.ts'
import { defineTool, type Tool } from '../../../mcp/features/tool.ts'
import { failed } from '../../../mcp/tool-kit/results.ts'
import { showAnimation } from './animations.ts'
import { descriptionText, lottieDocument, nameText, projectId } from './inputs.ts'
import { CREATES, FIND, outcomeOf } from './outcomes.ts'
import { principalOf } from './principal-of.ts'
import { animationRecord } from './views.ts'

const ICON_ID_LIMIT_CHARS = 200

const NO_ICON = {
  unknown: 'No icon has this id. search_icons of the icons server finds ids.',
  no_lottie: 'This icon has no Lottie file. Choose one whose formats include json.',
  unavailable: 'The icons cannot be read just now. Try again later, or give document instead.',
} satisfies Record<Extract<IconDocument, { ok: false }>['reason'], string>

/** @param icons Null where this process serves no icons. */
export function createAnimation(content: AccountContent, icons: IconDocuments | null): Tool {
  return defineTool({
    name: 'create_animation',
    title: 'Create an animation',
    description:
      icons === null
        ? 'Makes an animation in a project, from a Lottie document.'
        : 'Makes an animation in a project, from a document or the Lottie file of an icon of the icons server.',
    annotations: CREATES,
    input: z
      .object({
        project_id: projectId,
        name: nameText.optional().describe('Needed with document; 1 to 200 characters'),
        description: descriptionText.default(''),
        document: lottieDocument.optional(),
        ...iconInput(icons),
      })
      .refine((args) => (args.document === undefined) !== (args.icon_id === undefined), {
        error: icons === null ? 'is missing: give a Lottie document' : 'give exactly one of document and icon_id',
        path: ['document'],
      })
      .refine((args) => args.document === undefined || args.name !== undefined, {
        error: 'give a name with the document',
        path: ['name'],
      }),
    output: animationRecord,
    async run({ description, document, icon_id: iconId, name, project_id: inProject }, context) {
      const source =
        document === undefined ? await readIcon(icons, iconId) : ({ ok: true, title: '', document } as const)
      if (!source.ok) return failed(NO_ICON[source.reason])
      const input = { projectId: inProject, name: name ?? source.title, description, document: source.document }
      return outcomeOf(content.createAnimation(principalOf(context), input), FIND.project, showAnimation)
    },
  })
}

interface IconInput {
  readonly icon_id: z.ZodOptional<z.ZodString>
}

/** Members of the arguments that name an icon. Without icons there are none, so that models meet no argument that always fails. */
function iconInput(icons: IconDocuments | null): IconInput {
  const id = z.string().min(1).max(ICON_ID_LIMIT_CHARS).optional().describe('From search_icons')
  return (icons === null ? {} : { icon_id: id }) as IconInput
}

async function readIcon(icons: IconDocuments | null, iconId: string | undefined): Promise<IconDocument> {
  return icons === null || iconId === undefined ? { ok: false, reason: 'unavailable' } : icons.lottie(iconId)
}
