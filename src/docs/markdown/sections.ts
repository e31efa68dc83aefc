import type { DocumentSection } from '../../engine/index/document.ts'
import type { Page } from '../page.ts'
import { createSlugger } from '../slug.ts'
import { scanBlocks } from './blocks.ts'
import { headingText } from './heading.ts'
import { foldLabel, inlineText } from './inline.ts'
import type { References } from './inline.ts'
import { stripMdx } from './strip-mdx.ts'

interface Heading {
  /** 1 to 6. */
  readonly level: number
  readonly text: string
  readonly id: string
}

interface PageText {
  readonly sections: DocumentSection[]
  readonly headings: readonly Heading[]
}

interface SectionOptions {
  /** Whether the source is MDX without faults. MDX with a fault is read as Markdown. */
  readonly mdx: boolean
  /** The page's title; none if it takes the first heading's: that heading then starts no section of its own. */
  readonly title?: string | null
}

const DEFINITION = /^[ \t>]{0,12}\[([^[\]\n]{1,999})\]:/gm
const NO_REFERENCES: References = new Set()

/** The sections of a page as the index holds them; the same page always gives the same ones. */
export function pageSections(page: Pick<Page, 'markdown' | 'format' | 'title'>): DocumentSection[] {
  return toSections(page.markdown, { mdx: page.format === 'mdx', title: page.title }).sections
}

/**
 * Reduces Markdown or MDX (lines ended by `\n`, no front matter) to the text that people search, in linear time. Each
 * paragraph, list item, table row and line of code is one line, under the heading that it stands below.
 */
export function toSections(source: string, options: SectionOptions): PageText {
  const stripped = options.mdx ? stripMdx(source).markdown : null
  return stripped === null ? markdownSections(source, { ...options, mdx: false }) : markdownSections(stripped, options)
}

/** The same for MDX that is stripped already (`mdx`), or for plain Markdown. */
export function markdownSections(markdown: string, options: SectionOptions): PageText {
  const references = markdown.includes(']:') ? collectReferences(markdown) : NO_REFERENCES
  const slugger = createSlugger()
  const sections: DocumentSection[] = []
  const headings: Heading[] = []
  let heading = ''
  let anchor = ''
  let lines: string[] = []

  function endSection(): void {
    if (anchor !== '' || lines.length > 0) sections.push({ heading, anchor, text: lines.join('\n') })
    lines = []
  }
  function add(text: string): void {
    if (text !== '') lines.push(text)
  }

  scanBlocks(markdown, options, {
    heading(level, raw) {
      const parsed = headingText(raw, references)
      const id = slugger.next(parsed.text, parsed.id)
      const isFirst = headings.length === 0
      const repeatsTitle =
        isFirst && level === 1 && parsed.text !== '' && parsed.text === (options.title ?? parsed.text)
      headings.push({ level, text: parsed.text, id })
      if (repeatsTitle) return
      endSection()
      heading = parsed.text
      anchor = id
    },
    paragraph: (raw) => add(inlineText(raw, references).trim()),
    row: (cells) =>
      add(
        cells
          .map((cell) => inlineText(cell, references).trim())
          .filter((cell) => cell !== '')
          .join(' | '),
      ),
    code: (line) => add(line.trimEnd()),
  })
  endSection()
  return { sections, headings }
}

function collectReferences(markdown: string): References {
  const references = new Set<string>()
  for (const match of markdown.matchAll(DEFINITION)) references.add(foldLabel(match[1] ?? ''))
  return references
}
