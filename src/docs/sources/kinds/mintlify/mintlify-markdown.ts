import { joinAddress } from '../../../addresses.ts'
import { mapLines, pathFrom } from '../../expand-lines.ts'
import { expandMdx } from '../../mdx/expand-mdx.ts'
import type { Dialect, ExpandedPage } from '../../source.ts'
import { text as textOf } from '../../values.ts'
import { nameFenceTitles } from './mintlify-fences.ts'
import { addComponentIds } from './mintlify-ids.ts'
import { readOperation } from './mintlify-operation.ts'

const SNIPPET = /^([ \t]*)<Snippet\s+file=["']([^"'\n]{1,500})["']\s*\/>\s*$/

/** Puts what Mintlify adds to Markdown into the text: snippets, operations of APIs, and what tooltips say. */
export function mintlifyExpansion(base: string): Dialect['expand'] {
  const pathOf = (written: string, file: string): string | null =>
    written.startsWith('/') ? joinAddress(base, written) : written.startsWith('.') ? pathFrom({ file }, written) : null
  return (text, page) => {
    const parts = expandMdx(text.includes('<Snippet') ? withImports(text) : text, page, pathOf)
    return operationText(page) + addComponentIds(nameFenceTitles(parts))
  }
}

/** Makes an import of each `<Snippet file="x.mdx" />`, which takes parts from the folder of snippets without one. */
function withImports(text: string): string {
  const imports: string[] = []
  const body = mapLines(text, (line) => {
    const [, indent = '', file] = SNIPPET.exec(line) ?? []
    if (file === undefined) return line
    const name = `SnippetFile${imports.length}`
    imports.push(`import ${name} from ${JSON.stringify(`/snippets/${file}`)}`)
    return `${indent}<${name} />`
  })
  // They follow the text, so that its lines keep their numbers.
  return imports.length === 0 ? text : `${body}\n\n${imports.join('\n')}\n`
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
