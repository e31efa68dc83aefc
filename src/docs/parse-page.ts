import { isUtf8 } from 'node:buffer'
import type { Locale } from '../shared/locale.ts'
import type { ContentFault, ContentPage, FaultCode } from './content.ts'
import { countLines, splitFrontMatter } from './front-matter.ts'
import { writeBlockLines } from './model/block-lines.ts'
import { headingsOf, sectionsOf } from './model/sections.ts'
import { readMarkdown } from './readers/markdown/read-markdown.ts'

interface PageSource {
  readonly bytes: Buffer
  /** Name of the file as in `ContentFault`. */
  readonly file: string
  readonly locale: Locale
  /** Site path as in `Page`. */
  readonly path: string
  /** Title for a page that has none itself. */
  readonly fileTitle: string
}

/** Parses one file as a page, with its faults. Never throws: a faulty page is read as plain Markdown. */
export function parsePage(source: PageSource): { page: ContentPage; faults: ContentFault[] } {
  const { file, locale, path } = source
  const faults: ContentFault[] = []
  function fault(code: FaultCode, line: number, message: string, column?: number): void {
    faults.push({ file, line, ...(column === undefined ? {} : { column }), code, message })
  }

  const decoded = decodeText(source.bytes)
  if (decoded.badLine !== null) {
    fault('invalid_utf8', decoded.badLine, 'the file is not valid UTF-8; what cannot be read is shown as U+FFFD')
  }
  const split = splitFrontMatter(decoded.text)
  for (const { code, line, message, column } of split.faults) fault(code, line, message, column)
  const { body, frontMatter } = split

  const read = readMarkdown(body, { mdx: file.endsWith('.mdx') })
  for (const { code, offset, message } of read.faults) {
    const column = offset - body.lastIndexOf('\n', offset - 1)
    fault(code, split.bodyLine + countLines(body, offset) - 1, message, column)
  }
  const title = frontMatter.title ?? headingsOf(read.blocks).find(({ level, text }) => level === 1 && text !== '')?.text
  if (title === undefined) fault('no_title', 1, 'no title in the front matter and no heading of level 1')

  const page: ContentPage = {
    locale,
    path,
    address: null,
    title: title ?? source.fileTitle,
    description: frontMatter.description,
    section: path.split('/', 1)[0] as string,
    updatedAt: frontMatter.updatedAt,
    markdown: body,
    sections: sectionsOf(read.blocks, frontMatter.title),
    blockLines: writeBlockLines(read.blocks),
  }
  return { page, faults }
}

/** Decodes text with `\n` line ends and without byte order mark, and finds the first line that is not UTF-8. */
export function decodeText(bytes: Buffer): { text: string; badLine: number | null } {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const raw = bytes.toString('utf8', hasMark ? 3 : 0)
  const text = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw
  return { text, badLine: isUtf8(bytes) ? null : firstBadLine(bytes) }
}

/** A byte of a line end is never part of a longer UTF-8 sequence, so lines can be checked one by one. */
function firstBadLine(bytes: Buffer): number {
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const newline = bytes.indexOf(0x0a, start)
    const end = newline < 0 ? bytes.length : newline
    if (!isUtf8(bytes.subarray(start, end))) return line
    start = end + 1
  }
  return line
}
