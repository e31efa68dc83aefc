import { z } from 'zod'
import type { IconRecord } from '../../../icons/icon-record.ts'
import type { IconsService } from '../../../icons/icons-service.ts'
import { defineTool } from '../../../mcp/features/tool.ts'
import type { Tool } from '../../../mcp/features/tool.ts'
import { describeIcon } from './icon-view.ts'
import { LOOKS_UP, decode, prose } from '../../../mcp/tool-kit/results.ts'
import { unknownIcon } from './unknown-icon.ts'

export const iconId = z.string().min(1).max(200).describe('From search_icons')

export function getIcon(icons: IconsService): Tool {
  return defineTool({
    name: 'get_icon',
    title: 'Get an icon',
    description: 'One icon: addresses of its files, size, duration, other styles, licence, author.',
    annotations: LOOKS_UP,
    input: z.object({ id: iconId }),
    run({ id }, context) {
      const bytes = icons.icon(id)
      return bytes === null
        ? unknownIcon(icons, id, () => context.signal.aborted)
        : prose(describeIcon(JSON.parse(decode(bytes)) as IconRecord))
    },
  })
}
