import { z } from 'zod'
import type { DocsService } from '../../../docs/served/docs-service.ts'
import { PATH_LIMIT_CHARS, pageUrl } from '../../../docs/paths.ts'
import { requestPage } from '../../../docs/served/request-page.ts'
import { titledMarkdown } from '../../../docs/served/titled-markdown.ts'
import { FALLBACK_LOCALE, writtenLocale } from '../../../shared/locale.ts'
import { defineTool, type Tool } from '../../../mcp/features/tool.ts'
import { excerpt } from '../../../mcp/tool-kit/excerpt.ts'
import { LOOKS_UP, decode, failed, found, refused } from '../../../mcp/tool-kit/results.ts'
import { queryText } from '../../../mcp/tool-kit/schemas.ts'
import { unknownPage, type DocsSite } from './get-page.ts'
import { withOrigin } from './page-sections.ts'
import { isLongEnough, QUERY_FAULT } from './search-arguments.ts'

// The two tools that the research of ChatGPT and its like ask of a server, by their names and in their shapes: each takes one
// text, and answers with a record.

const RESULT_LIMIT = 10
/** Tokens of a page in one result: less than the 25,000 at which hosts cut, as JSON too. */
const PART_TOKENS = 16_000
/** The end of an id that names a later part of a page. */
const PART = /[?&]offset=(\d{1,9})$/
const PART_LIMIT_CHARS = 20

export function search(docs: DocsService): Tool {
  return defineTool({
    name: 'search',
    title: 'Search',
    description: 'Finds pages of the documentation by words or a question, best first. fetch reads one.',
    annotations: LOOKS_UP,
    input: z.object({ query: queryText().refine(isLongEnough, QUERY_FAULT).describe('Words or a question') }),
    output: z.object({ results: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })) }),
    async run({ query }, { signal }) {
      const locale = writtenLocale(query) ?? FALLBACK_LOCALE
      const asked = { query, locale, limit: RESULT_LIMIT, version: 0, section: 0, facets: false } as const
      const answer = await docs.search({ ...asked, highlights: false, sections: 'none' }, () => signal.aborted)
      if (!answer.ok) return refused(answer)
      const { results } = JSON.parse(decode(answer.value)) as { results: readonly { title: string; url: string }[] }
      return found({ results: results.map(({ title, url }) => ({ id: url, title, url })) })
    },
  })
}

export function fetchPage(docs: DocsService, site: DocsSite): Tool {
  return defineTool({
    name: 'fetch',
    title: 'Read a page',
    description: 'One page of the documentation as Markdown. A long one comes in parts: next_id is the id of the next.',
    annotations: LOOKS_UP,
    input: z.object({
      id: z
        .string()
        .min(1)
        .max(PATH_LIMIT_CHARS + PART_LIMIT_CHARS)
        .describe('From search, or next_id'),
    }),
    output: z.object({
      id: z.string(),
      title: z.string(),
      text: z.string(),
      url: z.string(),
      metadata: z.object({
        locale: z.string(),
        version: z.string().optional(),
        updated_at: z.string().optional(),
        next_id: z.string().optional().describe('Absent at the end of the page'),
      }),
    }),
    async run({ id }, { signal }) {
      const address = id.replace(PART, '')
      const asked = requestPage(docs, address, site.siteOrigins)
      if (!asked.ok) return failed(asked.detail)
      const answer = await asked.read()
      if (!answer.ok) return refused(answer)
      if (answer.value === null) return unknownPage(docs, { ...asked, name: null }, () => signal.aborted, 'search')
      const { locale, path, siteAddress, title, updatedAt, version } = answer.value
      const url = siteAddress ?? pageUrl(site.url, locale, path)
      const text = withOrigin(titledMarkdown(answer.value), site.url)
      const part = excerpt(text, Number(PART.exec(id)?.[1] ?? 0), PART_TOKENS)
      const nextId = `${url}${url.includes('?') ? '&' : '?'}offset=${part.nextOffset}`
      const isLast = part.nextOffset === null
      return found({
        id,
        title,
        text: isLast ? part.text : `${part.text}\n\n[continues: fetch ${nextId}]`,
        url,
        metadata: {
          locale,
          ...(version === undefined ? {} : { version: version.name }),
          ...(updatedAt === null ? {} : { updated_at: updatedAt }),
          ...(isLast ? {} : { next_id: nextId }),
        },
      })
    },
  })
}
