import { createBraceFinder } from '../../../readers/markdown/braces.ts'
import { parseTag, type Tag } from '../../../readers/markdown/tag.ts'
import { EXPANDED_LIMIT_CHARS, mapLines } from '../../expand-lines.ts'
import { bodyAndResponses, parameterFields, resolver, type OperationRoom } from '../../expansion/openapi-fields.ts'
import { asMarkdown } from '../../expansion/as-markdown.ts'

/** Components of docusaurus-theme-openapi-docs, whose attributes have all that they show, as JSON. */
const COMPONENT = /^[ \t]*<(\/?)(Heading|MethodEndpoint|ParamsDetails|ParamsItem|RequestSchema|StatusCodes)\b/

/** Writes what docusaurus-plugin-openapi-docs made of an operation as Markdown: its method and path, and its fields. */
export function openApiPage(text: string): string {
  if (!text.includes('@theme/ApiExplorer/')) return text
  const room: OperationRoom = { leftChars: EXPANDED_LIMIT_CHARS }
  /** Closing tag of the component that was written last. */
  let closing = ''
  return mapLines(text, (line) => {
    const [, slash, name = ''] = COMPONENT.exec(line) ?? []
    if (name === '') return line
    if (slash !== '') return line.trim() === closing ? '' : line
    const tag = parseTag(line, line.indexOf('<'), createBraceFinder(line))
    const rest = line.slice(tag?.end).trim()
    const shown = tag === null || (rest !== '' && rest !== `</${name}>`) ? null : written(tag, room)
    closing = shown === null ? '' : `</${name}>`
    if (shown === null) return line
    return `\n${shown}\n`
  })
}

/** What a component shows; null: that cannot be told. */
function written(tag: Tag, room: OperationRoom): string | null {
  const { attributes, name } = tag
  const words = attributes.get('children') ?? ''
  const resolved = resolver({})
  switch (name) {
    case 'Heading': {
      const [, level] = /^h([1-6])$/.exec(attributes.get('as') ?? '') ?? []
      const id = attributes.get('id') || null
      if (words === '' || level === undefined) return null
      return `${'#'.repeat(Number(level))} ${asMarkdown(words)}${id === null ? '' : ` {#${id}}`}`
    }
    case 'MethodEndpoint': {
      const [method = '', path = ''] = [attributes.get('method'), attributes.get('path')]
      return method === '' || path === '' ? null : `\`${method.toUpperCase()} ${path.replaceAll('`', '')}\``
    }
    case 'ParamsDetails':
      return shownBy(tag, 'parameters', (parameters) => parameterFields([{ parameters }], resolved, room))
    case 'ParamsItem':
      return shownBy(tag, 'param', (param) => parameterFields([{ parameters: [param] }], resolved, room))
    case 'RequestSchema':
      return shownBy(tag, 'body', (requestBody) => bodyAndResponses({ requestBody }, resolved, room))
    default:
      return shownBy(tag, 'responses', (responses) => bodyAndResponses({ responses }, resolved, room))
  }
}

function shownBy({ expressions }: Tag, attribute: string, write: (value: unknown) => string[]): string | null {
  const expression = expressions.get(attribute)?.trim() ?? 'undefined'
  if (expression === 'undefined') return ''
  try {
    return write(JSON.parse(expression)).join('\n\n')
  } catch {
    return null
  }
}
