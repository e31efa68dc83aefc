import { z } from 'zod'
import type { DocsService } from '../../../docs/served/docs-service.ts'
import type { FoundCode } from '../../../engine/query/found.ts'
import { toMarkdown } from '../../../docs/model/to-markdown.ts'
import { versionNumber } from '../../../docs/served/served-versions.ts'
import { FALLBACK_LOCALE, LOCALES } from '../../../shared/locale.ts'
import { defineTool, type Tool } from '../../../mcp/features/tool.ts'
import { LOOKS_UP, count, decode, prose, refused } from '../../../mcp/tool-kit/results.ts'
import { queryText } from '../../../mcp/tool-kit/schemas.ts'
import { tokenBound } from '../../../mcp/tool-kit/token-bound.ts'
import { ANSWER_TOKENS, isLongEnough, QUERY_FAULT } from './search-arguments.ts'
import { versionInput, versionOf } from './version-input.ts'

/** Pages whose code is looked at. */
const PAGE_LIMIT = 12
const LANGUAGE_LIMIT_CHARS = 40
/** Share of its worth that a block keeps for each page that ranks before its own. */
const PAGE_SHARE = 0.93
/** Tokens that are kept for the last line. */
const END_TOKENS = 40

/** Languages that authors write in several ways. */
const SAME_LANGUAGES: readonly (readonly string[])[] = [
  ['js', 'javascript', 'jsx', 'mjs', 'cjs'],
  ['ts', 'typescript', 'tsx', 'mts', 'cts'],
  ['sh', 'shell', 'bash', 'zsh', 'console', 'terminal', 'shellsession'],
  ['py', 'python', 'python3', 'pycon'],
  ['yml', 'yaml'],
  ['md', 'markdown', 'mdx'],
  ['rs', 'rust'],
  ['rb', 'ruby'],
  ['go', 'golang'],
  ['cs', 'csharp', 'c#'],
  ['cpp', 'c++', 'cc'],
  ['kt', 'kotlin'],
  ['json', 'json5', 'jsonc'],
  ['html', 'htm'],
  ['docker', 'dockerfile'],
]

interface CodeResponse {
  readonly results: readonly {
    readonly title: string
    readonly url: string
    readonly code: readonly FoundCode[]
  }[]
}

export function searchCode(docs: DocsService): Tool {
  return defineTool({
    name: 'search_code',
    title: 'Search code',
    description:
      'Finds blocks of code by words of them or of their purpose, with the sentence before each and its address.',
    annotations: LOOKS_UP,
    input: z.object({
      query: queryText().refine(isLongEnough, QUERY_FAULT).describe('2 to 200 characters'),
      language: z.string().min(1).max(LANGUAGE_LIMIT_CHARS).optional().describe('Such as ts, bash or yaml'),
      locale: z.enum(LOCALES).default(FALLBACK_LOCALE).describe('Falls back to English'),
      max_tokens: ANSWER_TOKENS,
      ...versionInput(docs.site, 'Version to search'),
    }),
    async run(args, { signal }) {
      const { query, language, locale, max_tokens: maxTokens } = args
      const version = versionNumber(docs.site.versions, versionOf(args) ?? '') ?? 0
      const asked = { query, locale, limit: PAGE_LIMIT, version, section: 0, facets: false } as const
      const answer = await docs.search({ ...asked, highlights: false, sections: 'code' }, () => signal.aborted)
      if (!answer.ok) return refused(answer)
      const { results } = JSON.parse(decode(answer.value)) as CodeResponse
      const wanted = language === undefined ? null : sameLanguages(language)
      const blocks = results
        .flatMap(({ code, title, url }, page) =>
          code.map((block) => ({ ...block, page: title, url, value: block.worth * PAGE_SHARE ** page })),
        )
        .filter((block) => wanted === null || wanted.has((block.language ?? '').toLowerCase()))
        .toSorted((a, b) => b.value - a.value)
      return prose(write(blocks, maxTokens))
    },
  })
}

type Placed = Omit<FoundCode, 'worth'> & {
  readonly page: string
  readonly url: string
}

function write(blocks: readonly Placed[], maxTokens: number): string {
  if (blocks.length === 0) return 'No block of code has these words. Try fewer of them, no language, or search_docs.'
  const seen = new Set<string>()
  const written: string[] = []
  let left = maxTokens - END_TOKENS
  let leftOut = 0
  for (const { anchor, before, headings, language, page, text, title, url } of blocks) {
    if (seen.has(text)) continue
    seen.add(text)
    const address = anchor === '' ? url : `${url}#${encodeURIComponent(anchor)}`
    const heading = `## ${[page, ...headings].join(' › ')}\n<${address}>`
    const code = toMarkdown([{ kind: 'code', language, title, text: text.trimEnd() }]).trimEnd()
    const block = [heading, before, code].filter((part) => part !== '').join('\n\n')
    const tokens = tokenBound(block) + 1
    if (tokens > left) {
      leftOut++
      continue
    }
    left -= tokens
    written.push(block)
  }
  if (leftOut > 0) written.push(`[left out: ${count(leftOut, 'block')}. A larger max_tokens shows more.]`)
  return written.join('\n\n')
}

function sameLanguages(language: string): ReadonlySet<string> {
  const name = language.toLowerCase()
  return new Set(SAME_LANGUAGES.find((names) => names.includes(name)) ?? [name])
}
