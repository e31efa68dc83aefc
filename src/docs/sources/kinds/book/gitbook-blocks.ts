import type { Construct, Part } from '../../../readers/markdown/constructs.ts'
import { NONE } from '../../../readers/markdown/tag.ts'
import { decodeLoosely } from '../../../../shared/decode-percent.ts'
import { joinAddress, lastSegment } from '../../../addresses.ts'
import { pathFrom } from '../../expand-lines.ts'
import type { ExpandedPage } from '../../source.ts'
import { record } from '../../values.ts'
import { ELEMENTS } from './gitbook-elements.ts'

/** `{% hint style="info" %}` */
const BLOCK = /\{%\s*(\w+(?:-\w+)*)(?![\w-])((?:[^%\n]|%(?!\})){0,1000}?)%\}/y
const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"\n]*)"|(\w+))/g
/** `<code class="expression">space.vars.name</code>` */
const EXPRESSION = /<code class="expression">\s{0,100}(space|page)\.vars\.([\w-]{1,200})\s{0,100}<\/code>/y
/** A link that has its line to itself. */
const LINK = /\[[^[\]\n]{0,1000}\]\(<?([^()<>\n]{1,1000})>?\)/y
/** Pages that are looked into for their titles, for all links of a page. */
const TITLE_LIMIT = 200
/** Beginning of a page in which its title stands. */
const TITLE_WITHIN_CHARS = 10_000

type Attributes = ReadonlyMap<string, string>

/** What stands in place of a block, or of its end. */
type Written = (attributes: Attributes) => string

/** Blocks, and their ends, that only stand around what they show. */
const PLAIN = `endcontent-ref endpage-ref columns endcolumns column endcolumn updates endupdates
  endembed endfile endopenapi
  endopenapi-operation endswagger swagger-description endswagger-description endswagger-response endapi-method
  api-method-summary endapi-method-summary api-method-description endapi-method-description api-method-spec
  endapi-method-spec api-method-request endapi-method-request api-method-response endapi-method-response
  api-method-path-parameters endapi-method-path-parameters api-method-query-parameters endapi-method-query-parameters
  api-method-headers endapi-method-headers api-method-body-parameters endapi-method-body-parameters
  api-method-form-data-parameters endapi-method-form-data-parameters endapi-method-response-example
  api-method-response-example-description endapi-method-response-example-description`

const BLOCKS: ReadonlyMap<string, Written> = new Map<string, Written>([
  ...PLAIN.split(/\s+/).map((name): [string, Written] => [name, () => '']),
  ['embed', (given) => `${link(given.get('caption') ?? given.get('url') ?? '', given.get('url') ?? '')}\n`],
  ['file', file],
  ['openapi', operation],
  ['openapi-operation', operation],
  ['swagger', operation],
  ['swagger-response', (given) => `\n**${given.get('status') ?? ''}** ${given.get('description') ?? ''}\n`],
  ['api-method', operation],
  ['api-method-response-example', (given) => `\n**${given.get('httpCode') ?? ''}**\n`],
])

/** Blocks that contain what stands up to their ends, by the components that they are. */
const CONTAINERS: ReadonlyMap<string, { component: string; given: (attributes: Attributes) => Attributes }> = new Map([
  ['hint', { component: 'Callout', given: renamed('style', 'type') }],
  ['tabs', { component: 'Tabs', given: () => NONE }],
  ['tab', { component: 'TabItem', given: renamed('title', 'label') }],
  ['stepper', { component: 'Steps', given: () => NONE }],
  ['step', { component: 'Step', given: () => NONE }],
  ['update', { component: 'Update', given: renamed('date', 'label') }],
  ['code', { component: 'Code', given: renamed('title', 'title') }],
  ['swagger-parameter', { component: 'ParamField', given: parameter }],
  ['api-method-parameter', { component: 'ParamField', given: parameter }],
])

const CONTAINER = new RegExp(
  `\\{%\\s{0,100}(end)?(${[...CONTAINERS.keys()].join('|')})(?![\\w-])((?:[^%\\n]|%(?!\\})){0,1000}?)%\\}`,
  'y',
)

/**
 * The blocks of GitBook, and the elements that it writes into Markdown.
 *
 * @param variables those of all pages of the book
 */
export function gitBookConstructs(page: ExpandedPage, variables: Readonly<Record<string, unknown>>): Construct[] {
  const own = record(page.fields.get('vars'))
  let titles = 0
  /** A link to another page above that has its title, and its line. The line below names its file once more. */
  let reference: { readonly address: string; readonly line: number } | null = null

  /** A link to a page of the book, with its title. Null: there is no such page. */
  function reading(address: string): string | null {
    if (address === '' || ++titles > TITLE_LIMIT) return null
    const path = pathFrom(page, decodeLoosely(address.replace(/[?#].*$/s, '')))
    if (path === null) return null
    const read = page.folder.readText(/\.md$/i.test(path) ? path : joinAddress(path, 'README.md'))
    const title = /^#[ \t]+(\S.*)$/m.exec(read?.slice(0, TITLE_WITHIN_CHARS) ?? '')?.[1]
    return title === undefined ? null : link(title, address)
  }

  function written(name: string, given: Attributes, line: number): string {
    if (name === 'content-ref' || name === 'page-ref') {
      const address = given.get('url') ?? given.get('page') ?? ''
      const found = reading(address)
      if (found !== null && name === 'content-ref') reference = { address, line }
      return found ?? (name === 'page-ref' ? link(given.get('page') ?? '', given.get('page') ?? '') : '')
    }
    const write = BLOCKS.get(name)
    if (write !== undefined) return write(given)
    page.fault('unread_template', `{% ${name} %} is not known here and is left out`, line)
    return ''
  }

  return [
    {
      opening: '{%',
      pattern: CONTAINER,
      mark([, end, name = '', attributes = '']) {
        const { component = '', given = () => NONE } = CONTAINERS.get(name) ?? {}
        return { component, attributes: end === undefined ? given(attributesOf(attributes)) : null }
      },
    },
    {
      opening: '{%',
      pattern: BLOCK,
      part: ([, name = '', attributes = ''], line) => part(`${written(name, attributesOf(attributes), line)}\n`),
    },
    {
      opening: '[',
      pattern: LINK,
      isLine: true,
      part([, address], line) {
        const isName = reference !== null && reference.address === address && line - reference.line <= 1
        reference = null
        return isName ? part('') : null
      },
    },
    {
      opening: '<code class="expression">',
      pattern: EXPRESSION,
      part([whole, scope, name = '']) {
        const value = (scope === 'space' ? variables : own)[name]
        return part(typeof value === 'string' || typeof value === 'number' ? String(value) : whole)
      },
    },
    ...ELEMENTS,
  ]
}

function part(text: string): Part {
  return { text, constructs: [] }
}

function renamed(from: string, to: string): (attributes: Attributes) => Attributes {
  return (given) => new Map([[to, given.get(from) ?? '']])
}

function attributesOf(written: string): Attributes {
  return new Map(Array.from(written.matchAll(ATTRIBUTE), ([, key = '', quoted, bare]) => [key, quoted ?? bare ?? '']))
}

function link(label: string, address: string): string {
  return `[${label}](<${address.replace(/[<>]/g, encodeURIComponent)}>)`
}

/** A file is called by its name. */
function file(given: Attributes): string {
  const address = given.get('src') ?? ''
  return link(given.get('caption') ?? lastSegment(decodeLoosely(address)), address)
}

/** The method and the address of an operation, below its summary where it has one. */
function operation(given: Attributes): string {
  const address = `${given.get('baseUrl') ?? given.get('host') ?? ''}${given.get('path') ?? ''}`
  const summary = given.get('summary') ?? ''
  const call = `${(given.get('method') ?? '').toUpperCase()} ${address}`.trim().replaceAll('`', '')
  return `${summary === '' ? '' : `\n## ${summary}\n`}${call === '' ? '' : `\n\`${call}\`\n`}`
}

function parameter(given: Attributes): Attributes {
  const place = ['path', 'query', 'header', 'body'].find((each) => each === given.get('in')) ?? 'name'
  return new Map([
    [place, given.get('name') ?? ''],
    ...(given.has('type') ? [['type', given.get('type') ?? ''] as const] : []),
    ...(given.get('required') === 'true' ? [['required', ''] as const] : []),
  ])
}
