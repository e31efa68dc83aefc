import { z } from 'zod'
import { embedCode, embedTargets, pasteText } from '../../../icons/embed/embed-code.ts'
import { EMBED_TARGETS } from '../../../icons/embed/embed-input.ts'
import type { IconRecord } from '../../../icons/icon-record.ts'
import type { IconsService } from '../../../icons/icons-service.ts'
import { defineTool } from '../../../mcp/features/tool.ts'
import type { Tool } from '../../../mcp/features/tool.ts'
import { iconId } from './get-icon.ts'
import { creditLine } from './icon-view.ts'
import { LOOKS_UP, decode, failed, prose } from '../../../mcp/tool-kit/results.ts'
import { unknownIcon } from './unknown-icon.ts'

export function getEmbedCode(icons: IconsService): Tool {
  return defineTool({
    name: 'get_embed_code',
    title: 'Get embed code',
    description:
      'Code to paste that shows an icon, animated: its SVG, or by lottie-web and dotlottie its Lottie file, if it has one.',
    annotations: LOOKS_UP,
    input: z.object({ id: iconId, target: z.enum(EMBED_TARGETS).default('html').describe('What shows it') }),
    run({ id, target }, context) {
      const bytes = icons.icon(id)
      if (bytes === null) return unknownIcon(icons, id, () => context.signal.aborted)
      const icon = JSON.parse(decode(bytes)) as IconRecord
      const embed = embedCode(icon, target)
      if (embed === null)
        return failed(`This icon has no file for ${target}. Targets that it has: ${embedTargets(icon).join(', ')}.`)
      return prose(`${pasteText(embed)}\n\n${creditLine(icon)}`)
    },
  })
}
