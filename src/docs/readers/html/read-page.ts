import { countLines } from '../../front-matter.ts'
import { DEFAULT_NAMES, type LocaleNames } from '../../locales/locale-names.ts'
import { plainText, titleText } from '../../model/plain-text.ts'
import type { Block } from '../../model/page-model.ts'
import type { Locale } from '../../../shared/locale.ts'
import { writeBlocks } from './blocks/write-blocks.ts'
import { chooseContent } from './choose-content.ts'
import { decodeHtml } from './decode-html.ts'
import { detectGenerator, type Theme } from './generators.ts'
import { leftOutReason, type LeftOutReason } from './left-out.ts'
import { builtAddress, folderLocale, isOtherLanguage, localeOf, namedLocale } from './page-address.ts'
import { readHead, type PageHead } from './page-head.ts'
import { pageTime } from './page-time.ts'
import { pageTitle } from './page-title.ts'
import { parseHtml } from './parse-html.ts'
import type { Selector } from './selectors.ts'
import { NO_FRAMES, type TitleFrames } from './title-frame.ts'

export interface HtmlFault {
  /** Path below the folder of the site, with `/`. */
  readonly file: string
  /** Line from 1; also 1 when the whole file is meant. */
  readonly line: number
  readonly code: HtmlFaultCode
  readonly message: string
}

export type HtmlFaultCode =
  | 'not_html'
  | 'bad_encoding'
  | 'too_many_tags'
  | 'no_content'
  | 'no_title'
  | 'bad_name'
  | 'duplicate_path'
  | 'too_large'
  | 'too_many'
  | 'unreadable'
  | 'failed_reader'
  | 'symlink_outside'
  | 'symlink_loop'

/** One page of a site that a generator built. */
export interface BuiltPage extends Pick<
  PageHead,
  'title' | 'description' | 'lang' | 'translations' | 'canonical' | 'version'
> {
  readonly kind: 'page'
  readonly file: string
  /** Where the site itself has the page, below its address: `guide/start.html`, `guide/`. */
  readonly address: string
  /** By the folder of the page, else by its language; null: Signpost has no such locale, or nothing tells. */
  readonly locale: Locale | null
  /** First folder of the file where that names the locale. */
  readonly localeFolder: string | null
  readonly updatedAt: string | null
  readonly generator: string | null
  readonly blocks: Block[]
  /** Which rule chose the content. */
  readonly rule: string
  /** Elements that were left out of the content, by what they are. */
  readonly dropped: ReadonlyMap<string, number>
  /** All ids of the page, that links may lead to. */
  readonly anchors: ReadonlySet<string>
  /** Ids of headings that are no ids of the page. */
  readonly madeIds: readonly string[]
  readonly faults: readonly HtmlFault[]
}

/** A page that is no content, with the reason. */
export interface LeftOutPage {
  readonly kind: 'left_out'
  readonly file: string
  readonly reason: LeftOutReason
  /** Where a redirect leads, as the page has it. */
  readonly target: string | null
  readonly faults: readonly HtmlFault[]
}

export interface ReadPageOptions {
  /** Selector of the content where the reader's own choice is wrong. */
  readonly selector?: Selector | null
  /** Generator of the site, for pages that do not name it. */
  readonly theme?: Theme | null
  /** What titles of the site have in common. */
  readonly titleFrames?: TitleFrames
  /** How the site names its locales. */
  readonly names?: LocaleNames
  /** Folders whose names are languages. */
  readonly languages?: ReadonlySet<string>
  /** Whether headings may have only the ids that the site gives them, since links lead to the site. */
  readonly ownIdsOnly?: boolean
}

/** Reads one file of a built site. It never throws for what the file holds. */
export function readHtmlPage(bytes: Buffer, file: string, options: ReadPageOptions = {}): BuiltPage | LeftOutPage {
  const faults: HtmlFault[] = []
  const fault = (code: HtmlFaultCode, line: number, message: string): void =>
    void faults.push({ file, line, code, message })
  const leftOut = (reason: LeftOutReason, target: string | null = null): LeftOutPage => ({
    kind: 'left_out',
    file,
    reason,
    target,
    faults,
  })

  const decoded = decodeHtml(bytes)
  if (!decoded.ok) {
    fault('not_html', 1, decoded.reason)
    return leftOut('not_html')
  }
  const { text } = decoded
  if (decoded.broken)
    fault(
      'bad_encoding',
      badLine(text),
      `the file is not valid ${decoded.encoding}; what cannot be read is shown as U+FFFD`,
    )
  const { root, index, cutAt } = parseHtml(text)
  if (cutAt !== null)
    fault('too_many_tags', countLines(text, cutAt), 'the page has too many tags; from here on only its text is read')

  const head = readHead(index)
  const names = options.names ?? DEFAULT_NAMES
  const theme = detectGenerator(head.generators, text) ?? options.theme ?? null
  const reason = leftOutReason(file, head, theme?.name ?? null)
  if (reason !== null) return leftOut(reason, reason === 'redirect' ? (head.refresh?.target ?? null) : null)
  const languages = options.languages ?? new Set()
  if (isOtherLanguage(file, head.lang, names, languages)) return leftOut('other_language')
  if (index.first('frameset') !== null) return leftOut('frames')

  const chosen = chooseContent({ root, index }, theme, options.selector ?? null)
  const { blocks, madeIds, dropped } = writeBlocks(chosen.elements, index.byId, options.ownIdsOnly ?? false)
  if (blocks.length === 0) {
    fault(
      'no_content',
      1,
      chosen.elements.length === 0 ? 'the selector finds nothing on this page' : 'nothing on this page is content',
    )
    return leftOut('no_content')
  }
  const named = theme?.isNamedByTitle === true && head.title !== '' ? head.title : null
  const title = named ?? pageTitle(head, blocks, options.titleFrames ?? NO_FRAMES)
  if (title === null) fault('no_title', 1, 'the page has neither a title nor a heading')
  if (title !== null) raiseTitle(blocks, title)
  const folder = folderLocale(file, names, head.lang)
  return {
    kind: 'page',
    file,
    address: builtAddress(file),
    title: title ?? firstText(blocks) ?? file,
    description: head.description,
    lang: head.lang,
    locale: folder?.locale ?? names.root ?? localeOf(head.lang, names) ?? namedLocale(file, languages, names),
    localeFolder: folder?.folder ?? null,
    translations: head.translations,
    canonical: head.canonical,
    updatedAt: pageTime(head, index),
    generator: theme?.name ?? null,
    version: head.version,
    blocks,
    rule: chosen.rule,
    dropped,
    anchors: new Set(index.byId.keys()),
    madeIds,
    faults,
  }
}

/** Pages of books begin with a heading of the level that it has in the book. */
function raiseTitle(blocks: Block[], title: string): void {
  const first = blocks[0]
  if (first?.kind !== 'heading' || first.level === 1 || titleText(first.content) !== title) return
  if (!blocks.some((block) => block.kind === 'heading' && block.level === 1)) blocks[0] = { ...first, level: 1 }
}

function firstText(blocks: readonly Block[]): string | null {
  const first = blocks.find((block) => block.kind === 'paragraph')
  return first?.kind === 'paragraph' ? plainText(first.content).slice(0, 80) : null
}

function badLine(text: string): number {
  return countLines(text, Math.max(0, text.indexOf('\ufffd')))
}
