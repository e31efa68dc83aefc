import type { ElementId } from '../../../readers/markdown/markup-reader.ts'
import { createSlugger } from '../../../slug.ts'

const FIELD = /^(?:Param|Response)Field$/
const NAMES = ['query', 'path', 'body', 'header', 'name']

/** Gives fields, steps, tabs and accordions of one page the ids that Mintlify makes of their names and titles. */
export function mintlifyIds(): ElementId {
  const fields = createSlugger('mintlify-field')
  const titles = createSlugger('mintlify')
  return ({ attributes, name }) => {
    const isField = FIELD.test(name)
    if (!isField && !/^(?:Step|Tab|Accordion)$/.test(name)) return null
    const written = (isField ? NAMES : ['title']).map((key) => attributes.get(key)).find(Boolean)
    return written === undefined ? null : (isField ? fields : titles).next(written)
  }
}
