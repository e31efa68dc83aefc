import { braceEnd } from '../../readers/markdown/braces.ts'
import { parseTag } from '../../readers/markdown/tag.ts'
import { EXPANDED_LIMIT_CHARS, fenced, INCLUSION_DEPTH, indented, mapLines, readPart } from '../expand-lines.ts'
import { importsOf, valueOfExpression, withoutImports, type MdxImport } from '../mdx-modules.ts'
import type { ExpandedPage } from '../source.ts'
import { list, record, text as textOf } from '../values.ts'

const ELEMENT = /^([ \t]*)<([A-Z]\w*)(?:\s[^<>]*)?\/>\s*$/
const CODE = /^([ \t]*)<CodeBlock((?:\s[^<>]*)?)>\s*\{(\w+)\}\s*<\/CodeBlock>\s*$/
const ATTRIBUTE = /(language|title)="([^"]*)"/g
const TAB = /<TabItem\b(?![^>]*\slabel=)([^>]*?\svalue=(?:"([^"]*)"|\{?'([^']*)'\}?))/

/** Puts what a page takes from elsewhere into its text: parts, files shown as code, and names of tabs. */
export function docusaurusExpansion(base: string): (text: string, page: ExpandedPage) => string {
  const aliases = new Map([['@site/', base]])
  let length = 0

  function expand(text: string, page: ExpandedPage, file: string, depth: number): string {
    if (!text.includes('import') && !text.includes('<Tabs')) return text
    const imports = importsOf(text, file, aliases)
    const named = text.includes('<Tabs') ? nameTabs(text, file, imports, page) : text
    return mapLines(named, (line, at) => {
      const [, indent = '', name = ''] = ELEMENT.exec(line) ?? []
      const part = imports.get(name)
      if (part?.kind === 'part' && depth < INCLUSION_DEPTH && length < EXPANDED_LIMIT_CHARS) {
        const body = readPart(part.path, part.written, page, at + 1)
        if (body === null) return ''
        length += body.length
        const whole = expand(body, page, part.path ?? file, depth + 1)
        return indented(`${withoutImports(whole)}\n`, indent)
      }
      const code = CODE.exec(line)
      const shown = code === null ? undefined : imports.get(code[3] ?? '')
      return code === null || shown?.kind !== 'text' ? line : codeOf(shown, code[1] ?? '', code[2] ?? '', page, at + 1)
    })
  }

  function codeOf(
    { path, written }: MdxImport,
    indent: string,
    attributes: string,
    page: ExpandedPage,
    line: number,
  ): string {
    const source = path === null ? null : page.folder.readText(path)
    if (source === null || length > EXPANDED_LIMIT_CHARS) {
      page.fault('unresolved_include', `${written} is no file that can be read here`, line)
      return ''
    }
    length += source.length
    const given = new Map(Array.from(attributes.matchAll(ATTRIBUTE), ([, key = '', value = '']) => [key, value]))
    const title = given.get('title')
    return indented(
      fenced(source, (given.get('language') ?? '') + (title === undefined ? '' : ` title="${title}"`)),
      indent,
    )
  }

  return (text, page) => {
    length = 0
    return expand(text, page, page.file, 0)
  }
}

/** Writes the names of tabs, which may stand in a list of the group (`values={[…]}`), at the tabs themselves. */
function nameTabs(text: string, file: string, imports: ReadonlyMap<string, MdxImport>, page: ExpandedPage): string {
  const groups: ReadonlyMap<string, string>[] = []
  let offset = 0
  const offsets = text.split('\n').map((line) => (offset += line.length + 1) - line.length - 1)
  return mapLines(text, (line, at) => {
    const start = line.indexOf('<Tabs')
    if (start >= 0) groups.push(namesOf(text, (offsets[at] as number) + start, file, imports, page))
    if (line.includes('</Tabs>')) groups.pop()
    const names = groups.at(-1)
    if (names === undefined || names.size === 0 || !line.includes('<TabItem')) return line
    return line.replace(TAB, (whole, _attributes, double?: string, single?: string) => {
      const name = names.get(double ?? single ?? '')
      return name === undefined ? whole : `${whole} label=${JSON.stringify(name)}`
    })
  })
}

function namesOf(
  text: string,
  start: number,
  file: string,
  imports: ReadonlyMap<string, MdxImport>,
  { folder }: ExpandedPage,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const end = parseTag(text, start, true)?.end ?? start
  const values = text.indexOf('values={', start)
  if (values < 0 || values >= end) return names
  const open = values + 'values='.length
  const close = braceEnd(text, open, end)
  if (close < 0) return names
  for (const each of list(valueOfExpression(text.slice(open + 1, close - 1), file, imports, folder))) {
    const value = textOf(record(each)['value'])
    const label = textOf(record(each)['label'])
    if (value !== null && label !== null) names.set(value, label)
  }
  return names
}
