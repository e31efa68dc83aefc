import { z } from 'zod'
import type { DocsService } from '../../../docs/served/docs-service.ts'
import { FALLBACK_LOCALE, LOCALES } from '../../../shared/locale.ts'
import { SECTION_LIMIT_CHARS, sectionFault, sectionNumber } from '../../../docs/served/served-sections.ts'
import { versionNumber } from '../../../docs/served/served-versions.ts'
import { versionInput, versionOf } from './version-input.ts'
import { defineTool, type Tool } from '../../../mcp/features/tool.ts'
import { LOOKS_UP, decode, failed, prose, refused } from '../../../mcp/tool-kit/results.ts'
import { queryText, resultLimit } from '../../../mcp/tool-kit/schemas.ts'
import { ANSWER_TOKENS, isLongEnough, QUERY_FAULT } from './search-arguments.ts'
import { writePassages, type PassageResponse } from './passages.ts'

const LIMIT_DEFAULT = 8
const LIMIT_MAXIMUM = 50

export function searchDocs(docs: DocsService): Tool {
  return defineTool({
    name: 'search_docs',
    title: 'Search the documentation',
    description:
      'Finds passages of the documentation by words or a question, best first, with their addresses. get_page reads on.',
    annotations: LOOKS_UP,
    input: z.object({
      query: queryText().refine(isLongEnough, QUERY_FAULT).describe('2 to 200 characters'),
      locale: z.enum(LOCALES).default(FALLBACK_LOCALE).describe('Falls back to English'),
      limit: resultLimit(LIMIT_DEFAULT, LIMIT_MAXIMUM, 'pages'),
      section: z.string().max(SECTION_LIMIT_CHARS).default('').describe('First segment of paths'),
      max_tokens: ANSWER_TOKENS,
      ...versionInput(docs.site, 'Version to search'),
    }),
    async run(args, { signal }) {
      const { query, locale, limit, section, max_tokens: maxTokens } = args
      const version = versionNumber(docs.site.versions, versionOf(args) ?? '') ?? 0
      const within = sectionNumber(docs.site.sections, section)
      if (within === null) return failed(sectionFault(docs.site.sections))
      const asked = { query, locale, limit, version, section: within, facets: false } as const
      const answer = await docs.search({ ...asked, highlights: false, sections: 'passages' }, () => signal.aborted)
      if (!answer.ok) return refused(answer)
      return prose(writePassages(JSON.parse(decode(answer.value)) as PassageResponse, maxTokens))
    },
  })
}
