import { z } from 'zod'
import { localeIndex, type DocsService } from '../../../docs/docs-service.ts'
import { versionNumber } from '../../../docs/versions/served-versions.ts'
import { versionInput, versionOf } from './version-input.ts'
import { FALLBACK_LOCALE, LOCALES } from '../../../shared/locale.ts'
import { defineTool, type Tool } from '../../../mcp/features/tool.ts'
import { LOOKS_UP, count, decode, found, refused } from '../../../mcp/tool-kit/results.ts'

/** Number of pages of a section that are listed; search_docs finds the others. */
const PAGES_SHOWN = 20

interface Section {
  readonly title: string
  pageCount: number
  readonly pages: { readonly title: string; readonly url: string }[]
}

export function listSections(docs: DocsService): Tool {
  return defineTool({
    name: 'list_sections',
    title: 'List sections',
    description: `The sections of the documentation in reading order, with the first ${PAGES_SHOWN} pages of each.`,
    annotations: LOOKS_UP,
    input: z.object({
      locale: z.enum(LOCALES).default(FALLBACK_LOCALE),
      ...versionInput(docs.site, 'Version whose sections are listed'),
    }),
    output: z.object({
      locale: z.enum(LOCALES),
      sections: z.array(
        z.object({
          title: z.string(),
          pageCount: z.int(),
          pages: z.array(z.object({ title: z.string(), url: z.string().describe('Address of the page as Markdown') })),
        }),
      ),
    }),
    async run(args) {
      const { locale } = args
      const version = versionNumber(docs.site.versions, versionOf(args) ?? '') ?? 0
      const answer = await docs.text(localeIndex(locale, version))
      if (!answer.ok) return refused(answer)
      const sections = sectionsOf(decode(answer.value))
      const lines = sections.map(({ title, pageCount }) => `${title} (${count(pageCount, 'page')})`)
      return found(lines.length === 0 ? 'There are no sections in this language.' : lines.join('\n'), {
        locale,
        sections,
      })
    },
  })
}

const LINK = /^- \[((?:[^\\\]]|\\.)*)\]\(([^)]*)\)/

/**
 * Parses a locale's index, which `src/docs/llms.ts` writes. A heading begins a section, and each link is one of its pages.
 */
function sectionsOf(index: string): Section[] {
  const sections: Section[] = []
  for (const line of index.split('\n')) {
    if (line.startsWith('## ')) {
      sections.push({ title: line.slice(3), pageCount: 0, pages: [] })
      continue
    }
    const section = sections.at(-1)
    const [, title, url] = LINK.exec(line) ?? []
    if (section === undefined || title === undefined || url === undefined) continue
    section.pageCount++
    if (section.pages.length < PAGES_SHOWN) section.pages.push({ title: title.replace(/\\(.)/g, '$1'), url })
  }
  return sections.filter(({ pageCount }) => pageCount > 0)
}
