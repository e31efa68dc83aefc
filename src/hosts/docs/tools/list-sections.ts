import { z } from 'zod'
import type { DocsService } from '../../../docs/served/docs-service.ts'
import { listedUrl, oneLine, sectionHeading } from '../../../docs/served/llms.ts'
import { versionInput, versionOf } from './version-input.ts'
import { FALLBACK_LOCALE, LOCALES } from '../../../shared/locale.ts'
import { defineTool, type Tool } from '../../../mcp/features/tool.ts'
import { LOOKS_UP, count, prose } from '../../../mcp/tool-kit/results.ts'
import { tokenBound } from '../../../mcp/tool-kit/token-bound.ts'

/** Numbers of pages of a section that are listed: the first with which the list is short enough. search_docs finds the others. */
const PAGES_SHOWN = [20, 5, 0]
const TOKEN_LIMIT = 8_000
/** Sections that are listed. */
const SECTION_LIMIT = 1000

/** The sections of a language. Pages that the navigation does not show are the last one, so that agents miss none. */
export function listSections(docs: DocsService, siteUrl: string): Tool {
  return defineTool({
    name: 'list_sections',
    title: 'List sections',
    description: `The sections of the documentation in reading order, with the first ${PAGES_SHOWN[0]} pages of each.`,
    annotations: LOOKS_UP,
    input: z.object({
      locale: z.enum(LOCALES).default(FALLBACK_LOCALE).describe('Another counts as en'),
      ...versionInput(docs.site, 'Version whose sections are listed'),
    }),
    run(args) {
      const { locale } = args
      const all = docs.site.wholeNav(locale, versionOf(args)).filter(({ pages }) => pages.length > 0)
      // The last one may be that of the pages that stand aside.
      const shown = all.length > SECTION_LIMIT ? [...all.slice(0, SECTION_LIMIT - 1), ...all.slice(-1)] : all
      if (shown.length === 0) return prose('There are no sections in this language.')
      const write = (pagesShown: number): string =>
        shown
          .map((section) => {
            const pages = section.pages
              .slice(0, pagesShown)
              .map((page) => `\n- ${oneLine(page.title)} <${listedUrl(page, locale, siteUrl)}>`)
            return `${sectionHeading(section, locale)} (${count(section.pages.length, 'page')})${pages.join('')}`
          })
          .join('\n')
      const texts = PAGES_SHOWN.map(write)
      return prose(texts.find((text) => tokenBound(text, TOKEN_LIMIT) <= TOKEN_LIMIT) ?? texts.at(-1)!)
    },
  })
}
