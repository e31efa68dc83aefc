import type { Tag } from '../../../readers/markdown/tag.ts'
import { EXPANDED_LIMIT_CHARS } from '../../expand-lines.ts'
import { bodyAndResponses, parameterFields, resolver, type OperationRoom } from '../../expansion/openapi-fields.ts'
import { asMarkdown } from '../../expansion/as-markdown.ts'

/**
 * What a component of docusaurus-theme-openapi-docs shows of an operation, as Markdown: its attributes have all of it, as JSON.
 * Null: the element is not one of them.
 * @param code imports of the page
 */
export function openApiMarkdown(tag: Tag, code: string): string | null {
  if (!code.includes('@theme/ApiExplorer/')) return null
  const { attributes } = tag
  const room: OperationRoom = { leftChars: EXPANDED_LIMIT_CHARS }
  const resolved = resolver({})
  switch (tag.name) {
    case 'Heading': {
      const words = attributes.get('children') ?? ''
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
    case 'StatusCodes':
      return shownBy(tag, 'responses', (responses) => bodyAndResponses({ responses }, resolved, room))
    default:
      return null
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
