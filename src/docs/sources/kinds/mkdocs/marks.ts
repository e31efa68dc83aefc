import type { Construct } from '../../../readers/markdown/constructs.ts'
import { idOf } from '../../../readers/markdown/lines.ts'

/** Extensions of Markdown of a site. */
export type HasExtension = (...names: string[]) => boolean

const ATTRIBUTE = String.raw`[#.][\w:-]+|[\w-]+=(?:"[^"{}\n]*"|'[^'{}\n]*'|[^\s{}"']+)`
const LIST = String.raw`\{:?[ ]*((?:${ATTRIBUTE})(?:[ ]+(?:${ATTRIBUTE}|[\w-]+)){0,20})[ ]*\}`
/** Attributes behind what they are meant for: a link, code, emphasis, an element, an icon. */
const ATTRIBUTES = new RegExp(String.raw`(?<=[)\]\x60*_>:=^~+])${LIST}`, 'y')
/** An icon of the theme, which is not drawn, with the space behind it. */
const ICON = new RegExp(`:(?:material|octicons|fontawesome|simple)-[a-z0-9-]+:(?:${LIST})?[ ]?`, 'y')
const ICON_SETS = [':material-', ':octicons-', ':fontawesome-', ':simple-']
const KEYS = /\+\+((?:[\w-]+|"[^"\n]{1,50}")(?:\+(?:[\w-]+|"[^"\n]{1,50}")){0,9})\+\+/y
/** Code that begins with the name of its language. */
const TYPED_CODE = /(?<!`)(`+)#![\w+-]+[ ]+([^\n]{0,1000}?[^`\n])\1(?!`)/y
/** What is bold unless it stands in an address. */
const NAME_IN_BOLD = /(?<![\w\\*])__(?<!(?:\]\(|\]:[ \t]|:\/\/)[^()\s]{0,100}__)([a-z\d]+(?:_[a-z\d]+)*)__(?![\w*])/y
const SPANS: readonly {
  readonly option: string
  opening: string
  readonly pattern: RegExp
  readonly tags: string[]
}[] = [
  { option: 'critic', opening: '{~~', pattern: /\{~~([^~{}]{0,2000})~>([^~{}]{0,2000})~~\}/y, tags: ['del', 'ins'] },
  { option: 'critic', opening: '{++', pattern: /\{\+\+([^{}]{0,2000})\+\+\}/y, tags: ['ins'] },
  { option: 'critic', opening: '{--', pattern: /\{--([^{}]{0,2000})--\}/y, tags: ['del'] },
  { option: 'critic', opening: '{==', pattern: /\{==([^{}]{0,2000})==\}/y, tags: ['mark'] },
  { option: 'critic', opening: '{>>', pattern: /\{>>([^{}]{0,2000})<<\}/y, tags: [''] },
  { option: 'mark', opening: '==', pattern: /==(?=\S)([^=\n]{1,2000})(?<=\S)==/y, tags: ['mark'] },
  { option: 'caret', opening: '^^', pattern: /\^\^(?=\S)([^^\n]{1,2000})(?<=\S)\^\^/y, tags: ['ins'] },
  { option: 'caret', opening: '^', pattern: /(?<![\^[])\^([^\s^\]]{1,200})\^(?!\^)/y, tags: ['sup'] },
  { option: 'tilde', opening: '~', pattern: /(?<!~)~([^\s~]{1,200})~(?!~)/y, tags: ['sub'] },
]
/** Names of keys that are shown otherwise than they are written. */
const KEY_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    control: 'Ctrl',
    command: 'Cmd',
    option: 'Option',
    escape: 'Esc',
    delete: 'Del',
    insert: 'Ins',
    windows: 'Win',
    'arrow-up': 'Up',
    'arrow-down': 'Down',
    'arrow-left': 'Left',
    'arrow-right': 'Right',
  }),
)

/** The marks within a line that extensions of Python-Markdown add, as Markdown or elements that the reader knows. */
export function marksOf(has: HasExtension, hasAttributes: boolean): readonly Construct[] {
  const marks: Construct[] = []
  const add = (opening: string, pattern: RegExp, textOf: (found: RegExpExecArray) => string): void => {
    marks.push({ opening, pattern, part: (found) => ({ text: textOf(found), constructs: marks }) })
  }
  if (has('pymdownx.emoji', 'materialx.emoji')) for (const set of ICON_SETS) add(set, ICON, ([, own]) => anchorOf(own))
  if (hasAttributes) add('{', ATTRIBUTES, ([, attributes]) => anchorOf(attributes))
  for (const { opening, option, pattern, tags } of SPANS) {
    if (has(`pymdownx.${option}`))
      add(opening, pattern, (found) => tags.map((tag, at) => element(tag, found[at + 1] ?? '')).join(''))
  }
  if (has('pymdownx.keys'))
    add('++', KEYS, ([, keys = '']) =>
      keys
        .split('+')
        .map((key) => element('kbd', keyName(key)))
        .join('+'),
    )
  if (has('pymdownx.inlinehilite')) add('`', TYPED_CODE, ([, ticks = '', code = '']) => ticks + code + ticks)
  // Elsewhere this is read as a name of Python; Python-Markdown makes it bold.
  add('__', NAME_IN_BOLD, ([, name = '']) => `**${name}**`)
  return marks
}

/** What attributes leave: the id to which links may lead. */
export function anchorOf(attributes = ''): string {
  const id = idOf(attributes)
  return id === undefined ? '' : `<a id="${id}"></a>`
}

function element(tag: string, content: string): string {
  return tag === '' ? content : `<${tag}>${content}</${tag}>`
}

function keyName(key: string): string {
  if (key.startsWith('"')) return key.slice(1, -1)
  const known = KEY_NAMES.get(key.toLowerCase())
  if (known !== undefined) return known
  return key
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
