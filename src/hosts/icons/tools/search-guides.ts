import { z } from 'zod'
import type { IconsService } from '../../../icons/icons-service.ts'
import { defineTool } from '../../../mcp/features/tool.ts'
import type { Tool } from '../../../mcp/features/tool.ts'
import { LOOKS_UP, count, decode, prose, refused } from '../../../mcp/tool-kit/results.ts'
import { queryText, resultLimit } from '../../../mcp/tool-kit/schemas.ts'

const LIMIT_DEFAULT = 5
const LIMIT_MAXIMUM = 20

interface GuidesResponse {
  readonly total: number
  readonly results: readonly {
    readonly slug: string
    readonly title: string
    readonly description: string
    readonly url: string
  }[]
}

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
    async run({ query, limit }, { signal }) {
      const answer = await icons.searchGuides(query, limit, () => signal.aborted)
      if (!answer.ok) return refused(answer)
      const { total, results } = JSON.parse(decode(answer.value)) as GuidesResponse
      if (total === 0) return prose('No guide has these words. Try others; list_guides names all guides.')
      const lines = results.map(({ slug, title, description, url }) => `${slug}: ${title}. ${description} <${url}>`)
      return prose([count(total, 'guide'), ...lines].join('\n'))
    },
  })
}
