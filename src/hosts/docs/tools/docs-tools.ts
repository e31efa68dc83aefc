import type { DocsService } from '../../../docs/served/docs-service.ts'
import type { ServedSite } from '../../../docs/served/served-site.ts'
import type { Tool } from '../../../mcp/features/tool.ts'
import { inToolset } from '../../../mcp/features/toolsets.ts'
import { getPage, type DocsSite } from './get-page.ts'
import { listSections } from './list-sections.ts'
import { fetchPage, search } from './research.ts'
import { searchCode } from './search-code.ts'
import { searchDocs } from './search-docs.ts'

/** The toolset of clients that choose none. */
export const DOCS_TOOLSET = 'docs'
export const RESEARCH_TOOLSET = 'research'

/** Lists the tools of the documentation endpoint. They take a version where the content of now has versions. */
export function docsTools(docs: DocsService, site: DocsSite): Tool[] {
  const docsSet = [searchDocs(docs), searchCode(docs), getPage(docs, site), listSections(docs, site.url)]
  return [...inToolset(DOCS_TOOLSET, docsSet), ...inToolset(RESEARCH_TOOLSET, [search(docs), fetchPage(docs, site)])]
}

/** Gives the tools of the generation of now: the same list until the next one. */
export function currentTools(docs: DocsService, site: DocsSite): () => readonly Tool[] {
  let known: { readonly of: ServedSite; readonly tools: readonly Tool[] } | null = null
  return () => {
    if (known?.of !== docs.site) known = { of: docs.site, tools: docsTools(docs, site) }
    return known.tools
  }
}
