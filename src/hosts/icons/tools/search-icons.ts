import { z } from 'zod'
import type { IconRecord } from '../../../icons/icon-record.ts'
import type { IconFacets, IconsService } from '../../../icons/icons-service.ts'
import { defineTool } from '../../../mcp/features/tool.ts'
import type { Tool } from '../../../mcp/features/tool.ts'
import { summarise } from './icon-view.ts'
import { LOOKS_UP, count, decode, failed, prose, refused } from '../../../mcp/tool-kit/results.ts'
import { queryText, resultLimit } from '../../../mcp/tool-kit/schemas.ts'

const LIMIT_DEFAULT = 10
const LIMIT_MAXIMUM = 50
const OFFSET_MAXIMUM = 10_000
/** Longest filter; no value that exists is longer. */
const FILTER_LIMIT_CHARS = 64

const filter = (description: string) => z.string().max(FILTER_LIMIT_CHARS).optional().describe(description)

export function searchIcons(icons: IconsService): Tool {
  return defineTool({
    name: 'search_icons',
    title: 'Search icons',
    description: 'Finds animated icons by what they show, in English, Chinese or Korean; without a query all.',
    annotations: LOOKS_UP,
    input: z.object({
      query: queryText().default('').describe('Such as heavy rain; up to 200 characters'),
      limit: resultLimit(LIMIT_DEFAULT, LIMIT_MAXIMUM, 'icons'),
      offset: z.int().min(0).max(OFFSET_MAXIMUM).default(0).describe('Icons to leave out, up to 10,000'),
      category: filter('Id, from list_categories'),
      style: filter('From list_categories'),
      format: filter('svg, json (Lottie), lottie (dotLottie) or png (still)'),
    }),
    async run({ query, limit, offset, category = '', style = '', format = '' }, { signal }) {
      const fault = unknownFilter(icons.facets, { category, style, format })
      if (fault !== null) return failed(fault)
      const answer = await icons.search(
        {
          query,
          limit,
          offset,
          category: category || null,
          style: style || null,
          set: null,
          format: icons.facets.formats.find((ext) => ext === format) ?? null,
        },
        () => signal.aborted,
      )
      if (!answer.ok) return refused(answer)
      const { nearest = [], results, total } = JSON.parse(decode(answer.value)) as SearchAnswer
      if (total === 0) {
        const asked = [
          ...(query === '' ? [] : [`“${query}”`]),
          ...(category + style + format === '' ? [] : ['these filters']),
        ]
        return prose(`No icon matches ${asked.join(' with ')}. ${whatToTry(nearest)}`)
      }
      const shown = results.length === total ? count(total, 'icon') : `${results.length} of ${count(total, 'icon')}`
      return prose([shown, ...results.map(summarise)].join('\n'))
    },
  })
}

function whatToTry(nearest: readonly IconRecord[]): string {
  return nearest.length > 0
    ? `Nearest: ${nearest.map(({ id, title }) => `${title} (${id})`).join(', ')}.`
    : 'Try one plain word for what it shows, or no query and a category of list_categories.'
}

interface SearchAnswer {
  readonly total: number
  readonly results: readonly IconRecord[]
  readonly nearest?: readonly IconRecord[]
}

/** Finds an unknown filter, and lists the known values for the model. `''` stands for none. */
function unknownFilter(
  { categories, styles, formats }: IconFacets,
  given: { readonly category: string; readonly style: string; readonly format: string },
): string | null {
  const known = { category: categories.map(({ id }) => id), style: styles, format: formats as readonly string[] }
  for (const name of ['category', 'style', 'format'] as const) {
    if (given[name] !== '' && !known[name].includes(given[name]))
      return `There is no such ${name}. Known: ${known[name].join(', ')}.`
  }
  return null
}
