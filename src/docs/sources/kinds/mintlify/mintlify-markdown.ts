import { joinAddress } from '../../../addresses.ts'
import { pathFrom } from '../../expand-lines.ts'
import type { Dialect, ExpandedPage } from '../../source.ts'
import { text as textOf } from '../../values.ts'
import { titledCode } from './mintlify-fences.ts'
import { mintlifyIds } from './mintlify-ids.ts'
import { readOperation } from './mintlify-operation.ts'

/** What Mintlify adds to Markdown: snippets, operations of APIs, and ids of components. */
export function mintlifyMarkdown(base: string): Pick<Dialect, 'above' | 'code' | 'elementIds' | 'modules'> {
  const pathOf = (written: string, file: string): string | null =>
    written.startsWith('/') ? joinAddress(base, written) : written.startsWith('.') ? pathFrom({ file }, written) : null
  return {
    modules: {
      pathOf,
      // `<Snippet file="x.mdx" />` lies in the folder of snippets.
      named({ attributes, name }) {
        const file = name === 'Snippet' ? (attributes.get('file') ?? '') : ''
        const written = `/snippets/${file}`
        return file === '' ? null : { written, path: joinAddress(base, written) }
      },
    },
    above: operationText,
    code: titledCode,
    elementIds: mintlifyIds,
  }
}

/** The operation of an API that front matter names, as its method and path, with what its description says. */
function operationText(page: ExpandedPage): string {
  const written = textOf(page.fields.get('openapi')) ?? textOf(page.fields.get('api'))
  if (written === null) return ''
  const operation = readOperation(written, page)
  if (operation === null) return ''
  const { method, path, text } = operation
  return `\`${method} ${path}\`\n\n${text}`
}
