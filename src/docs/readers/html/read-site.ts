import { closeSync, openSync, readSync } from 'node:fs'
import { OPEN_WALKED, readWalked } from '../../tree/read-walked.ts'
import { reasonOf } from '../../../shared/reason.ts'
import type { WalkedFile } from '../../tree/walk-folder.ts'
import { detectGenerator, type Theme } from './generators.ts'
import { readSafely } from '../read-safely.ts'
import { builtPath } from './page-address.ts'
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
  /** Generator that most pages name; null: none is known. */
  readonly generator: string | null
  /** Files that look like pages. */
  readonly files: readonly WalkedFile[]
  /** Faults of the tree itself. */
  readonly faults: readonly HtmlFault[]
  /** Reads the pages one after another, in the order of their files. No page is kept. */
  pages(): Generator<SiteResult>
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
 * @throws Error when the folder cannot be read, or the selector is none
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

  function* pages(): Generator<SiteResult> {
    const taken = new Map<string, string>()
    for (const one of files) {
      const { file } = one
      const failed = (code: HtmlFaultCode, message: string): SiteResult => ({
        kind: 'fault',
        file,
        faults: [{ file, line: 1, code, message }],
      })
      if (one.sizeBytes > PAGE_LIMIT_BYTES) {
        yield failed('too_large', `the file has ${one.sizeBytes} bytes; ${PAGE_LIMIT_BYTES} is the limit`)
        continue
      }
      const path = builtPath(file)
      if (path === null) {
        yield failed(
          'bad_name',
          'no address can lead to a name with a backslash, a control character, or .md or index before its end',
        )
        continue
      }
      let bytes: Buffer
      try {
        bytes = readWalked(one, PAGE_LIMIT_BYTES)
      } catch (error) {
        yield failed('unreadable', reasonOf(error))
        continue
      }
      const failures: HtmlFault[] = []
      const read = () => readHtmlPage(bytes, file, { ...options, selector: own, theme, titleFrames })
      const page = readSafely(read, file, failures)
      if (page === null) {
        yield { kind: 'fault', file, faults: failures }
        continue
      }
      if (page.kind === 'left_out') {
        yield page
        continue
      }
      const first = taken.get(path)
      if (first !== undefined) {
        yield failed('duplicate_path', `${first} has this address already`)
        continue
      }
      taken.set(path, file)
      yield { kind: 'page', file, path, page }
    }
  }

  return { generator: theme?.name ?? null, files, faults, pages }
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
