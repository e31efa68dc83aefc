import { z } from 'zod'
import type { IconsService } from '../../../icons/icons-service.ts'
import { defineTool } from '../../../mcp/features/tool.ts'
import type { Tool } from '../../../mcp/features/tool.ts'
import { LOOKS_UP, count, decode, refused } from '../../../mcp/tool-kit/results.ts'
import { queryText, resultLimit } from '../../../mcp/tool-kit/schemas.ts'

const LIMIT_DEFAULT = 5
const LIMIT_MAXIMUM = 20

const output = z.object({
  query: z.string(),
  total: z.int(),
  results: z.array(
    z.object({
      slug: z.string(),
      title: z.string(),
      description: z.string(),
      url: z.string(),
      score: z.number(),
    }),
  ),
})

export function searchGuides(icons: IconsService): Tool {
  return defineTool({
    name: 'search_guides',
    title: 'Search guides',
    description: 'Finds guides to using the icons by words.',
    annotations: LOOKS_UP,
    input: z.object({
      query: queryText()
        .refine((query) => query !== '', 'must not be empty')
        .describe('1 to 200 characters'),
      limit: resultLimit(LIMIT_DEFAULT, LIMIT_MAXIMUM, 'guides'),
    }),
    output,
    async run({ query, limit }, { signal }) {
      const answer = await icons.searchGuides(query, limit, () => signal.aborted)
      if (!answer.ok) return refused(answer)
      const json = decode(answer.value)
      const { total, results } = JSON.parse(json) as z.output<typeof output>
      const lines = results.map(({ slug, title, description }) => `${slug}: ${title}. ${description}`)
      return { text: [count(total, 'guide'), ...lines].join('\n'), structuredJson: json }
    },
  })
}
