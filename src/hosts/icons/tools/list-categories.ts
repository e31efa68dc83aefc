import { z } from 'zod'
import type { IconsService } from '../../../icons/icons-service.ts'
import { defineTool } from '../../../mcp/features/tool.ts'
import type { Tool } from '../../../mcp/features/tool.ts'
import { LOOKS_UP, found } from '../../../mcp/tool-kit/results.ts'

const counted = { id: z.string(), title: z.string(), icons: z.int() }

export function listCategories(icons: IconsService): Tool {
  return defineTool({
    name: 'list_categories',
    title: 'List icon categories',
    description: 'The categories, styles, sets and file formats of the icons.',
    annotations: LOOKS_UP,
    input: z.object({}),
    output: z.object({
      categories: z.array(z.object(counted)),
      styles: z.array(z.string()),
      sets: z.array(z.object({ ...counted, records: z.int().describe('Icons counted once for each style') })),
      formats: z.array(z.string()),
    }),
    run() {
      const { categories, styles, sets, formats } = icons.facets
      const text = [
        `categories: ${categories.map(({ id, icons: number }) => `${id} (${number})`).join(', ')}`,
        `styles: ${styles.join(', ')}`,
        `sets: ${sets.map(({ id, icons: number }) => `${id} (${number})`).join(', ')}`,
        `formats: ${formats.join(', ')}`,
      ]
      return found(text.join('\n'), {
        categories: categories.map(({ id, title, icons: number }) => ({ id, title, icons: number })),
        styles,
        sets: sets.map(({ id, title, icons: number, records }) => ({ id, title, icons: number, records })),
        formats,
      })
    },
  })
}
