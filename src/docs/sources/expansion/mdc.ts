import { mapOutsideCode } from '../../readers/markdown/code/code-span.ts'
import { nameTitle } from '../../site-path.ts'
import { lastSegment } from '../../addresses.ts'
import { parseYaml } from '../config/parse-yaml.ts'
import { trackFences } from '../expand-lines.ts'
import { isScalar, record } from '../values.ts'

/** `::name[label]{attributes}` begins a component, and one with a single colon stands alone. */
const BEGINNING = /^([ \t]*)(:{1,9})([a-z][\w-]{0,60})(?:\[([^\]]{0,500})\])?(?:\{(.{0,2000})\})?[ \t]*$/
const END = /^([ \t]*)(:{2,9})[ \t]*$/
/** `#name` begins a part of a component, which is shown where it stands. */
const SLOT = /^[ \t]*#[a-z][\w-]{0,60}(?:\{[^{}]{0,500}\})?[ \t]*$/
const INLINE = /(?<![\w:\\]):([a-z][\w-]{0,60})(?:\[([^\][]{0,500})\](?:\{([^{}]{0,500})\})?|\{([^{}]{0,500})\})/g
const ATTRIBUTE = /:?([\w-]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'{}]+)))?/g
/** Attributes behind a text in brackets, a link or code. */
const BEHIND_TEXT = /\[([^\][]{1,500})\]\{[ \t]*(?:[.#][\w-]|:?[\w-]+=)[^{}]{0,500}\}/g
const BEHIND_LINK = /(?<=\))\{[ \t]*(?:[.#][\w-]|:?[\w-]+=)[^{}]{0,500}\}/g
const BEHIND_CODE = /^\{[ \t]*(?:[.#][\w-]|:?[\w-]+=)[^{}]{0,500}\}/
/** Components that the reader of Markdown names otherwise. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['accordion', 'AccordionGroup'],
  ['accordion-item', 'Accordion'],
  ['collapsible', 'Accordion'],
  ['code-collapse', 'Fragment'],
  ['code-preview', 'Fragment'],
  ['code-tree', 'CodeGroup'],
  ['field', 'ResponseField'],
  ['field-group', 'Fragment'],
  ['read-more', 'Card'],
  ['tabs-item', 'TabItem'],
])
const DEPTH_LIMIT = 50
/** Lines of YAML that give a component its attributes. */
const YAML_LIMIT_LINES = 100

/** Whether a text has components of Nuxt Content, which stand between lines with two colons. */
export function hasMdc(text: string): boolean {
  return /^::[a-z][\w-]*(?:[[{].*)?[ \t]*$/m.test(text) && /^[ \t]*::[ \t]*$/m.test(text)
}

/** Writes the components of Nuxt Content (`::note` to `::`, `:badge[text]`) as components that the reader knows. */
export function expandMdc(text: string): string {
  const open: { readonly tag: string; readonly end: number; readonly indent: number }[] = []
  const lines = text.split('\n')
  const { code, ends } = endsOf(lines)
  const written: string[] = []
  let at = 0
  while (at < lines.length) {
    const line = withoutIndent(lines[at++] as string, shift())
    written.push(code.has(at - 1) ? line : (beginning(line) ?? ending(line) ?? textLine(line)))
  }
  return written.join('\n')

  /** Columns by which the innermost component is indented more than the outermost one. */
  function shift(): number {
    return (open.at(-1)?.indent ?? 0) - (open[0]?.indent ?? 0)
  }

  function beginning(line: string): string | null {
    const [, before = '', colons = '', name = '', label, given] = BEGINNING.exec(line) ?? []
    const attributes = attributesOf(given)
    if (colons.length === 1)
      return label === undefined && given === undefined ? null : before + alone(name, label, attributes)
    // Three colons and more are directives of other tools, unless they stand in a component.
    const end = ends.get(at - 1)
    if (end === undefined || (colons.length > 2 && open.length === 0) || open.length >= DEPTH_LIMIT) return null
    const tag = tagOf(name)
    open.push({ tag, end, indent: before.length + shift() })
    if (label !== undefined) attributes.set('title', label)
    const yaml = yamlLines()
    for (const [key, value] of valuesOf(yaml)) attributes.set(key, value)
    return `${before}<${tag}${shown(tag, attributes)}>${'\n'.repeat(yaml.length === 0 ? 0 : yaml.length + 2)}`
  }

  /** The lines between `---` that follow, which are passed over. */
  function yamlLines(): string[] {
    const end = yamlEnd(lines, at)
    if (end === at) return []
    const yaml = lines.slice(at + 1, end - 1).map((line) => withoutIndent(line, open.at(-1)?.indent ?? 0))
    at = end
    return yaml
  }

  function ending(line: string): string | null {
    if (open.at(-1)?.end !== at - 1) return null
    return `${END.exec(line)?.[1] ?? ''}</${open.pop()?.tag}>`
  }

  function textLine(line: string): string {
    if (open.length > 0 && SLOT.test(line)) return ''
    if (!/[:{]/.test(line)) return line
    return mapOutsideCode(line, (piece, start) => plain(piece, start > 0))
  }
}

/** The lines of code, and those that begin a component, each with the line that ends it. Lines are numbered from 0. */
function endsOf(lines: readonly string[]): { code: ReadonlySet<number>; ends: ReadonlyMap<number, number> } {
  const code = new Set<number>()
  const ends = new Map<number, number>()
  const fence = trackFences()
  const begun: { readonly at: number; readonly colons: number }[] = []
  /** How many components with each number of colons have begun. */
  const counts = new Map<number, number>()
  const count = (colons: number, change: number): unknown => counts.set(colons, (counts.get(colons) ?? 0) + change)
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string
    if (fence.isCode(line)) {
      code.add(at)
      continue
    }
    const begins = BEGINNING.exec(line)?.[2]?.length ?? 0
    if (begins > 1) {
      begun.push({ at, colons: begins })
      count(begins, 1)
      at = yamlEnd(lines, at + 1) - 1
      continue
    }
    const colons = END.exec(line)?.[2]?.length ?? 0
    // What has begun within a component that ends here, and has not ended, does not begin.
    while ((counts.get(colons) ?? 0) > 0) {
      const last = begun.pop()
      if (last === undefined) break
      count(last.colons, -1)
      if (last.colons !== colons) continue
      ends.set(last.at, at)
      break
    }
  }
  return { code, ends }
}

/** The line behind the attributes in YAML that begin at a line; that line itself: there are none. */
function yamlEnd(lines: readonly string[], at: number): number {
  if (lines[at]?.trim() !== '---') return at
  const end = lines.slice(at + 1, at + 1 + YAML_LIMIT_LINES).findIndex((line) => line.trim() === '---')
  return end <= 0 ? at : at + end + 2
}

/** A component that stands alone: its text, a link, or its name where it has neither. */
function alone(name: string, label: string | undefined, attributes: Attributes): string {
  const tag = tagOf(name)
  if (name !== 'card' && (label !== undefined || targetOf(attributes) !== undefined)) return words(label, attributes)
  return `<${tag}${shown(tag, attributes)} />`
}

function plain(text: string, isBehindCode: boolean): string {
  return (isBehindCode ? text.replace(BEHIND_CODE, '') : text)
    .replace(INLINE, (_, name: string, label?: string, behind?: string, only?: string) =>
      name === 'badge'
        ? `<Badge text="${(label ?? '').replaceAll('"', '&quot;')}" />`
        : words(label, attributesOf(behind ?? only)),
    )
    .replace(BEHIND_TEXT, '$1')
    .replace(BEHIND_LINK, '')
}

/** The words of a component, as a link where it leads somewhere. */
function words(label: string | undefined, attributes: Attributes): string {
  const target = targetOf(attributes)
  const text = label ?? attributes.get('title') ?? attributes.get('label')
  if (target === undefined) return text ?? ''
  return `[${text ?? titleOf(target)}](${target.replace(/[\s()]/g, encoded)})`
}

function encoded(sign: string): string {
  return sign === '(' ? '%28' : sign === ')' ? '%29' : encodeURIComponent(sign)
}

type Attributes = Map<string, string>

function attributesOf(written = ''): Attributes {
  const all = [...written.matchAll(ATTRIBUTE)]
  return new Map(all.map(([, name = '', double, single, bare]) => [name, double ?? single ?? bare ?? 'true']))
}

function valuesOf(yaml: readonly string[]): [string, string][] {
  const parsed = yaml.length === 0 ? null : parseYaml(yaml.join('\n'))
  const values = Object.entries(record(parsed?.ok === true ? parsed.value : null))
  return values.flatMap(([name, value]) => (isScalar(value) ? [[name, String(value)]] : []))
}

function targetOf(attributes: Attributes): string | undefined {
  return attributes.get('to') ?? attributes.get('href')
}

/** What the last part of an address names, for a link without words. */
function titleOf(target: string): string {
  return nameTitle(lastSegment(target.replace(/[?#].*$/s, '').replace(/(?<!\/)\/+$/, '')))
}

/** The attributes that the reader knows. */
function shown(tag: string, attributes: Attributes): string {
  const isField = tag === 'ResponseField'
  const name = attributes.get('name')
  const href = targetOf(attributes)
  const title = attributes.get('title') ?? attributes.get('label') ?? (isField ? undefined : name)
  const given = {
    title: title ?? (href === undefined ? undefined : titleOf(href)),
    href,
    ...(isField ? { name, type: attributes.get('type'), required: attributes.get('required') } : {}),
  }
  return Object.entries(given)
    .map(([key, value]) => (value === undefined ? '' : ` ${key}="${value.replaceAll('"', '&quot;')}"`))
    .join('')
}

/** `card-group` is `CardGroup`. */
function tagOf(name: string): string {
  return NAMES.get(name) ?? name.replace(/(?:^|[-_])([a-z\d])/g, (_, letter: string) => letter.toUpperCase())
}

function withoutIndent(line: string, columns: number): string {
  return line.slice(Math.min(columns, line.length - line.trimStart().length))
}
