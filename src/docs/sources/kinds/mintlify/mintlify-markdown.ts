import { joinAddress } from '../../addresses.ts'
import { mapLines, pathFrom } from '../../expand-lines.ts'
import { expandMdx } from '../../mdx/expand-mdx.ts'
import type { Dialect, ExpandedPage } from '../../source.ts'
import { text as textOf } from '../../values.ts'
import { addComponentIds } from './mintlify-ids.ts'
import { readOperation } from './mintlify-operation.ts'

const SNIPPET = /^([ \t]*)<Snippet\s+file=["']([^"'\n]{1,500})["']\s*\/>\s*$/
const TOOLTIP = /<Tooltip\b([^<>]{0,2000})>([^<>]{0,500})<\/Tooltip>/g

/** Puts what Mintlify adds to Markdown into the text: snippets, operations of APIs, and what tooltips say. */
export function mintlifyExpansion(base: string): Dialect['expand'] {
  const pathOf = (written: string, file: string): string | null =>
    written.startsWith('/') ? joinAddress(base, written) : written.startsWith('.') ? pathFrom({ file }, written) : null
  return (text, page) => {
    const parts = expandMdx(text.includes('<Snippet') ? withImports(text) : text, page, pathOf)
    const named = addComponentIds(parts)
    const told = named.includes('<Tooltip') ? mapLines(named, (line) => line.replace(TOOLTIP, tooltip)) : named
    return operationText(page) + told
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

/** The text that a tooltip explains, and behind it the explanation. */
function tooltip(_whole: string, attributes: string, shown: string): string {
  const tip = /\btip=(?:"([^"]*)"|'([^']*)'|\{"([^"]*)"\})/.exec(attributes)
  const words = tip?.[1] ?? tip?.[2] ?? tip?.[3] ?? ''
  return words === '' ? shown : `${shown} (${words})`
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
