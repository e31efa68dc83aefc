import { trackFences } from '../../expand-lines.ts'
import { createSlugger } from '../../../slug.ts'

const TAG = /<(ParamField|ResponseField|Step|Tab|Accordion)(\s[^<>]{1,4000}?)(\/?>)/g
const NAME = /\b(?:query|path|body|header|name)=(?:"([^"]*)"|'([^']*)')/
const TITLE = /\btitle=(?:"([^"]*)"|'([^']*)'|\{"([^"]*)"\})/

/** Gives fields, steps, tabs and accordions the ids that Mintlify makes of their names and titles. */
export function addComponentIds(text: string): string {
  if (!/<(?:ParamField|ResponseField|Step|Tab|Accordion)\s/.test(text)) return text
  const isCode = codeRanges(text)
  const fields = createSlugger('mintlify-field')
  const titles = createSlugger('mintlify')
  return text.replace(TAG, (tag, name: string, attributes: string, end: string, offset: number) => {
    if (isCode(offset) || /\sid=/.test(attributes)) return tag
    const isField = name.endsWith('Field')
    const [, double, single, braced] = (isField ? NAME : TITLE).exec(attributes) ?? []
    const given = double ?? single ?? braced ?? ''
    if (given === '') return tag
    const id = isField ? fields.next(given) : titles.next(given)
    return `<${name}${attributes.trimEnd()} id="${id.replace(/"/g, '')}"${end === '/>' ? ' />' : end}`
  })
}

/** Tells whether an offset is in fenced code. Offsets are asked for in their order. */
function codeRanges(text: string): (offset: number) => boolean {
  const fence = trackFences()
  let lineEnd = -1
  let isCode = false
  return (offset) => {
    while (lineEnd < offset) {
      const start = lineEnd + 1
      const newline = text.indexOf('\n', start)
      lineEnd = newline < 0 ? text.length : newline
      isCode = fence.isCode(text.slice(start, lineEnd))
    }
    return isCode
  }
}
