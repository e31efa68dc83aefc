import { joinAddress } from '../addresses.ts'
import { EXPANDED_LIMIT_CHARS, fenced, INCLUSION_DEPTH, indented, mapLines, pathFrom, readPart } from '../expand-lines.ts'
import type { ExpandedPage } from '../source.ts'

interface Imported {
  readonly path: string | null
  readonly written: string
  readonly kind: 'part' | 'text'
}

const IMPORT = /^import\s+(\w+)\s+from\s+['"]([^'"\n]+)['"];?\s*$/gm
const PART = /\.mdx?$/
const RAW = /^!!raw-loader!|[?&]raw$/
const ELEMENT = /^([ \t]*)<([A-Z]\w*)(?:\s[^<>]*)?\/>\s*$/
const CODE = /^([ \t]*)<CodeBlock((?:\s[^<>]*)?)>\s*\{(\w+)\}\s*<\/CodeBlock>\s*$/
const ATTRIBUTE = /(language|title)="([^"]*)"/g

/** Puts parts that a page imports (`import Part from './_part.mdx'`) and files that it shows as code into its text. */
export function docusaurusExpansion(text: string, page: ExpandedPage): string {
  return expand(text, page, page.file, 0)
}

function expand(text: string, page: ExpandedPage, file: string, depth: number): string {
  const imports = importsOf(text, page, file)
  if (imports.size === 0) return text
  let length = text.length

  return mapLines(text, (line, at) => {
    const [, indent = '', name = ''] = ELEMENT.exec(line) ?? []
    const part = imports.get(name)
    if (part?.kind === 'part' && depth < INCLUSION_DEPTH && length < EXPANDED_LIMIT_CHARS) {
      const body = readPart(part.path, part.written, page, at + 1)
      if (body === null) return ''
      length += body.length
      return indented(`${expand(body, page, part.path ?? file, depth + 1)}\n`, indent)
    }
    const [, margin = '', attributes = '', shown = ''] = CODE.exec(line) ?? []
    const code = imports.get(shown)
    if (code?.kind !== 'text') return line
    const source = code.path === null ? null : page.folder.readText(code.path)
    if (source === null) {
      page.fault('unresolved_include', `${code.written} is no file that can be read here`, at + 1)
      return ''
    }
    length += source.length
    const { language = '', title } = Object.fromEntries(
      Array.from(attributes.matchAll(ATTRIBUTE), ([, key, value]) => [key, value] as const),
    ) as { language?: string; title?: string }
    return indented(fenced(source, language + (title === undefined ? '' : ` title="${title}"`)), margin)
  })
}

function importsOf(text: string, page: ExpandedPage, file: string): ReadonlyMap<string, Imported> {
  const imports = new Map<string, Imported>()
  if (!text.includes('import ')) return imports
  for (const [, name = '', written = ''] of text.matchAll(IMPORT)) {
    const isRaw = RAW.test(written)
    const target = written.replace(RAW, '').replace(/\\(.)/g, '$1')
    if (!isRaw && !PART.test(target)) continue
    const { base } = page.folder
    const path = target.startsWith('@site/')
      ? joinAddress(base, target.slice('@site/'.length))
      : pathFrom({ file }, target)
    imports.set(name, { path, written: target, kind: isRaw ? 'text' : 'part' })
  }
  return imports
}
