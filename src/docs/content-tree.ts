import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { unreadLine } from './census/census-line.ts'
import { takeCensus } from './census/take-census.ts'
import type { Locale } from '../shared/locale.ts'
import type { ContentFault } from './model/content-fault.ts'
import type { LocaleNames } from './locales/locale-names.ts'
import { ContentFolderError, walkFolder, type WalkedFile } from './tree/walk-folder.ts'

export interface TreeFile extends WalkedFile {
  readonly locale: Locale
  /** Path below the locale's folder: `guides/start.mdx`. */
  readonly relative: string
}

interface ContentTree {
  readonly files: readonly TreeFile[]
  readonly faults: readonly ContentFault[]
}

const MARKDOWN = /\.mdx?$/
const RELEVANT = /\.mdx?$|^(?:meta|synonyms)\.json$/

/**
 * Lists the relevant files of `contentDir/docs`, which has a folder for each locale, without reading them.
 * @throws ContentFolderError when `contentDir/docs` is not a readable folder
 */
export function walkContent(contentDir: string, names: LocaleNames): ContentTree {
  const folder = join(contentDir, 'docs')
  if (!existsSync(folder)) {
    const { unread } = takeCensus({ folder: contentDir, kind: '', noted: new Map(), isRead: () => true, faults: [] })
    const seen = unread.length === 0 ? '' : `. Not read: ${unreadLine(unread)}`
    throw new ContentFolderError(
      `${contentDir} has no documentation: no folder docs with a language such as docs/en, no other Markdown, no sources of a generator and no site that one built${seen}`,
    )
  }
  const shownLocale = (path: string): Locale | null => {
    const locale = names.find(path.split('/', 1)[0] as string)
    return locale !== null && names.shows(locale) ? locale : null
  }
  const { files, faults } = walkFolder(folder, {
    name: 'docs',
    within: contentDir,
    isFile: (name) => RELEVANT.test(name),
    isFolder: (relative) => shownLocale(relative) !== null,
  })
  const found: TreeFile[] = []
  for (const file of files) {
    const [, first = '', ...rest] = file.file.split('/')
    const locale = shownLocale(first)
    if (locale !== null && rest.length > 0) found.push({ ...file, locale, relative: rest.join('/') })
  }
  return { files: found, faults: [...faults, ...unknownLocales(folder, names, found.length > 0)] }
}

/** Folders and pages in no language. Where no language is found at all, a folder without Markdown is not meant for one. */
function unknownLocales(folder: string, names: LocaleNames, hasPages: boolean): ContentFault[] {
  const hasMarkdown = (name: string): boolean =>
    readdirSync(join(folder, name), { recursive: true }).some((path) => MARKDOWN.test(String(path)))
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && names.find(name) === null)
    .filter((entry) => (entry.isDirectory() ? hasPages || hasMarkdown(entry.name) : MARKDOWN.test(entry.name)))
    .map(({ name }) => ({
      file: `docs/${name}`,
      line: 1,
      code: 'unknown_locale',
      message: 'only the folders en, zh, ko and those that site.yaml names are read here',
    }))
}
