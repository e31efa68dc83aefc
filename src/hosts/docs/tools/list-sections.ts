import { z } from 'zod'
import type { DocsService } from '../../../docs/docs-service.ts'
import { listedUrl, oneLine, sectionHeading } from '../../../docs/llms.ts'
import { versionInput, versionOf } from './version-input.ts'
import { FALLBACK_LOCALE, LOCALES } from '../../../shared/locale.ts'
import { defineTool, type Tool } from '../../../mcp/features/tool.ts'
import { LOOKS_UP, count, found } from '../../../mcp/tool-kit/results.ts'

/** Number of pages of a section that are listed; search_docs finds the others. */
const PAGES_SHOWN = 20
/** Sections that are listed. */
const SECTION_LIMIT = 1000

/** The sections of a language. Pages that the navigation does not show are the last one, so that agents miss none. */
export function listSections(docs: DocsService, siteUrl: string): Tool {
  return defineTool({
    name: 'list_sections',
    title: 'List sections',
    description: `The sections of the documentation in reading order, with the first ${PAGES_SHOWN} pages of each.`,
    annotations: LOOKS_UP,
    input: z.object({
      locale: z.enum(LOCALES).default(FALLBACK_LOCALE).describe('Another counts as en'),
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
    run(args) {
      const { locale } = args
      const all = docs.site.wholeNav(locale, versionOf(args)).filter(({ pages }) => pages.length > 0)
      // The last one may be that of the pages that stand aside.
      const shown = all.length > SECTION_LIMIT ? [...all.slice(0, SECTION_LIMIT - 1), ...all.slice(-1)] : all
      const sections = shown.map((section) => ({
        title: sectionHeading(section, locale),
        pageCount: section.pages.length,
        pages: section.pages
          .slice(0, PAGES_SHOWN)
          .map((page) => ({ title: oneLine(page.title), url: listedUrl(page, locale, siteUrl) })),
      }))
      const lines = sections.map(({ title, pageCount }) => `${title} (${count(pageCount, 'page')})`)
      return found(lines.length === 0 ? 'There are no sections in this language.' : lines.join('\n'), {
        locale,
        sections,
      })
    },
  })
}
