import { z } from 'zod'
import type { IconsService } from '../../../icons/icons-service.ts'
import { defineTool } from '../../../mcp/features/tool.ts'
import type { Tool } from '../../../mcp/features/tool.ts'
import { LOOKS_UP, found } from '../../../mcp/tool-kit/results.ts'

export function listGuides(icons: IconsService): Tool {
  return defineTool({
    name: 'list_guides',
    title: 'List guides',
    description: 'All guides to using the icons.',
    annotations: LOOKS_UP,
    input: z.object({}),
    output: z.object({
      guides: z.array(z.object({ slug: z.string(), title: z.string(), description: z.string() })),
    }),
    run() {
      const guides = icons.guides.map(({ slug, title, description }) => ({ slug, title, description }))
      return found(guides.map(({ slug, title, description }) => `${slug}: ${title}. ${description}`).join('\n'), {
        guides,
      })
    },
  })
}
