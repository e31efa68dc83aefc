import { codeSpans } from '../../../readers/markdown/code/code-span.ts'
import { decodeLoosely } from '../../../../shared/decode-percent.ts'
import { joinAddress, lastSegment } from '../../../addresses.ts'
import { mapLines, pathFrom } from '../../expand-lines.ts'
import type { ExpandedPage } from '../../source.ts'
import { record } from '../../values.ts'
import { withGitBookElements } from './gitbook-elements.ts'

/** `{% hint style="info" %}` */
const BLOCK = /\{%\s*(\w+(?:-\w+)*)(?![\w-])((?:[^%\n]|%(?!\})){0,1000}?)%\}/g
const CODE = /^[ \t]*\{%\s*code\s((?:[^%\n]|%(?!\})){0,1000}?)%\}[ \t]*\n([ \t]*`{3,}[^\n`]*)/gm
const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"\n]*)"|(\w+))/g
/** `<code class="expression">space.vars.name</code>` */
const EXPRESSION = /<code class="expression">\s*(space|page)\.vars\.([\w-]+)\s*<\/code>/g
/** Pages that are looked into for their titles, for all links of a page. */
const TITLE_LIMIT = 200
/** Beginning of a page in which its title stands. */
const TITLE_WITHIN_CHARS = 10_000

type Attributes = ReadonlyMap<string, string>

/** What stands in place of a block, or of its end. */
type Written = (attributes: Attributes) => string

/** Blocks, and their ends, that only stand around what they show. */
const PLAIN = `code endcode endcontent-ref endpage-ref columns endcolumns column endcolumn updates endupdates
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
  ['hint', (given) => `<Callout type="${given.get('style') ?? ''}">`],
  ['endhint', () => '</Callout>'],
  ['tabs', () => '<Tabs>'],
  ['endtabs', () => '</Tabs>'],
  ['tab', (given) => `<TabItem label="${given.get('title') ?? ''}">`],
  ['endtab', () => '</TabItem>'],
  ['stepper', () => '<Steps>'],
  ['endstepper', () => '</Steps>'],
  ['step', () => '<Step>'],
  ['endstep', () => '</Step>'],
  ['update', (given) => `<Update label="${given.get('date') ?? ''}">`],
  ['endupdate', () => '</Update>'],
  ['embed', (given) => `${link(given.get('caption') ?? given.get('url') ?? '', given.get('url') ?? '')}\n`],
  ['file', file],
  ['openapi', operation],
  ['openapi-operation', operation],
  ['swagger', operation],
  ['swagger-parameter', parameter],
  ['endswagger-parameter', () => '</ParamField>'],
  ['swagger-response', (given) => `\n**${given.get('status') ?? ''}** ${given.get('description') ?? ''}\n`],
  ['api-method', operation],
  ['api-method-parameter', parameter],
  ['endapi-method-parameter', () => '</ParamField>'],
  ['api-method-response-example', (given) => `\n**${given.get('httpCode') ?? ''}**\n`],
])

/**
 * Writes the blocks of GitBook as components that the reader of Markdown knows.
 *
 * @param variables those of all pages of the book
 */
export function withGitBookBlocks(
  text: string,
  page: ExpandedPage,
  variables: Readonly<Record<string, unknown>>,
): string {
  const own = record(page.fields.get('vars'))
  let titles = 0
  /** Address of the link to another page above, which has its title; null: no line that names its file may follow. */
  let reference: string | null = null

  function valueOf(whole: string, scope: string, name: string): string {
    const value = (scope === 'space' ? variables : own)[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole
  }

  /** A link to a page of the book, with its title. Null: there is no such page. */
  function reading(address: string): string | null {
    if (address === '' || ++titles > TITLE_LIMIT) return null
    const path = pathFrom(page, decodeLoosely(address.replace(/[?#].*$/s, '')))
    if (path === null) return null
    const read = page.folder.readText(/\.md$/i.test(path) ? path : joinAddress(path, 'README.md'))
    const title = /^#[ \t]+(\S.*)$/m.exec(read?.slice(0, TITLE_WITHIN_CHARS) ?? '')?.[1]
    return title === undefined ? null : link(title, address)
  }

  function written(line: string, number: number): string {
    const spans = line.includes('`') ? [...codeSpans(line)] : []
    let span = 0
    return line.replace(BLOCK, (whole, name: string, attributes: string, start: number) => {
      while (span < spans.length && spans[span]!.end <= start) span += 1
      if ((spans[span]?.start ?? Number.POSITIVE_INFINITY) < start) return whole
      const given = attributesOf(attributes)
      if (name === 'content-ref' || name === 'page-ref') {
        const address = given.get('url') ?? given.get('page') ?? ''
        const found = reading(address)
        if (found !== null && name === 'content-ref') reference = address
        return found ?? (name === 'page-ref' ? link(given.get('page') ?? '', given.get('page') ?? '') : '')
      }
      if (name === 'endcontent-ref') reference = null
      const write = BLOCKS.get(name)
      if (write !== undefined) return write(given)
      page.fault('unread_template', `{% ${name} %} is not known here and is left out`, number)
      return ''
    })
  }

  return mapLines(titled(text), (line, at) => {
    if (reference !== null && line.trim() !== '') {
      const isName = isLinkTo(reference, line.trim())
      reference = null
      if (isName) return ''
    }
    const valued = line.replace(EXPRESSION, valueOf)
    return valued.includes('{%') ? written(valued, at + 1) : withGitBookElements(valued)
  })
}

function isLinkTo(address: string, text: string): boolean {
  const target = text.slice(text.indexOf(']('))
  return text.startsWith('[') && (target === `](${address})` || target === `](<${address}>)`)
}

/** Puts the title of a block of code behind its fence. */
function titled(text: string): string {
  return text.replace(CODE, (whole, written: string, fence: string) => {
    const title = attributesOf(written).get('title')?.replaceAll('`', '') ?? ''
    return title === '' ? whole : `\n${fence} title="${title}"`
  })
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

function parameter(given: Attributes): string {
  const place = ['path', 'query', 'header', 'body'].find((each) => each === given.get('in')) ?? 'name'
  const type = given.has('type') ? ` type="${given.get('type') ?? ''}"` : ''
  return `<ParamField ${place}="${given.get('name') ?? ''}"${type}${given.get('required') === 'true' ? ' required' : ''}>`
}
