import type { DocsService, TextName } from '../../../docs/served/docs-service.ts'
import { parsePageAddress } from '../../../docs/paths.ts'
import { titledMarkdown } from '../../../docs/served/titled-markdown.ts'
import { LOCALES } from '../../../shared/locale.ts'
import type { ResourceContents, SharedResources } from '../../../mcp/features/resource.ts'
import { decode } from '../../../mcp/tool-kit/results.ts'

const SCHEME = 'docs://'
const MARKDOWN = 'text/markdown'

const INDEXES = new Map(
  LOCALES.map((locale): [string, TextName] => [`${SCHEME}${locale}/llms.txt`, `${locale}/llms.txt`]),
)

/**
 * Resources `docs://{locale}/{path}`: pages as Markdown. Pages have only a template, since there may be thousands. The
 * index of each locale is listed and names them.
 */
export function docsResources(docs: DocsService): SharedResources {
  return {
    version: () => 0,
    changes: true,
    // An index of a language without pages would be empty.
    list: () =>
      docs.site.locales.map((locale) => ({
        uri: `${SCHEME}${locale}/llms.txt`,
        name: `${locale}/llms.txt`,
        title: `Index of the documentation (${locale})`,
        mimeType: MARKDOWN,
      })),
    templates: [
      {
        uriTemplate: `${SCHEME}{locale}/{+path}`,
        name: 'page',
        title: 'Page',
        description: 'A page of the documentation. search_docs finds pages.',
        mimeType: MARKDOWN,
      },
    ],
    async read(uri) {
      const index = INDEXES.get(uri)
      const text = index === undefined ? await readPage(docs, uri) : await readText(docs, index)
      return text === null ? null : [{ uri, mimeType: MARKDOWN, text } satisfies ResourceContents]
    },
  }
}

async function readPage(docs: DocsService, uri: string): Promise<string | null> {
  // Clients that support only simple expansion encode the slashes of the path.
  const address = uri.startsWith(SCHEME) ? parsePageAddress(`/${uri.slice(SCHEME.length).replace(/%2f/gi, '/')}`) : null
  if (address === null) return null
  const answer = await docs.page(address.locale, address.path)
  if (!answer.ok) throw new Error(answer.detail)
  return answer.value === null ? null : titledMarkdown(answer.value)
}

async function readText(docs: DocsService, name: TextName): Promise<string | null> {
  const answer = await docs.text(name)
  if (!answer.ok) throw new Error(answer.detail)
  return answer.value.byteLength === 0 ? null : decode(answer.value)
}
