import type { DocsService } from '../../../docs/docs-service.ts'
import type { Tool } from '../../../mcp/features/tool.ts'
import { getPage } from './get-page.ts'
import type { DocsSite } from './get-page.ts'
import { listSections } from './list-sections.ts'
import { searchCode } from './search-code.ts'
import { searchDocs } from './search-docs.ts'

/** Lists the tools of the documentation endpoint. */
export function docsTools(docs: DocsService, site: DocsSite): Tool[] {
  return [searchDocs(docs), searchCode(docs), getPage(docs, site), listSections(docs)]
}
