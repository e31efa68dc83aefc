import { z } from 'zod'
import type { IconsService } from '../../../icons/icons-service.ts'
import { defineTool } from '../../../mcp/features/tool.ts'
import type { Tool } from '../../../mcp/features/tool.ts'
import { closestTo } from '../../../shared/advice/closest.ts'
import { continuation, excerpt } from '../../../mcp/tool-kit/excerpt.ts'
import { LOOKS_UP, failed, prose } from '../../../mcp/tool-kit/results.ts'

export function readGuide(icons: IconsService): Tool {
  return defineTool({
    name: 'read_guide',
    title: 'Read a guide',
    description: 'One guide as Markdown. A long one names the offset of its next part.',
    annotations: LOOKS_UP,
    input: z.object({
      slug: z.string().min(1).max(200).describe('From list_guides'),
      offset: z.int().min(0).default(0).describe('Where to read on'),
    }),
    run({ slug, offset }) {
      const guide = icons.guide(slug)
      if (guide === null) {
        const close = closestTo(
          slug,
          icons.guides.map((known) => known.slug),
        )
        return failed(
          `No guide has this slug. ${close.length === 0 ? 'list_guides gives them.' : `Close ones: ${close.join(', ')}.`}`,
        )
      }
      const part = excerpt(guide.markdown, offset)
      return prose(part.text + continuation(part))
    },
  })
}
