import { z } from 'zod'
import type { IconsService } from '../../../icons/icons-service.ts'
import { defineTool } from '../../../mcp/features/tool.ts'
import type { Tool } from '../../../mcp/features/tool.ts'
import { LOOKS_UP, prose } from '../../../mcp/tool-kit/results.ts'

export function listCategories(icons: IconsService): Tool {
  return defineTool({
    name: 'list_categories',
    title: 'List icon categories',
    description: 'The categories, styles, sets and file formats of the icons.',
    annotations: LOOKS_UP,
    input: z.object({}),
    run() {
      const { categories, styles, sets, formats } = icons.facets
      const text = [
        `categories: ${categories.map(({ id, icons: number }) => `${id} (${number})`).join(', ')}`,
        `styles: ${styles.join(', ')}`,
        `sets: ${sets.map(({ id, icons: number }) => `${id} (${number})`).join(', ')}`,
        `formats: ${formats.join(', ')}`,
      ]
      return prose(text.join('\n'))
    },
  })
}
