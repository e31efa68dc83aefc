/**
 * The content of one page, whatever kind of source it comes from. Readers make it, and text for search, HTML, Markdown
 * and checks of links are made from it, so that they cannot disagree. It is plain JSON.
 */
export type Block =
  | Heading
  | Paragraph
  | CodeBlock
  | List
  | Table
  | Admonition
  | Details
  | Group
  | Panel
  | Field
  | Definitions
  | Footnote
  | { readonly kind: 'quote'; readonly blocks: Block[] }
  | { readonly kind: 'math'; readonly text: string }
  | { readonly kind: 'rule' }

export interface Heading {
  readonly kind: 'heading'
  /** 1 to 6. */
  readonly level: number
  /** Unique on the page; the fragment of its address. */
  id: string
  /** Whether no search finds the section that it begins; absent: one does. */
  readonly unsearched?: true
  readonly content: Inline[]
}

export interface Paragraph {
  readonly kind: 'paragraph'
  readonly content: Inline[]
}

export interface CodeBlock {
  readonly kind: 'code'
  /** Name of the language as the author wrote it. */
  readonly language: string | null
  /** Name of the file, or what else the author wrote above the code. */
  readonly title: string | null
  /** Lines end with `\n`, the last one too. */
  text: string
  /** How the author wants it to be shown; absent: as it is. */
  view?: CodeView
}

/** How a block of code is shown. None of it is part of its text. */
export interface CodeView {
  readonly lines?: readonly LineMark[]
  readonly words?: readonly WordMark[]
  /** Number of the first line; absent: lines have no numbers. */
  readonly firstNumber?: number
  /** Whether long lines go on below; absent: the block scrolls. */
  readonly wrap?: true
}

export type MarkTone = 'mark' | 'ins' | 'del' | 'error' | 'warning' | 'focus'

/** Lines of a block of code that are marked, from 1, both of them included. */
export interface LineMark {
  readonly tone: MarkTone
  readonly from: number
  readonly to: number
}

/** A text that is marked wherever the code has it. */
export interface WordMark {
  readonly tone: 'mark' | 'ins' | 'del'
  readonly text: string
}

export interface List {
  readonly kind: 'list'
  /** Number of the first item; null: the list has no numbers. */
  readonly start: number | null
  /** Whether blank lines part the items, so that their text stands in paragraphs. */
  loose: boolean
  readonly items: ListItem[]
}

export interface ListItem {
  /** Whether a task is done; null: the item is no task. */
  done: boolean | null
  /** Whether a folder in a tree of files is shown without what it holds at first; absent: with it. */
  readonly closed?: true
  readonly blocks: Block[]
}

export interface Table {
  readonly kind: 'table'
  /** Alignment of each column, or null. */
  readonly columns: readonly ('left' | 'center' | 'right' | null)[]
  /** Empty: the table has no row of headings. */
  readonly header: readonly Cell[]
  readonly rows: (readonly Cell[])[]
}

/** A cell holds text in most tables, and blocks where a table is written in HTML. */
export type Cell = readonly Block[]

export type Tone = 'note' | 'tip' | 'warning'

export interface Admonition {
  readonly kind: 'admonition'
  readonly tone: Tone
  /** Empty: the tone names it. */
  readonly title: Inline[]
  readonly blocks: Block[]
}

export interface Details {
  readonly kind: 'details'
  readonly title: Inline[]
  readonly open: boolean
  readonly blocks: Block[]
}

/** Panels, or other blocks, that belong together. */
export interface Group {
  readonly kind: 'group'
  /**
   * `people` and `agents` are parts for one audience, which `forAudience` takes apart before a page is shown. `hero` is the
   * opening of a front page: a heading, a tagline, buttons and an image.
   */
  readonly role: 'tabs' | 'steps' | 'cards' | 'files' | 'hero' | 'people' | 'agents'
  /** Groups of tabs with the same key choose alike; absent: the key that all others share. */
  readonly sync?: string
  readonly blocks: Block[]
}

/** A block with a title of its own, in a group or alone. */
export interface Panel {
  readonly kind: 'panel'
  readonly role: 'tab' | 'step' | 'card'
  readonly title: Inline[]
  /** Where a card leads, as in a link; null: nowhere. */
  target: string | null
  readonly blocks: Block[]
}

/** A parameter, a member of an answer, or an option. */
export interface Field {
  readonly kind: 'field'
  readonly name: string
  readonly type: string | null
  /** Value that holds where none is given. */
  readonly initial: string | null
  readonly required: boolean
  readonly deprecated: boolean
  readonly blocks: Block[]
}

export interface Definitions {
  readonly kind: 'definitions'
  readonly entries: { readonly terms: (readonly Inline[])[]; readonly details: (readonly Block[])[] }[]
}

export interface Footnote {
  readonly kind: 'footnote'
  readonly label: string
  readonly blocks: Block[]
}

/** Text without markup, or a part of a line that is more. Text has single spaces, and no line ends. */
export type Inline =
  | string
  | Span
  | Link
  | Image
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'math'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'reference'; readonly footnote: string }
  /** A place that links may lead to, beside headings. */
  | { readonly kind: 'anchor'; readonly id: string }
  | Badge
  | Icon

/** A label beside the text, such as `new` beside a heading, which is no part of the heading's text and id. */
export interface Badge {
  readonly kind: 'badge'
  readonly text: string
  /** Absent: it has the accent of the site. */
  readonly tone?: Tone
}

/** An icon by the name that the author wrote. A page shows it where it has a drawing of that name, and nothing else. */
export interface Icon {
  readonly kind: 'icon'
  readonly name: string
  /** Whether it stands at the end of its link. */
  readonly last?: true
}

/** Elements of HTML that a line of a page may hold, without attributes. */
export type SpanElement = (typeof SPAN_ELEMENTS)[number]

export const SPAN_ELEMENTS = [
  'em',
  'strong',
  's',
  'abbr',
  'b',
  'bdi',
  'bdo',
  'big',
  'cite',
  'code',
  'del',
  'dfn',
  'i',
  'ins',
  'kbd',
  'mark',
  'q',
  'samp',
  'small',
  'sub',
  'sup',
  'u',
  'var',
] as const

export interface Span {
  readonly kind: 'span'
  readonly element: SpanElement
  /** What an abbreviation stands for, or what else the author says of the span; absent: nothing is said. */
  readonly title?: string
  readonly content: Inline[]
}

export interface Link {
  readonly kind: 'link'
  /** Address of a page (`/en/guides/start#run`), a file or another site; one that leads nowhere is as the source has it. */
  target: string
  readonly title: string | null
  /** How the link is shown where it is a button; absent: it is text. */
  readonly button?: ButtonLook
  readonly content: Inline[]
}

export type ButtonLook = 'primary' | 'secondary' | 'minimal'

export interface ImageCandidate {
  readonly source: string
  /** Density or width of the image, `2x` or `640w`, which `srcset` has. */
  readonly descriptor: string
}

/** A text that a player shows with a film or a sound. */
export interface Track {
  readonly source: string
  readonly use: 'subtitles' | 'captions' | 'descriptions' | 'chapters'
  /** `''` where the author gave none. */
  readonly label: string
  readonly language: string
}

/** An image, and by the ending of its address a film or a sound that is played. */
export interface Image {
  readonly kind: 'image'
  /** Address as the source has it, which may be relative to the page; of a file that was placed, its own address. */
  source: string
  /** Address of the same image for dark pages; absent: there is one for all. */
  dark?: string
  /** The only theme in which it is shown; absent: both. */
  theme?: 'light' | 'dark'
  /** What stands in place of a film until it is played. */
  poster?: string
  /** Texts of a film or a sound: what is said in it, in a language. */
  tracks?: readonly Track[]
  /** The same image in other sizes, of which a browser chooses. */
  candidates?: readonly ImageCandidate[]
  /** Width in pixels of CSS: as the author gave it, else that of the file. */
  width?: number
  /** Height, likewise. */
  height?: number
  /** `''` where the author gave none. */
  readonly alt: string
  readonly title: string | null
}
