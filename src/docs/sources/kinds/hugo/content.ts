import type { Locale } from '../../../../shared/locale.ts'
import { below, folderOf, joinAddress, lastSegment } from '../../../addresses.ts'
import { pathFrom } from '../../expand-lines.ts'
import { matcher } from '../../globs.ts'
import { localeAmong, servedLanguages } from '../../languages.ts'
import { isTag } from '../../../locales/language-tag.ts'
import type { SourceFolder } from '../../source.ts'
import { isTrue, list, record, text, texts } from '../../values.ts'
import type { HugoConfig } from './config.ts'

/** The languages of a site, by their names in addresses. */
export interface HugoLanguages {
  readonly defaultName: string
  /** All of them, also those that Signpost does not serve. */
  readonly names: ReadonlySet<string>
  readonly locales: ReadonlyMap<string, Locale>
  /** First segment of the addresses of a language, or `''`. */
  readonly prefix: (language: string) => string
}

/** A folder of the content directory that Hugo sees in its content. */
export interface ContentRoot {
  readonly folder: string
  /** Where its files stand in the content: `docs/reference`. */
  readonly target: string
  /** Null: that of the site's default. */
  readonly language: string | null
  readonly holds: (relative: string) => boolean
}

/** A file of the content, by what its name says. */
export interface ContentFile {
  readonly language: string
  /** Folder in the content. */
  readonly section: string
  /** Name without language and extension: `_index` for a section, `index` for a bundle. */
  readonly name: string
}

/** Folders that are mounted into the content of a site. Each file is looked for in all of them. */
const MOUNT_LIMIT = 200
/** Languages of a site. */
const LANGUAGE_LIMIT = 200
const SUFFIX = /\.([\w-]+)\.(?:md|markdown)$/i

export function readLanguages(config: HugoConfig, folder: SourceFolder): HugoLanguages {
  const languages = Object.entries(record(config['languages'])).slice(0, LANGUAGE_LIMIT)
  const unnamed = localeAmong(
    folder,
    languages.map(([name]) => name),
  )
  const defaultName = (text(config['defaultcontentlanguage']) ?? unnamed).toLowerCase()
  const disabled = new Set(texts(config['disablelanguages']).map((name) => name.toLowerCase()))
  const enabled = languages.filter(([name, value]) => !disabled.has(name) && !isTrue(record(value)['disabled']))
  const found = isContentAlone(config, folder) ? suffixesOf(folder) : []
  const names = new Set([defaultName, ...enabled.map(([name]) => name), ...found])
  const hasOwnSites = enabled.some(([, value]) => text(record(value)['baseurl']) !== null)
  const inFolder =
    isTrue(config['defaultcontentlanguageinsubdir']) || isTrue(config['defaultcontentlanguageinsubdirectory'])
  const locales = servedLanguages(
    [...names].map((name) => {
      const { languagecode, locale } = record(record(config['languages'])[name])
      return {
        name,
        code: text(languagecode) ?? text(locale) ?? (names.size === 1 ? text(config['languagecode']) : null),
      }
    }),
    defaultName,
    folder.localeOf,
  )
  return {
    defaultName,
    names,
    locales,
    prefix: (language) => (hasOwnSites || (language === defaultName && !inFolder) ? '' : language),
  }
}

/** Whether the folder is the content of a site whose configuration is in another repository. */
function isContentAlone(config: HugoConfig, { base, names }: SourceFolder): boolean {
  return Object.keys(config).length === 0 && names(base).includes('_index.md')
}

/** The languages that names of files have where no configuration tells them: `page.zh.md`. */
function suffixesOf({ files }: SourceFolder): readonly string[] {
  const found = new Set<string>()
  for (const file of files.keys()) {
    const suffix = SUFFIX.exec(lastSegment(file))?.[1]?.toLowerCase()
    if (suffix !== undefined && found.size < LANGUAGE_LIMIT && isTag(suffix)) found.add(suffix)
  }
  return [...found]
}

/** The folders of the content, those that are named most precisely first. */
export function contentRoots(
  config: HugoConfig,
  { defaultName, names }: HugoLanguages,
  folder: SourceFolder,
): readonly ContentRoot[] {
  const roots: ContentRoot[] = []

  function add(
    source: string,
    target: string,
    language: string | null,
    holds: ContentRoot['holds'] = () => true,
  ): void {
    const path = pathFrom({ file: joinAddress(folder.base, 'hugo') }, source)
    if (path === null) folder.fault(folder.base, 'unread_config', `the content folder ${source} lies outside`)
    else roots.push({ folder: path, target: joinAddress(target), language, holds })
  }

  for (const mount of list(record(config['module'])['mounts']).slice(0, MOUNT_LIMIT).map(record)) {
    const source = text(mount['source'])
    const target =
      below(joinAddress(text(mount['target']) ?? ''), 'content') ?? (mount['target'] === 'content' ? '' : null)
    if (source === null || target === null) continue
    // `files` has both since Hugo 0.153: a pattern behind an exclamation mark leaves files out.
    const patterns = texts(mount['files'])
    const excluded = matcher([
      ...texts(mount['excludefiles']),
      ...patterns.flatMap((each) => /^!\s*(.*)$/s.exec(each)?.[1] ?? []),
    ])
    const wanted = [...texts(mount['includefiles']), ...patterns.filter((each) => !each.startsWith('!'))]
    const included = matcher(wanted)
    const written = text(mount['lang']) ?? texts(record(record(mount['sites'])['matrix'])['languages'])[0]
    const language = written?.toLowerCase() ?? null
    const holds: ContentRoot['holds'] = (relative) => (wanted.length === 0 || included(relative)) && !excluded(relative)
    add(source, target, language, holds)
  }
  if (roots.length === 0) {
    for (const language of names) {
      const own = text(record(record(config['languages'])[language])['contentdir'])
      if (own !== null) add(own, '', language)
    }
    const shared = text(config['contentdir']) ?? (isContentAlone(config, folder) ? '.' : 'content')
    if (!roots.some((root) => root.folder === joinAddress(folder.base, shared))) add(shared, '', null)
  }
  const own = roots.filter((root, at) => !isFallback(root, at, roots, defaultName))
  return own.sort((a, b) => b.folder.length - a.folder.length)
}

/** Whether a folder that stands at the same place in another language is mounted for pages without a translation. */
function isFallback(root: ContentRoot, at: number, roots: readonly ContentRoot[], defaultName: string): boolean {
  const language = root.language ?? defaultName
  const hasContentOutside = (folder: string): boolean =>
    roots.some((each) => (each.language ?? defaultName) === language && within(each.folder, folder) === null)
  return roots.some((other, before) => {
    const inOther = within(root.folder, other.folder)
    if (inOther === null || (other.language ?? defaultName) === language) return false
    if (joinAddress(other.target, inOther) !== root.target) return false
    // Without content of its own elsewhere, a folder within one that names no language is all that its language has.
    if (inOther !== '') return other.language !== null || hasContentOutside(other.folder)
    return language !== defaultName && (before < at || (other.language ?? defaultName) === defaultName)
  })
}

/** Path of a file below a folder, or `''` for the file itself; null: it lies elsewhere. */
function within(path: string, folder: string): string | null {
  return path === folder ? '' : below(path, folder)
}

/** What a file of the content is; null: it belongs to no content. */
function contentFile(file: string, roots: readonly ContentRoot[], languages: HugoLanguages): ContentFile | null {
  const root = roots.find(({ folder, holds }) => {
    const inRoot = within(file, folder)
    return inRoot !== null && holds(inRoot)
  })
  if (root === undefined) return null
  const inRoot = within(file, root.folder) ?? ''
  // A file that is mounted by itself has the name of its target.
  const path = inRoot === '' ? root.target : joinAddress(root.target, inRoot)
  const stem = lastSegment(path).replace(/\.(?:md|markdown|html?)$/i, '')
  const suffix = /^(.+)\.([\w-]+)$/.exec(stem)
  const named = suffix?.[2]?.toLowerCase()
  const isNamed = named !== undefined && languages.names.has(named)
  return {
    language: isNamed ? named : (root.language ?? languages.defaultName),
    section: folderOf(path),
    name: isNamed ? (suffix?.[1] ?? stem) : stem,
  }
}

/** Path of a page in the content, as `ref` and targets of cascades name it. */
export function contentPath({ name, section }: ContentFile): string {
  return (name === '_index' || name === 'index' ? section : joinAddress(section, name)).toLowerCase()
}

/** Tells what files of the content are. Each of them is looked for in its folders once. */
export function contentReader(
  roots: readonly ContentRoot[],
  languages: HugoLanguages,
): (file: string) => ContentFile | null {
  const known = new Map<string, ContentFile | null>()
  return (file) => {
    let content = known.get(file)
    if (content === undefined) known.set(file, (content = contentFile(file, roots, languages)))
    return content
  }
}

/** Folders of files that make one page: their other pages are parts of it. */
export function bundleFolders(folder: SourceFolder): (file: string) => boolean {
  const bundles = new Set<string>()
  for (const file of folder.files.keys()) {
    if (/^index(?:\.[\w-]+)?\.(?:md|markdown|html?)$/i.test(lastSegment(file))) bundles.add(folderOf(file))
  }
  return (file) => {
    if (bundles.size === 0) return false
    const own = folderOf(file)
    if (bundles.has(own)) return !/^index(?:\.[\w-]+)?\.\w+$/i.test(lastSegment(file))
    for (let at = own; at !== ''; at = folderOf(at)) if (bundles.has(at)) return true
    return false
  }
}
