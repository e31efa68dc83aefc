import { z } from 'zod'
import type { IconsService } from '../../../icons/icons-service.ts'
import { defineTool } from '../../../mcp/features/tool.ts'
import type { Tool } from '../../../mcp/features/tool.ts'
import { LOOKS_UP, prose } from '../../../mcp/tool-kit/results.ts'

export function listGuides(icons: IconsService): Tool {
  return defineTool({
    name: 'list_guides',
    title: 'List guides',
    description: 'All guides to using the icons.',
    annotations: LOOKS_UP,
    input: z.object({}),
    run: () =>
      prose(icons.guides.map(({ slug, title, description }) => `${slug}: ${title}. ${description}`).join('\n')),
  })
}
