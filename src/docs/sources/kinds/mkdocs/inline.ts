import { mapOutsideCode } from '../../../readers/markdown/code/code-span.ts'
import { idOf } from '../../../readers/markdown/lines.ts'

/** Which of the marks within a line are marks here. */
export interface InlineMarks {
  readonly attributes: boolean
  readonly icons: boolean
  readonly keys: boolean
  readonly mark: boolean
  readonly caret: boolean
  readonly tilde: boolean
  readonly critic: boolean
  readonly highlight: boolean
}

const ATTRIBUTES =
  /\{:?[ ]*((?:[#.][\w:-]+|[\w-]+=(?:"[^"{}\n]*"|'[^'{}\n]*'|[^\s{}"']+))(?:[ ]+(?:[#.][\w:-]+|[\w-]+=(?:"[^"{}\n]*"|'[^'{}\n]*'|[^\s{}"']+)|[\w-]+)){0,20})[ ]*\}/g
/** Characters that end what attributes may stand behind. */
const ENDS = new Set([')', ']', '`', '*', '_', '>', ':', '=', '^', '~', '+'])
const ICON = /:(?:material|octicons|fontawesome|simple)-[a-z0-9-]+:/g
const KEYS = /\+\+((?:[\w-]+|"[^"\n]{1,50}")(?:\+(?:[\w-]+|"[^"\n]{1,50}")){0,9})\+\+/g
const SPANS: readonly { readonly option: keyof InlineMarks; readonly pattern: RegExp; readonly text: string }[] = [
  { option: 'critic', pattern: /\{~~([^~{}]{0,2000})~>([^~{}]{0,2000})~~\}/g, text: '<del>$1</del><ins>$2</ins>' },
  { option: 'critic', pattern: /\{\+\+([^{}]{0,2000})\+\+\}/g, text: '<ins>$1</ins>' },
  { option: 'critic', pattern: /\{--([^{}]{0,2000})--\}/g, text: '<del>$1</del>' },
  { option: 'critic', pattern: /\{==([^{}]{0,2000})==\}/g, text: '<mark>$1</mark>' },
  { option: 'critic', pattern: /\{>>([^{}]{0,2000})<<\}/g, text: '$1' },
  { option: 'mark', pattern: /==(?=\S)([^=\n]{1,2000})(?<=\S)==/g, text: '<mark>$1</mark>' },
  { option: 'caret', pattern: /\^\^(?=\S)([^^\n]{1,2000})(?<=\S)\^\^/g, text: '<ins>$1</ins>' },
  { option: 'caret', pattern: /(?<![\^[])\^([^\s^\]]{1,200})\^(?!\^)/g, text: '<sup>$1</sup>' },
  { option: 'tilde', pattern: /(?<!~)~([^\s~]{1,200})~(?!~)/g, text: '<sub>$1</sub>' },
]
/** What is bold unless it stands in an address. */
const NAME_IN_BOLD = /(?<![\w\\*])__(?<!(?:\]\(|\]:[ \t]|:\/\/)[^()\s]{0,100}__)([a-z\d]+(?:_[a-z\d]+)*)__(?![\w*])/g
/** Names of keys that are shown otherwise than they are written. */
const KEY_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    ctrl: 'Ctrl',
    control: 'Ctrl',
    cmd: 'Cmd',
    command: 'Cmd',
    alt: 'Alt',
    option: 'Option',
    esc: 'Esc',
    escape: 'Esc',
    del: 'Del',
    delete: 'Del',
    ins: 'Ins',
    insert: 'Ins',
    win: 'Win',
    windows: 'Win',
    'arrow-up': 'Up',
    'arrow-down': 'Down',
    'arrow-left': 'Left',
    'arrow-right': 'Right',
  }),
)

/** Writes marks within a line as Markdown or elements that the reader knows. Code stays, without the name of its language. */
export function expandInline(line: string, marks: InlineMarks): string {
  if (!/[{:+=^~`]|__/.test(line)) return line
  return mapOutsideCode(
    line,
    // Before any further text stands the end of code.
    (text, start) => expandText(text, start === 0 ? '' : '`', marks),
    (code) => codeSpan(code, marks),
  )
}

function codeSpan(code: string, { highlight }: InlineMarks): string {
  return highlight ? code.replace(/^(`+)#![\w+-]+[ ]+/, '$1') : code
}

function expandText(text: string, before: string, marks: InlineMarks): string {
  let expanded = text
  if (marks.icons && expanded.includes(':')) expanded = expanded.replace(ICON, ICON_SIGN)
  if (marks.attributes && expanded.includes('{')) {
    expanded = expanded.replace(ATTRIBUTES, (whole, attributes: string, at: number, all: string) => {
      const sign = at === 0 ? before : (all[at - 1] as string)
      if (!ENDS.has(sign) && sign !== ICON_SIGN) return whole
      const id = idOf(attributes)
      return id === undefined ? '' : `<a id="${id}"></a>`
    })
  }
  if (expanded.includes(ICON_SIGN)) expanded = expanded.replaceAll(`${ICON_SIGN} `, '').replaceAll(ICON_SIGN, '')
  if (marks.keys && expanded.includes('++')) {
    expanded = expanded.replace(KEYS, (_, keys: string) =>
      keys
        .split('+')
        .map((key) => `<kbd>${keyName(key)}</kbd>`)
        .join('+'),
    )
  }
  // Elsewhere this is read as a name of Python; Python-Markdown makes it bold.
  if (expanded.includes('__')) expanded = expanded.replace(NAME_IN_BOLD, '**$1**')
  for (const { option, pattern, text: replacement } of SPANS)
    if (marks[option]) expanded = expanded.replace(pattern, replacement)
  return expanded
}

/** Stands for an icon until the attributes behind it are gone. */
const ICON_SIGN = '\u{F8FF}'

function keyName(key: string): string {
  if (key.startsWith('"')) return key.slice(1, -1)
  const known = KEY_NAMES.get(key.toLowerCase())
  if (known !== undefined) return known
  return key
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
