import { closeSync, openSync, readSync } from 'node:fs'
import { OPEN_WALKED, readWalked } from '../../tree/read-walked.ts'
import type { Locale } from '../../../shared/locale.ts'
import { reasonOf } from '../../../shared/reason.ts'
import { DEFAULT_NAMES } from '../../locales/locale-names.ts'
import { languageFolders } from '../../locales/language-folders.ts'
import type { WalkedFile } from '../../tree/walk-folder.ts'
import { detectGenerator, type Theme } from './generators.ts'
import { readSafely } from '../read-safely.ts'
import { builtPath, localeOf } from './page-address.ts'
import { readHead } from './page-head.ts'
import { parseHtml } from './parse-html.ts'
import { readHtmlPage } from './read-page.ts'
import type { BuiltPage, HtmlFault, HtmlFaultCode, LeftOutPage, ReadPageOptions } from './read-page.ts'
import { compileSelector } from './selectors.ts'
import { learnFrames, type TitleFrames } from './title-frame.ts'
import { walkSite } from './walk-site.ts'

const PAGE_LIMIT_BYTES = 8 * 1_048_576
/** Pages from which is learnt what pages of the site have in common. */
const LEARN_PAGES = 20
const LEARN_BYTES = 32_768

/** What reading one file of a site gave. */
export type SiteResult =
  | {
      readonly kind: 'page'
      readonly file: string
      /** Site path as in `Page`, with the folder of the locale if there is one. */
      readonly path: string
      readonly page: BuiltPage
    }
  | LeftOutPage
  /** The file could not be read as a page. */
  | { readonly kind: 'fault'; readonly file: string; readonly faults: readonly HtmlFault[] }

export interface BuiltSite {
  /** Generator that most pages name, or null. */
  readonly generator: string | null
  /** Folders whose names are languages. */
  readonly languages: ReadonlySet<string>
  /** Files that look like pages. */
  readonly files: readonly WalkedFile[]
  /** Faults of the tree itself. */
  readonly faults: readonly HtmlFault[]
  /** Reads one of the files. They are given in their order, since the first has an address that others would have too. */
  readonly read: (file: WalkedFile) => SiteResult
}

/** What `site.yaml` says about the pages of a site. */
interface ReadSiteOptions extends Pick<ReadPageOptions, 'names' | 'ownIdsOnly'> {
  /** Whether a file is read. */
  readonly isRead?: (file: string) => boolean
  /** CSS selector of the content, where the reader's choice is wrong. */
  readonly selector?: string | null
}

/**
 * Reads the folder of a built site.
 * @throws Error when the folder cannot be read, or the text is no selector
 */
export function readBuiltSite(
  folder: string,
  { isRead = () => true, selector = null, ...options }: ReadSiteOptions = {},
): BuiltSite {
  const own = selector === null ? null : compileSelector(selector)
  const walked = walkSite(folder)
  const { faults } = walked
  const files = walked.files.filter(({ file }) => isRead(file))
  const { theme, titleFrames } = learn(files)
  const named = (language: string): Locale | null => localeOf(language, options.names ?? DEFAULT_NAMES)
  const languages = languageFolders(
    files.map(({ file }) => file),
    named,
  )

  const taken = new Map<string, string>()

  function read(one: WalkedFile): SiteResult {
    const { file } = one
    const failed = (code: HtmlFaultCode, message: string): SiteResult => ({
      kind: 'fault',
      file,
      faults: [{ file, line: 1, code, message }],
    })
    if (one.sizeBytes > PAGE_LIMIT_BYTES) {
      return failed('too_large', `the file has ${one.sizeBytes} bytes; ${PAGE_LIMIT_BYTES} is the limit`)
    }
    const path = builtPath(file)
    if (path === null) {
      return failed(
        'bad_name',
        'no address can lead to a name with a backslash, a control character, or .md or index before its end',
      )
    }
    let bytes: Buffer
    try {
      bytes = readWalked(one, PAGE_LIMIT_BYTES)
    } catch (error) {
      return failed('unreadable', reasonOf(error))
    }
    const faults: HtmlFault[] = []
    const readPage = () => readHtmlPage(bytes, file, { ...options, selector: own, theme, titleFrames, languages })
    const page = readSafely(readPage, file, faults)
    if (page === null) return { kind: 'fault', file, faults }
    if (page.kind === 'left_out') return page
    const first = taken.get(path)
    if (first !== undefined) return failed('duplicate_path', `${first} has this address already`)
    taken.set(path, file)
    return { kind: 'page', file, path, page }
  }

  return { generator: theme?.name ?? null, languages, files, faults, read }
}

/** The generator that most of some pages, spread over the site, name, and what their titles have in common. */
function learn(files: readonly WalkedFile[]): { theme: Theme | null; titleFrames: TitleFrames } {
  const votes = new Map<Theme, number>()
  const titles: string[] = []
  const step = Math.max(1, Math.floor(files.length / LEARN_PAGES))
  for (let at = 0; at < files.length; at += step) {
    const start = readStart(files[at] as WalkedFile)
    const { generators, title } = readHead(parseHtml(start).index)
    titles.push(title)
    const theme = detectGenerator(generators, start)
    if (theme !== null) votes.set(theme, (votes.get(theme) ?? 0) + 1)
  }
  return { theme: [...votes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null, titleFrames: learnFrames(titles) }
}

function readStart({ realPath }: WalkedFile): string {
  try {
    const handle = openSync(realPath, OPEN_WALKED)
    try {
      const bytes = Buffer.alloc(LEARN_BYTES)
      return bytes.toString('utf8', 0, readSync(handle, bytes))
    } finally {
      closeSync(handle)
    }
  } catch {
    return ''
  }
}
