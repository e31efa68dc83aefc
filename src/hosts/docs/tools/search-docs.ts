import { z } from 'zod'
import type { DocsService } from '../../../docs/docs-service.ts'
import { FALLBACK_LOCALE, LOCALES } from '../../../shared/locale.ts'
import type { ServedSite } from '../../../docs/site/served-site.ts'
import { versionNumber } from '../../../docs/versions/served-versions.ts'
import { versionInput, versionOf, versionOutput } from './version-input.ts'
import { defineTool } from '../../../mcp/features/tool.ts'
import type { Tool } from '../../../mcp/features/tool.ts'
import { LOOKS_UP, count, decode, refused } from '../../../mcp/tool-kit/results.ts'
import { queryText, resultLimit } from '../../../mcp/tool-kit/schemas.ts'

const LIMIT_DEFAULT = 10
const LIMIT_MAXIMUM = 50
const QUERY_MINIMUM_CHARS = 2

/** Schema of SearchResponse (interface §2.1). */
const outputOf = (site: ServedSite) =>
  z.object({
    query: z.string(),
    locale: z.enum(LOCALES).describe('en when the locale asked for had no match'),
    total: z.int().describe('Pages that match; may exceed the number returned'),
    results: z.array(
      z.object({
        title: z.string(),
        description: z.string(),
        section: z.string(),
        locale: z.enum(LOCALES),
        ...versionOutput(site),
        url: z.string(),
        markdownUrl: z.string(),
        score: z.number(),
      }),
    ),
  })

export function searchDocs(docs: DocsService): Tool {
  return defineTool({
    name: 'search_docs',
    title: 'Search the documentation',
    description:
      'Finds pages of the documentation by words, most relevant first. get_page reads one of the addresses found.',
    annotations: LOOKS_UP,
    input: z.object({
      query: queryText('Words to look for').refine(
        (query) => [...query].length >= QUERY_MINIMUM_CHARS,
        `at least ${QUERY_MINIMUM_CHARS} characters`,
      ),
      locale: z
        .enum(LOCALES)
        .default(FALLBACK_LOCALE)
        .describe('Language; without a match in it the results are English'),
      limit: resultLimit(LIMIT_DEFAULT, LIMIT_MAXIMUM),
      ...versionInput(docs.site, 'Version to search'),
    }),
    output: outputOf(docs.site),
    async run(args, { signal }) {
      const { query, locale, limit } = args
      const version = versionNumber(docs.site.versions, versionOf(args) ?? '') ?? 0
      const answer = await docs.search({ query, locale, limit, highlights: false, version }, () => signal.aborted)
      if (!answer.ok) return refused(answer)
      const json = decode(answer.value)
      const { total, results } = JSON.parse(json) as z.output<ReturnType<typeof outputOf>>
      const lines = results.map(
        ({ title, url, description }) => `${title} <${url}>${description === '' ? '' : `\n  ${description}`}`,
      )
      const shown = results.length === total ? count(total, 'page') : `${results.length} of ${count(total, 'page')}`
      return { text: [shown, ...lines].join('\n'), structuredJson: json }
    },
  })
}
