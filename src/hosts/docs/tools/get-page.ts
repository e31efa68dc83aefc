import { z } from 'zod'
import type { DocsService } from '../../../docs/docs-service.ts'
import { PATH_LIMIT_CHARS, markdownUrl, pageUrl } from '../../../docs/paths.ts'
import { requestPage } from '../../../docs/site/request-page.ts'
import { normaliseQuery } from '../../../shared/normalise-query.ts'
import { LOCALES } from '../../../shared/locale.ts'
import type { Locale } from '../../../shared/locale.ts'
import { defineTool } from '../../../mcp/features/tool.ts'
import type { CallResult, Tool } from '../../../mcp/features/tool.ts'
import { continuation, excerpt } from '../../../mcp/tool-kit/excerpt.ts'
import { LOOKS_UP, decode, failed, found, refused } from '../../../mcp/tool-kit/results.ts'

const ALTERNATIVES = 3
/** Characters of an unknown path that are searched for. */
const QUERY_LIMIT_CHARS = 100

export interface DocsSite {
  /** Origin of the documentation without a slash at its end. */
  readonly url: string
  /** Origins that are accepted in full addresses. */
  readonly siteOrigins: readonly string[]
}

export function getPage(docs: DocsService, site: DocsSite): Tool {
  return defineTool({
    name: 'get_page',
    title: 'Read a page',
    description:
      'One page of the documentation as Markdown. A long one comes in parts: call again with nextOffset. A page without a translation comes in English.',
    annotations: LOOKS_UP,
    input: z.object({
      path: z
        .string()
        .min(1)
        .max(PATH_LIMIT_CHARS)
        .describe('Path such as /en/guides/start (without a locale: English), or the full address of a page'),
      offset: z.int().min(0).default(0).describe('Where to begin, in characters'),
    }),
    output: z.object({
      title: z.string(),
      description: z.string().nullable(),
      locale: z.enum(LOCALES),
      url: z.string(),
      markdownUrl: z.string(),
      updatedAt: z.string().nullable(),
      markdown: z.string(),
      nextOffset: z.int().nullable().describe('Where the next part begins; null at the end'),
    }),
    async run({ path: raw, offset }, { signal }) {
      const asked = requestPage(docs, raw, site.siteOrigins)
      if (!asked.ok) return failed(asked.detail)
      const answer = await asked.read()
      if (!answer.ok) return refused(answer)
      if (answer.value === null) return unknownPage(docs, asked, () => signal.aborted)
      const { title, description, locale, path, siteAddress, updatedAt, markdown } = answer.value
      const part = excerpt(markdown, offset)
      return found(part.text + continuation(part), {
        title,
        description,
        locale,
        url: siteAddress ?? pageUrl(site.url, locale, path),
        markdownUrl: markdownUrl(site.url, locale, path),
        updatedAt,
        markdown: part.text,
        nextOffset: part.nextOffset,
      })
    },
  })
}

async function unknownPage(
  docs: DocsService,
  { locale, path }: { readonly locale: Locale; readonly path: string },
  aborted: () => boolean,
): Promise<CallResult> {
  const query = normaliseQuery(path.slice(-QUERY_LIMIT_CHARS).replace(/[^\p{L}\p{N}]+/gu, ' '))
  const answer =
    query.length < 2 ? null : await docs.search({ query, locale, limit: ALTERNATIVES, highlights: false, sections: 'none' }, aborted)
  const close =
    answer?.ok === true
      ? (JSON.parse(decode(answer.value)) as { results: readonly { url: string }[] }).results.map(({ url }) => url)
      : []
  return failed(
    close.length === 0
      ? 'No page has this path. Find pages with search_docs.'
      : `No page has this path. Close ones: ${close.join(', ')}`,
  )
}
