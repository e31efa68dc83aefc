import { forAudience } from '../../model/audience.ts'
import type { Block, Inline } from '../../model/page-model.ts'
import { slugText } from '../../model/plain-text.ts'
import { forEachBlock } from '../../model/sections.ts'
import { forTheme } from '../../model/themes.ts'
import { createSlugger, type Slugs } from '../../slug.ts'
import type { CodeShown } from './block-builder.ts'
import { BlockReader } from './block-reader.ts'
import type { Construct, MdxFile } from './constructs.ts'
import type { Formulas } from './code/formulas.ts'
import { readInline, type EmojiAt } from './inline.ts'
import { programOf } from './template/elements.ts'
import type { ElementId } from './markup-reader.ts'
import type { Unread } from './mdx/unread.ts'
import { scanMdx, type MdxFault } from './mdx/scan-mdx.ts'

export interface ReadPage {
  readonly blocks: Block[]
  /** Whether the page was read as MDX. A page with a fault is read as plain Markdown. */
  readonly mdx: boolean
  readonly faults: readonly MdxFault[]
  /** Names of components of which only the content is kept. */
  readonly unknown: ReadonlySet<string>
  /** Words of alerts (`> [!WORD]`) that are not known, and so are titles of notes. */
  readonly unknownAlerts: ReadonlySet<string>
  /** Expressions of MDX that would show something which only a program tells. */
  readonly unread: Unread
}

/** Spaces behind the first one, and a space that no reader of a line takes for one of them. */
const FURTHER_SPACE = /(?<= ) /g
const OTHER_SPACE = '\u2003'

/** How a page is read, as its kind of source has it. */
export interface MarkdownOptions {
  readonly mdx: boolean
  readonly slugs?: Slugs
  /** Whether a `|` within code parts no cells of a table, as in Python-Markdown; absent: it does, as on GitHub. */
  readonly codeHoldsPipes?: boolean
  /** Whether `: ` below a term begins what it means, as in PHP Markdown Extra; absent: it is text. */
  readonly definitionLists?: boolean
  /** Whether the last definition of a link holds, as in Python-Markdown; absent: the first does. */
  readonly lastDefinitionHolds?: boolean
  /** Whether a link by the name of an object of a program is its text where the page does not define it. */
  readonly namesObjects?: boolean
  /** How attributes behind a heading are written, in its first group; null or absent: `{#id}` stands there alone. */
  readonly headingAttributes?: RegExp | null
  /** Gives what makes an id of the last line of a heading, in which names of emoji are text; absent: all of its text does. */
  readonly idText?: (content: readonly Inline[]) => string
  /** Id of headings of level 1 that have none of their own; absent: it is made of their text. */
  readonly titleId?: string
  /** Makes what gives ids to the elements of a page that have none of their own. */
  readonly elementIds?: () => ElementId
  /** Gives what is shown of code; absent: the code itself. */
  readonly code?: CodeShown
  /** How formulas within a line are written; absent: between `$$` and `$$` alone. */
  readonly formulas?: Formulas
  /** Gives the emoji for which a name such as `:rocket:` stands; absent: such names are text. */
  readonly emoji?: EmojiAt | undefined
  /** What a kind of source adds to Markdown. */
  readonly constructs?: readonly Construct[]
  /** Opens what the expressions of a page of MDX stand for, by its imports and exports; absent: only literals have values. */
  readonly mdxFile?: (code: string) => MdxFile
  /** Opens what the expressions of a template of Vue stand for, by its programs; absent: the page is not one. */
  readonly template?: ((program: string) => MdxFile) | undefined
}

/** Reads Markdown or MDX (lines ended by `\n`, no front matter) in linear time. Nothing of the page is run. */
export function readMarkdown(source: string, options: MarkdownOptions): ReadPage {
  const { formulas = 'double dollars' } = options
  const { code, faults } = options.mdx ? scanMdx(source, formulas) : { code: '', faults: [] }
  const mdx = options.mdx && faults.length === 0
  const reader = new BlockReader(source, mdx, options.constructs)
  if (options.mdx) reader.file = options.mdxFile?.(code) ?? null
  if (options.template !== undefined) reader.file = options.template(programOf(source))
  reader.headingAttributes = options.headingAttributes ?? null
  reader.titleId = options.titleId ?? ''
  reader.elementId = options.elementIds?.() ?? null
  reader.codeShown = options.code ?? null
  reader.definitionLists = options.definitionLists === true
  reader.lastDefinitionHolds = options.lastDefinitionHolds === true
  reader.codeHoldsPipes = options.codeHoldsPipes === true
  const { blocks, texts, references, footnotes, unknown, unknownAlerts, unread } = reader.run()
  const { emoji, namesObjects = false } = options
  const context = { formulas, emoji, references, footnotes, unknown, unread, namesObjects }
  for (const { content, file, isHeading, lines, mdx, raw, theme } of texts) {
    for (const part of readInline(raw, { ...context, file, isHeading, lines, mdx })) content.push(part)
    if (theme !== undefined) forTheme(content, theme)
  }
  const textOf = options.idText ?? slugText
  const READ_AGAIN = options.idText === undefined ? / {2}/ : / {2}|[\n:]/
  const again = new Map(texts.filter(({ raw }) => READ_AGAIN.test(raw)).map((text) => [text.content, text]))
  /** Each of several spaces counts in ids, and one is shown. */
  function idText(content: Inline[]): string {
    const text = again.get(content)
    if (text === undefined) return textOf(content)
    const { file, isHeading, lines, mdx, raw } = text
    const { unread: _, ...told } = context
    const isLast = options.idText !== undefined
    const kept = (isLast ? raw.slice(raw.lastIndexOf('\n') + 1) : raw).replace(FURTHER_SPACE, OTHER_SPACE)
    const read = { ...told, ...(isLast ? { emoji: undefined } : {}), file, isHeading, lines, mdx }
    return textOf(readInline(kept, read)).replaceAll(OTHER_SPACE, ' ')
  }
  const slugger = createSlugger(options.slugs)
  const named = new Set<Block>()
  // What agents read never changes the ids that people see.
  for (const part of [forAudience(blocks, 'people'), blocks]) {
    forEachBlock(part, (block) => {
      if (block.kind !== 'heading' || named.has(block)) return
      named.add(block)
      block.id = slugger.next(idText(block.content), block.id)
    })
  }
  return { blocks, mdx, faults, unknown, unknownAlerts, unread }
}
