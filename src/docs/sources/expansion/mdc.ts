import type { Construct, OpenedBlock, Part } from '../../readers/markdown/constructs.ts'
import { nameTitle } from '../../site-path.ts'
import { lastSegment } from '../../addresses.ts'
import { parseYaml } from '../config/parse-yaml.ts'
import { isScalar, record } from '../values.ts'

/** Lines of YAML that give a component its attributes. */
const YAML_LIMIT_LINES = 100
/** `:name[label]{attributes}` is a component that stands alone. */
const ALONE = /:([a-z][\w-]{0,60})(?:\[([^\]\n]{0,500})\])?(?:\{(.{0,2000})\})?[ \t]*$/my
/** `::name[label]{attributes}` begins a component, which may have attributes in YAML below. */
const BEGINNING = new RegExp(
  String.raw`(:{2,9})([a-z][\w-]{0,60})(?:\[([^\]\n]{0,500})\])?(?:\{(.{0,2000})\})?[ \t]*(?:\n[ \t]*---[ \t]*\n((?:.*\n){1,${YAML_LIMIT_LINES}}?)[ \t]*---[ \t]*)?$`,
  'my',
)
/** `#name` begins a part of a component, which is shown where it stands. */
const SLOT = /#[a-z][\w-]{0,60}(?:\{[^{}\n]{0,500}\})?[ \t]*$/my
const INLINE = /(?<![\w:\\]):([a-z][\w-]{0,60})(?:\[([^\][]{0,500})\](?:\{([^{}]{0,500})\})?|\{([^{}]{0,500})\})/y
const ATTRIBUTE = /:?([\w-]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'{}]+)))?/g
/** Attributes behind a text in brackets, a link or code. */
const BEHIND_TEXT = /\[([^\][]{1,500})\]\{[ \t]*(?:[.#][\w-]|:?[\w-]+=)[^{}]{0,500}\}/y
const BEHIND = /(?<=[)`])\{[ \t]*(?:[.#][\w-]|:?[\w-]+=)[^{}]{0,500}\}/y
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

/** Whether a text has components of Nuxt Content, which stand between lines with two colons. */
export function hasMdc(text: string): boolean {
  return /^::[a-z][\w-]*(?:[[{].*)?[ \t]*$/m.test(text) && /^[ \t]*::[ \t]*$/m.test(text)
}

/** The components of Nuxt Content (`::note` to `::`, `:badge[text]`), as the reader knows them. */
export const MDC: readonly Construct[] = [
  {
    opening: ':',
    pattern: ALONE,
    isLine: true,
    part: ([, name = '', label, given]) =>
      label === undefined && given === undefined ? null : textPart(alone(name, label, attributesOf(given))),
  },
  {
    opening: '::',
    pattern: BEGINNING,
    isLine: true,
    opens: ([, colons = '', name = '', label, given, yaml]) =>
      component(colons, name, label, attributesOf(given), yaml),
  },
  { opening: '#', pattern: SLOT, isLine: true, isWithin: true, part: () => textPart('') },
  {
    opening: ':',
    pattern: INLINE,
    part: ([, name = '', label, behind, only]) =>
      textPart(
        name === 'badge'
          ? `<Badge text="${(label ?? '').replaceAll('"', '&quot;')}" />`
          : words(label, attributesOf(behind ?? only)),
      ),
  },
  { opening: '[', pattern: BEHIND_TEXT, part: ([, text = '']) => textPart(text) },
  { opening: '{', pattern: BEHIND, part: () => textPart('') },
]

function textPart(text: string): Part {
  return { text, constructs: [] }
}

function component(end: string, name: string, label: string | undefined, given: Attributes, yaml = ''): OpenedBlock {
  const component = tagOf(name)
  if (label !== undefined) given.set('title', label)
  for (const [key, value] of valuesOf(yaml)) given.set(key, value)
  return { component, attributes: shown(component, given), end, mustEnd: true }
}

/** A component that stands alone: its text, a link, or its name where it has neither. */
function alone(name: string, label: string | undefined, attributes: Attributes): string {
  const tag = tagOf(name)
  if (name !== 'card' && (label !== undefined || targetOf(attributes) !== undefined)) return words(label, attributes)
  const given = [...shown(tag, attributes)].map(([key, value]) => ` ${key}="${value.replaceAll('"', '&quot;')}"`)
  return `<${tag}${given.join('')} />`
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

/** Values of YAML that may be indented as its component is. */
function valuesOf(yaml: string): [string, string][] {
  const indent = /^[ \t]*/.exec(yaml)?.[0].length ?? 0
  const lines = yaml.split('\n').map((line) => line.slice(Math.min(indent, line.length - line.trimStart().length)))
  const parsed = yaml === '' ? null : parseYaml(lines.join('\n'))
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
function shown(tag: string, attributes: Attributes): Attributes {
  const isField = tag === 'ResponseField'
  const name = attributes.get('name')
  const href = targetOf(attributes)
  const title = attributes.get('title') ?? attributes.get('label') ?? (isField ? undefined : name)
  const given = {
    title: title ?? (href === undefined ? undefined : titleOf(href)),
    href,
    ...(isField ? { name, type: attributes.get('type'), required: attributes.get('required') } : {}),
  }
  return new Map(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** `card-group` is `CardGroup`. */
function tagOf(name: string): string {
  return NAMES.get(name) ?? name.replace(/(?:^|[-_])([a-z\d])/g, (_, letter: string) => letter.toUpperCase())
}
