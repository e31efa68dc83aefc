import { z } from 'zod'
import type { IconRecord } from '../../../icons/icon-record.ts'
import type { IconsService } from '../../../icons/icons-service.ts'
import { defineTool } from '../../../mcp/features/tool.ts'
import type { Tool } from '../../../mcp/features/tool.ts'
import { describeIcon, iconDetails } from './icon-view.ts'
import { LOOKS_UP, decode } from '../../../mcp/tool-kit/results.ts'
import { unknownIcon } from './unknown-icon.ts'

export const iconId = z.string().min(1).max(200).describe('From search_icons')

export function getIcon(icons: IconsService): Tool {
  return defineTool({
    name: 'get_icon',
    title: 'Get an icon',
    description: 'One icon: addresses of its files, size, duration, other styles, licence, author.',
    annotations: LOOKS_UP,
    input: z.object({ id: iconId }),
    output: iconDetails,
    run({ id }, context) {
      const bytes = icons.icon(id)
      if (bytes === null) return unknownIcon(icons, id, () => context.signal.aborted)
      const json = decode(bytes)
      return { text: describeIcon(JSON.parse(json) as IconRecord), structuredJson: json }
    },
  })
}
