import type { Tag } from '../../../readers/markdown/tag.ts'
import { joinAddress } from '../../../addresses.ts'
import { pathFrom } from '../../expand-lines.ts'
import type { Dialect, ExpandedPage } from '../../source.ts'
import { text as textOf } from '../../values.ts'
import { nameFenceTitles } from './mintlify-fences.ts'
import { addComponentIds } from './mintlify-ids.ts'
import { readOperation } from './mintlify-operation.ts'

/** What Mintlify adds to Markdown: snippets, operations of APIs, and ids of components. */
export function mintlifyMarkdown(base: string): Pick<Dialect, 'above' | 'expand' | 'modules'> {
  const pathOf = (written: string, file: string): string | null =>
    written.startsWith('/') ? joinAddress(base, written) : written.startsWith('.') ? pathFrom({ file }, written) : null
  return {
    modules: { pathOf, named: snippetOf },
    above: operationText,
    expand: (text) => addComponentIds(nameFenceTitles(text)),
  }
}

/** The file of `<Snippet file="x.mdx" />`, which lies in the folder of snippets. */
function snippetOf({ attributes, name }: Tag): string | null {
  const file = name === 'Snippet' ? (attributes.get('file') ?? '') : ''
  return file === '' ? null : `/snippets/${file}`
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
