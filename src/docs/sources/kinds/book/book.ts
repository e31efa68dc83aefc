import { emojiAt } from '../../expansion/emoji.ts'
import { HEADING_ATTRIBUTES } from '../../../readers/markdown/lines.ts'
import { below, folderOf, isMarkdown, joinAddress, lastSegment, withoutExtension } from '../../../addresses.ts'
import { readConfigFile } from '../../config/parse-config.ts'
import { editUrlFrom } from '../../edit-url.ts'
import { localeOfText } from '../../../locales/text-locale.ts'
import { folderKey, type LeftOut, type OldAddress, type Place } from '../../source.ts'
import type { Source, SourceFolder, SourceKind } from '../../source.ts'
import { isTrue, record, text } from '../../values.ts'
import { bookConstructs, takeHiddenLines } from './markdown.ts'
import { MATHJAX } from './mathjax.ts'
import { readSummary } from './summary.ts'
import { reportAbsent } from '../../order/report-absent.ts'

const MDBOOK = 'book.toml'
const GITBOOK = ['.gitbook.yaml', '.gitbook.yml']
const SUMMARY = 'SUMMARY.md'
/** Folder of GitBook with images, shared texts and variables. */
const GITBOOK_FOLDER = '.gitbook'
const REDIRECT_LIMIT = 10_000
/** Stands for that of the site, from which redirects count. */
const ORIGIN = 'https://book.invalid'
const ENTRY = /(?:^|\n)[ \t]*[-*+][ \t]+\[[^\]\n]*\]\([^)\n]*\.md\b/

/** A book: Markdown of which `SUMMARY.md` lists the chapters, for mdBook, GitBook or HonKit. */
export const book: SourceKind = {
  name: 'book',
  recognises(names, folder) {
    if (names.includes(MDBOOK) || GITBOOK.some((name) => names.includes(name))) return true
    return names.includes(SUMMARY) && ENTRY.test(folder.readText(SUMMARY) ?? '')
  },
  open: openBook,
}

/** What the configuration of a book says. */
interface BookConfig {
  readonly title: string | null
  readonly description: string | null
  readonly language: string | null
  /** Folder of the book. */
  readonly root: string
  /** Path of the list of its chapters below that folder. */
  readonly summary: string
  /** Path of its home below that folder, which the list need not name, or null. */
  readonly home: string | null
  /** Pattern of the addresses at which files are edited, with `{path}`, or null. */
  readonly editPattern: string | null
  readonly redirects: readonly OldAddress[]
  /** Whether no search finds a chapter, by its path below the folder of the book; absent: its front matter says. */
  readonly isUnsearched?: (file: string) => boolean
  /** Whether a program in the browser draws formulas. */
  readonly hasMathJax?: boolean
  /** HonKit has neither the ids nor the blocks that GitBook added. */
  readonly dialect: 'mdbook' | 'gitbook' | 'honkit'
}

function openBook(folder: SourceFolder): Source {
  const config = readConfig(folder)
  const { home, root } = config
  const summaryFile = joinAddress(root, config.summary)
  const siteOf = (file: string): string => (file === home ? '' : addressOf(file))
  const list = folder.readText(summaryFile)
  if (list === null) folder.fault(summaryFile, 'unread_config', 'the list of chapters cannot be read')
  const { chapters, groups } = readSummary(list ?? '', config.summary, siteOf)
  const locale = folder.localeOf(config.language) ?? localeOfText(list ?? '') ?? folder.defaultLocale
  reportAbsent(
    folder,
    summaryFile,
    [...chapters.keys()].filter((file) => !folder.files.has(joinAddress(root, file))),
  )

  function locate(file: string): Place | LeftOut {
    const relative = below(file, root)
    if (relative === null || file === summaryFile || !isMarkdown(file))
      return { leftOut: 'outside of the documentation' }
    const chapter = chapters.get(relative)
    if (chapter === undefined && relative !== home && list !== null) return { leftOut: 'not in the navigation' }
    const path = siteOf(relative)
    const isFolder = path !== withoutExtension(relative)
    const ending = path === '' ? '' : isFolder ? '/' : config.dialect === 'mdbook' ? '.html' : ''
    const navPath = chapter === undefined || chapter.navPath === path ? null : chapter.navPath
    return {
      locale,
      path,
      address: path + ending,
      order: chapter?.position ?? null,
      navPath,
      title: chapter?.title ?? null,
      ...(config.isUnsearched?.(relative) === true ? { unsearched: true } : {}),
    }
  }

  return {
    title: config.title,
    describe: () => config.description,
    locate,
    editUrl: (file) => editUrlFrom(config.editPattern, '{path}', below(file, folder.base)),
    redirects: config.redirects,
    dialect: {
      isMdx: () => false,
      headingAttributes: config.dialect === 'mdbook' ? HEADING_ATTRIBUTES : null,
      slugs: config.dialect === 'gitbook' ? 'gitbook' : 'github',
      constructs: bookConstructs(
        config.dialect === 'mdbook' ? null : variablesOf(folder, root),
        config.hasMathJax === true,
      ),
      code: takeHiddenLines,
      emoji: config.dialect === 'gitbook' ? emojiAt : undefined,
      ...(config.hasMathJax === true ? { formulas: MATHJAX } : {}),
    },
    links: {
      basePath: '/',
      localeFolders: new Map(),
      rootLocale: locale,
      aliases: new Map(),
      relativeTo: 'file',
    },
    publicFolders: [root],
    folders: new Map([...groups].map(([path, info]) => [folderKey(locale, path), info])),
  }
}

/** Tells the chapters that mdBook keeps out of search. The longest path of a chapter or its folders decides. */
function unsearchedIn(settings: unknown): (file: string) => boolean {
  const rules = Object.entries(record(settings))
    .map(([path, rule]) => ({ path: joinAddress(path), enable: record(rule)['enable'] }))
    .filter(({ enable }) => enable !== undefined)
    .toSorted((a, b) => b.path.length - a.path.length)
  return (file) => rules.find(({ path }) => file === path || file.startsWith(`${path}/`))?.enable === false
}

/** A README is the page of its folder. */
function addressOf(file: string): string {
  const path = withoutExtension(file)
  return /^(?:readme|index)$/i.test(lastSegment(path)) ? folderOf(path) : path
}

function readConfig(folder: SourceFolder): BookConfig {
  const { base } = folder
  const names = folder.names(base)
  if (names.includes(MDBOOK)) {
    const file = joinAddress(base, MDBOOK)
    const config = readConfigFile(file, folder)
    const { description, language, src, title } = record(config['book'])
    const html = record(record(config['output'])['html'])
    return {
      title: text(title),
      description: text(description),
      language: text(language),
      root: joinAddress(base, text(src) ?? 'src'),
      summary: SUMMARY,
      home: null,
      editPattern: text(html['edit-url-template']),
      redirects: redirectsOf(html['redirect'], file),
      hasMathJax: isTrue(html['mathjax-support']),
      isUnsearched: unsearchedIn(record(html['search'])['chapter']),
      dialect: 'mdbook',
    }
  }
  const name = GITBOOK.find((each) => names.includes(each))
  const file = joinAddress(base, name ?? SUMMARY)
  const config = name === undefined ? {} : readConfigFile(file, folder)
  const structure = record(config['structure'])
  return {
    title: null,
    description: null,
    language: null,
    root: joinAddress(base, text(config['root']) ?? ''),
    summary: joinAddress(text(structure['summary']) ?? SUMMARY),
    home: joinAddress(text(structure['readme']) ?? 'README.md'),
    editPattern: null,
    redirects: redirectsOf(pathsFromRoot(config['redirects']), file),
    dialect: name !== undefined || names.includes(GITBOOK_FOLDER) ? 'gitbook' : 'honkit',
  }
}

/** Old addresses from the root of the book, with new ones, which lead from the old ones as links do. */
function redirectsOf(written: unknown, file: string): OldAddress[] {
  return Object.entries(record(written))
    .slice(0, REDIRECT_LIMIT)
    .flatMap(([old, target]) => {
      const from = `/${joinAddress(old)}`
      const to = text(target) ?? ''
      // Those of fragments are followed on the page itself.
      if (to === '' || old.includes('#') || !URL.canParse(to, ORIGIN + from)) return []
      const { hash, href, origin, pathname } = new URL(to, ORIGIN + from)
      return [{ from, to: origin === ORIGIN ? pathname.replace(/\/index\.html$/, '/') + hash : href, file }]
    })
}

/** Variables of all pages of a book of GitBook. */
function variablesOf(folder: SourceFolder, root: string): Readonly<Record<string, unknown>> {
  const settings = joinAddress(root, GITBOOK_FOLDER)
  const name = 'vars.yaml'
  return folder.names(settings).includes(name) ? record(readConfigFile(joinAddress(settings, name), folder)) : {}
}

/** Redirects of GitBook, which lead to files from the root of the book. */
function pathsFromRoot(redirects: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(record(redirects)).slice(0, REDIRECT_LIMIT)
  return Object.fromEntries(
    entries.map(([from, to]) => [from, `/${addressOf(joinAddress((text(to) ?? '').replaceAll('\\', '/')))}`]),
  )
}
