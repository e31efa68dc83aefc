import { words } from '../../../shared/words.ts'

/**
 * Classes of the parts of code, and the scopes of TextMate grammars that have them. The style sheet gives each a colour in both
 * themes (`src/web/static/style/code.css`). A longer scope wins over a shorter one, whatever its place here.
 */
const SCOPES = {
  /** Comments, and headers of diffs. */
  c: ['comment', 'punctuation.definition.comment', 'meta.diff.header', 'meta.diff.range'],
  /** Keywords. */
  k: [
    'keyword',
    'storage',
    'markup.bold',
    'markup.italic',
    'punctuation.definition.bold.markdown',
    'punctuation.definition.italic.markdown',
  ],
  /** Strings. */
  s: [
    'string',
    'punctuation.definition.string',
    'markup.inline.raw',
    'markup.underline.link',
    'constant.other.symbol',
    'support.constant.property-value',
  ],
  /** Numbers and constants. */
  n: ['constant', 'variable.language', 'keyword.other.unit', 'support.constant', 'variable.other.constant'],
  /** Functions and commands. */
  f: ['entity.name.function', 'support.function', 'meta.function-call.generic', 'entity.name.command'],
  /** Types, tags and headings. */
  t: words(`entity.name.tag entity.name.type entity.name.class entity.name.namespace entity.name.section
    entity.other.inherited-class support.type support.class markup.heading punctuation.definition.heading`),
  /** Attributes, and names of members and settings. */
  a: words(`entity.other.attribute-name support.type.property-name variable.other.property variable.other.object.property
    meta.object-literal.key entity.name.tag.yaml keyword.other.definition.ini`),
  /** Signs. */
  p: ['punctuation', 'keyword.operator', 'meta.brace', 'meta.delimiter'],
  /** Text. */
  '': [
    'string.unquoted.plain.out.yaml',
    'string.unquoted.argument',
    'meta.embedded',
    'punctuation.definition.template',
  ],
} as const

export type CodeClass = keyof typeof SCOPES

const CLASSES = Object.keys(SCOPES) as readonly CodeClass[]

/** A theme must have colours, so each class has one that stands for it. */
const colourOf = (code: CodeClass): string => `#0000${(CLASSES.indexOf(code) + 16).toString(16)}`.toUpperCase()

const classOfColour = new Map(CLASSES.map((code) => [colourOf(code), code]))

/** The theme that names classes by colours. */
export const CLASS_THEME = {
  name: 'classes',
  type: 'light' as const,
  colors: { 'editor.foreground': colourOf(''), 'editor.background': '#FFFFFF' },
  settings: [
    { settings: { foreground: colourOf(''), background: '#FFFFFF' } },
    ...CLASSES.map((code) => ({ scope: [...SCOPES[code]], settings: { foreground: colourOf(code) } })),
  ],
}

export function classOf(colour: string | undefined): CodeClass {
  return classOfColour.get(colour?.toUpperCase() ?? '') ?? ''
}
