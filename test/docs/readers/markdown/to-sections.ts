import { headingsOf, sectionsOf, type HeadingText } from '../../../../src/docs/model/sections.ts'
import { readMarkdown } from '../../../../src/docs/readers/markdown/read-markdown.ts'
import type { DocumentSection } from '../../../../src/engine/index/document.ts'

interface Options {
  readonly mdx: boolean
  /** The page's title; none if it takes the first heading's. */
  readonly title?: string
}

/** Reads a page, and cuts it into sections as the index holds them. */
export function toSections(
  source: string,
  { mdx, title }: Options,
): { sections: DocumentSection[]; headings: HeadingText[] } {
  const { blocks } = readMarkdown(source, { mdx })
  return { sections: sectionsOf(blocks, title ?? null), headings: headingsOf(blocks) }
}
