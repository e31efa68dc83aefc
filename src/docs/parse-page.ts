import type { Locale } from '../shared/locale.ts'
import type { ContentPage } from './content.ts'
import type { ContentFault, FaultCode } from './model/content-fault.ts'
import { decodeText } from './decode-text.ts'
import { countLines, splitFrontMatter, type SplitPage } from './front-matter.ts'
import { forAudience } from './model/audience.ts'
import { writeBlockLines } from './model/block-lines.ts'
import type { Block, Inline } from './model/page-model.ts'
import { plainDescription } from './description.ts'
import { titleText } from './model/plain-text.ts'
import { forEachBlock, sectionsOf } from './model/sections.ts'
import { toMarkdown } from './model/to-markdown.ts'
import { readMarkdown, type MarkdownOptions } from './readers/markdown/read-markdown.ts'
import { placeOf, placesOf } from './places-of.ts'

/** Unknown components of a page, and directives, that are reported; its author starts with the first ones anyway. */
const FAULT_LIMIT = 100

const TEMPLATE = /^\{[{%]/

/** A file of Markdown, with its front matter apart. */
export interface OpenedPage extends SplitPage {
  /** Path below the content directory. */
  readonly file: string
}

interface PagePlace extends MarkdownOptions {
  readonly locale: Locale
  /** Site path as in `Page`. */
  readonly path: string
  /** Where the site has the page, as in `ContentPage`. */
  readonly address?: string | null
  /** Label in the navigation, as in `ContentPage`. */
  readonly label?: string | null
  /** Place in the navigation, as in `ContentPage`. */
  readonly navPath?: string | null
  /** Title for a page that has none itself. */
  readonly fileTitle: string
  /** Whether a page without a title is a fault. */
  readonly mustHaveTitle: boolean
  /** Whether templates of the page have been reported, which are then no raw directives. */
  readonly hasTemplates?: () => boolean
  /** Text that takes the place of the file's own, of which Markdown for readers is then written. */
  readonly expanded?: string | null
  /** Lines before the text that the file itself does not have. */
  readonly linesAbove?: number
  /** Version, as the place of its source has it; null: it belongs to every version. */
  readonly version?: { readonly name: string; readonly path: string } | null
  readonly updatedAt?: string | null
  readonly unlisted?: boolean
  readonly unsearched?: boolean
  /** Whether it is a front page, as in `Page`. */
  readonly splash?: boolean
  /** Changes the blocks before anything is made of them. */
  readonly finish?: (blocks: Block[]) => void
}

/** Decodes a file and reads its front matter. */
export function openPage(bytes: Buffer, file: string, faults: ContentFault[]): OpenedPage {
  const decoded = decodeText(bytes)
  if (decoded.badLine !== null) {
    const message = 'the file is not valid UTF-8; what cannot be read is shown as U+FFFD'
    faults.push({ file, line: decoded.badLine, code: 'invalid_utf8', message })
  }
  // CommonMark and HTML have no NUL.
  const split = splitFrontMatter(decoded.text.replaceAll('\0', '\ufffd'))
  for (const fault of split.faults) faults.push({ file, ...fault })
  return { ...split, file }
}

/** Reads an opened file as a page. Never throws: a faulty page is read as plain Markdown. */
export function readPage(opened: OpenedPage, place: PagePlace, faults: ContentFault[]): ContentPage {
  const { body, bodyLine, file, frontMatter } = opened
  const { locale, path, expanded = null } = place
  function fault(code: FaultCode, line: number, message: string, column?: number): void {
    faults.push({ file, line, ...(column === undefined ? {} : { column }), code, message })
  }

  const source = expanded ?? body
  const read = readMarkdown(source, place)
  for (const { code, offset, message } of read.faults) {
    const column = offset - source.lastIndexOf('\n', offset - 1)
    fault(code, bodyLine + countLines(source, offset) - 1 - (place.linesAbove ?? 0), message, column)
  }
  for (const name of [...read.unknown].slice(0, FAULT_LIMIT)) {
    const line = bodyLine + countLines(body, Math.max(0, placeOf(body, `<${name}`))) - 1
    fault('unknown_component', line, `<${name}> is no component that is known here; what stands within it is kept`)
  }
  const { more, next, places } = read.unread
  const lineOf = (line: number): number => Math.max(1, bodyLine + line - 1 - (place.linesAbove ?? 0))
  for (const { expression, line } of places) {
    fault(
      'unread_template',
      lineOf(line),
      `${shownExpression(expression)} is left out, since only a program tells what it shows`,
    )
  }
  if (next !== null) {
    const message = `${more} more expressions are left out from here on, since only a program tells what they show`
    fault('unread_template', lineOf(next.line), message)
  }
  for (const word of [...read.unknownAlerts].slice(0, FAULT_LIMIT)) {
    const line = bodyLine + countLines(body, Math.max(0, placeOf(body, `[!${word}`))) - 1
    fault('unknown_alert', line, `[!${word}] is no alert that is known here; it is a note with that title`)
  }
  const title = frontMatter.title ?? firstTitle(read.blocks)
  if (title === undefined && place.mustHaveTitle) {
    fault('no_title', 1, 'no title in the front matter and no heading of level 1')
  }
  let directives = 0
  let empty = 0
  let unsearched = 0
  forEachBlock(read.blocks, (block) => {
    if (block.kind === 'heading' && block.content.length === 0) empty += 1
    if (block.kind === 'heading' && block.unsearched === true) unsearched += 1
    const raw = block.kind === 'paragraph' ? rawDirective(block.content) : null
    if (
      raw === null ||
      isEscaped(raw, body) ||
      (TEMPLATE.test(raw) && place.hasTemplates?.() === true) ||
      ++directives > FAULT_LIMIT
    )
      return
    const line = bodyLine + countLines(body, Math.max(0, body.indexOf(raw))) - 1
    fault('raw_directive', line, `${JSON.stringify(raw)} is shown as it stands`)
  })
  if (unsearched > 0) fault('not_searched', bodyLine, `no search finds ${unsearched} sections of the page`)
  if (empty > 0) fault('empty_heading', bodyLine, `${empty} headings of the page have no text`)
  place.finish?.(read.blocks)
  const shownTitle = title ?? place.fileTitle
  const label = place.label == null || place.label === shownTitle ? null : place.label
  const shown = forAudience(read.blocks, 'people')
  return {
    label,
    navPath: place.navPath ?? null,
    file,
    locale,
    path,
    address: place.address ?? null,
    title: shownTitle,
    description: plainDescription(frontMatter.description),
    section: path.split('/', 1)[0] as string,
    updatedAt: frontMatter.updatedAt ?? place.updatedAt ?? null,
    ...(place.version == null ? {} : { version: { ...place.version, newest: null } }),
    ...(place.unlisted === true ? { unlisted: true } : {}),
    ...(place.unsearched === true ? { unsearched: true } : {}),
    ...(place.splash === true ? { splash: true } : {}),
    markdown: expanded === null ? body : toMarkdown(forAudience(read.blocks, 'agents')),
    sections: sectionsOf(shown, frontMatter.title),
    blockLines: writeBlockLines(shown),
  }
}

function shownExpression(expression: string): string {
  const line = expression.trim().replace(/\s+/g, ' ')
  return `{${line.length > SHOWN_CHARS ? `${line.slice(0, SHOWN_CHARS)}…` : line}}`
}

/** Text of the first heading of level 1, without labels beside it. */
function firstTitle(blocks: readonly Block[]): string | undefined {
  let title: string | undefined
  forEachBlock(blocks, (block) => {
    if (title === undefined && block.kind === 'heading' && block.level === 1)
      title = titleText(block.content) || undefined
  })
  return title
}

/** Beginnings of what dialects add to Markdown: directives, shortcodes, admonitions, tabs, inclusions, templates. */
const RAW =
  /^(?::{3,}\s*[\w{[]|\{\{[<%]|!!!\+?\s+\w|\?{3}\+?\s+\w|={3}[!+]?\s+["']|\[\[_?toc_?\]\]|\{%-?\s*\w|<<<\s*[@./]|--8<--)/i
const SHOWN_CHARS = 60

/** Whether the author wrote a directive so that it is shown: behind a sign, or with what Hugo takes out of a shortcode. */
function isEscaped(raw: string, body: string): boolean {
  const places = [...placesOf(body, raw)]
  return places.length === 0 ? /^\{\{[<%]/.test(raw) : places.every((at) => /[\\;]/.test(body[at - 1] ?? ''))
}

/** What of a paragraph is syntax that no reader took away, so that people see it; null: nothing is. */
function rawDirective(content: readonly Inline[]): string | null {
  const [first] = content
  return typeof first === 'string' && RAW.test(first) ? first.slice(0, SHOWN_CHARS) : null
}
