import { z } from 'zod'
import type { AccountContent } from '../../../account/content/account-content.ts'
import { defineTool, type Tool } from '../../../mcp/features/tool.ts'
import { LOOKS_UP } from '../../../mcp/tool-kit/results.ts'
import { showAnimation } from './animations.ts'
import { animationId } from './inputs.ts'
import { FIND, outcomeOf } from './outcomes.ts'
import { principalOf } from './principal-of.ts'
import { animationRecord, toAnimationRecord } from './views.ts'

export function getAnimation(content: AccountContent): Tool {
  return defineTool({
    name: 'get_animation',
    title: 'Get an animation',
    description: 'One animation. Its document, up to 2 MiB, comes only with include_document.',
    annotations: LOOKS_UP,
    input: z.object({
      id: animationId,
      include_document: z.boolean().default(false).describe('Also the Lottie document'),
    }),
    output: animationRecord.extend({ document: z.looseObject({}).optional() }),
    run({ id, include_document: wantsDocument }, context) {
      const who = principalOf(context)
      if (!wantsDocument) {
        return outcomeOf(content.getAnimation(who, id), FIND.animation, showAnimation)
      }
      return outcomeOf(content.getDocument(who, id), FIND.animation, ({ animation, document }) => {
        // The document is JSON already. Parsing and writing it again would block all requests of the thread for
        // milliseconds.
        const record = JSON.stringify(toAnimationRecord(animation))
        return { structuredJson: `${record.slice(0, -1)},"document":${document}}` }
      })
    },
  })
}
