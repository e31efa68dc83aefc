import { z } from 'zod'
import type { DocsService } from '../../../docs/served/docs-service.ts'
import { PATH_LIMIT_CHARS, pageUrl } from '../../../docs/paths.ts'
import { requestPage } from '../../../docs/served/request-page.ts'
import { titledMarkdown } from '../../../docs/served/titled-markdown.ts'
import { toMarkdown } from '../../../docs/model/to-markdown.ts'
import { normaliseQuery } from '../../../shared/normalise-query.ts'
import type { Locale } from '../../../shared/locale.ts'
import { inVersion } from '../../../docs/served/in-version.ts'
import { versionNumber } from '../../../docs/served/served-versions.ts'
import { versionInput, versionOf } from './version-input.ts'
import { defineTool, type CallResult, type Tool } from '../../../mcp/features/tool.ts'
import { continuation, EXCERPT_TOKENS, excerpt } from '../../../mcp/tool-kit/excerpt.ts'
import { LOOKS_UP, decode, failed, prose, refused } from '../../../mcp/tool-kit/results.ts'
import { tokenBound } from '../../../mcp/tool-kit/token-bound.ts'
import { closeSections, findSection, fragmentOf, outlineOf, withOrigin } from './page-sections.ts'

const ALTERNATIVES = 3
const SECTION_LIMIT_CHARS = 200
const TOKENS = { least: 200, most: 20_000 }
/** Tokens that are kept for the line at the end. */
const FRAME_TOKENS = 40
/** Most of the budget that the outline of a long page may take. */
const OUTLINE_SHARE = 0.3
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
      'One page of the documentation, or a section of it, as Markdown. A long one begins with its outline and names the offset of its next part.',
    annotations: LOOKS_UP,
    input: z.object({
      path: z.string().min(1).max(PATH_LIMIT_CHARS).describe('Such as /en/guides/start, or an address'),
      section: z.string().min(1).max(SECTION_LIMIT_CHARS).optional().describe('Fragment or words of a heading'),
      offset: z.int().min(0).default(0).describe('Where to read on'),
      ...versionInput(docs.site, 'Version in which to read the page, if another than that of the path'),
      max_tokens: z.int().min(TOKENS.least).max(TOKENS.most).default(EXCERPT_TOKENS).describe('200 to 20,000'),
    }),
    async run(args, { signal }) {
      const { path: raw, section, offset, max_tokens: maxTokens } = args
      const name = versionOf(args)
      const asked = requestPage(docs, raw, site.siteOrigins)
      if (!asked.ok) return failed(asked.detail)
      const answer = await inVersion(docs, name, asked)
      if (!answer.ok) return refused(answer)
      if (answer.value === null) return unknownPage(docs, { ...asked, name }, () => signal.aborted)
      const { locale, path, siteAddress, title, updatedAt, version } = answer.value
      const facts = [
        `<${siteAddress ?? pageUrl(site.url, locale, path)}>`,
        ...(version === undefined ? [] : [`version ${version.name}`]),
        ...(updatedAt === null ? [] : [`updated ${updatedAt.slice(0, 'YYYY-MM-DD'.length)}`]),
      ]
      const head = `${facts.join(', ')}\n\n`
      const budget = Math.max(TOKENS.least / 2, maxTokens - tokenBound(head) - FRAME_TOKENS)
      const whole = titledMarkdown(answer.value)
      let text = whole
      let outline = ''
      // A fragment of the address names a section too.
      const wanted = section ?? fragmentOf(raw)
      if (wanted !== null || (offset === 0 && tokenBound(whole) > budget)) {
        const content = await docs.blocks(locale, path)
        if (!content.ok) return refused(content)
        const blocks = content.value ?? []
        if (wanted === null) outline = outlineOf(blocks, title, budget * OUTLINE_SHARE)
        else {
          const found = findSection(blocks, wanted)
          if (found === null && section !== undefined)
            return failed(`The page has no section ${JSON.stringify(section)}. ${closeSections(blocks, section)}`)
          text = found === null ? whole : toMarkdown(found)
        }
      }
      const part = excerpt(withOrigin(text, site.url), offset, budget - tokenBound(outline))
      return prose(head + outline + part.text + continuation(part))
    },
  })
}

/** @param searchTool Tool that finds pages. */
export async function unknownPage(
  docs: DocsService,
  { locale, name, path }: { readonly locale: Locale; readonly path: string; readonly name: string | null },
  aborted: () => boolean,
  searchTool = 'search_docs',
): Promise<CallResult> {
  const query = normaliseQuery(path.slice(-QUERY_LIMIT_CHARS).replace(/[^\p{L}\p{N}]+/gu, ' '))
  const version = versionNumber(docs.site.versions, name ?? '') ?? 0
  const asked = { query, locale, limit: ALTERNATIVES, version, section: 0, facets: false } as const
  const answer = query.length < 2 ? null : await docs.search({ ...asked, highlights: false, sections: 'none' }, aborted)
  const close =
    answer?.ok === true
      ? (JSON.parse(decode(answer.value)) as { results: readonly { url: string }[] }).results.map(({ url }) => url)
      : []
  const where = name === null ? '' : ` in version ${name}`
  return failed(
    close.length === 0
      ? `No page has this path${where}. Find pages with ${searchTool}.`
      : `No page has this path${where}. Close ones: ${close.join(', ')}`,
  )
}
