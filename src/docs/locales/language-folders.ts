import type { Locale } from '../../shared/locale.ts'
import { joinAddress, lastSegment, localeOf } from '../addresses.ts'
import { isTag } from './language-tag.ts'

/** Folders deeper than this name no language. */
const DEPTH = 3
/** Languages that repositories are often translated to. Two of them beside each other mean nothing else. */
const COMMON = new Set(
  'ar bn cs da de el es fa fi fr he hi hu id it ja ms nb nl no pl pt ro ru sk sv th tr uk vi'.split(' '),
)
const EXTENSION = /\.(?:mdx?|markdown|x?html?)$/i
const INDEX = /(?:^|\/)(?:index|readme)$/i

/** Whether a name is the tag of a language that repositories are often translated to. */
export function isCommon(name: string): boolean {
  return isTag(name) && COMMON.has(name.slice(0, 2).toLowerCase())
}

/**
 * Folders of pages whose names are languages, by their paths. Two letters mean much else, so what stands beside a folder must
 * show it: a language that is served, two common ones, or the same pages in another language.
 */
export function languageFolders(
  files: readonly string[],
  served: (name: string) => Locale | null = localeOf,
): ReadonlySet<string> {
  const paths = new Set(files.map((file) => file.replace(EXTENSION, '')))
  const siblings = new Map<string, Map<string, string[]>>()
  for (const path of paths) {
    const segments = path.split('/')
    for (let at = 0; at < Math.min(segments.length - 1, DEPTH); at++) {
      const parent = segments.slice(0, at).join('/')
      const folders = siblings.get(parent) ?? new Map<string, string[]>()
      siblings.set(parent, folders)
      const name = segments[at] as string
      const pages = folders.get(name) ?? []
      pages.push(segments.slice(at + 1).join('/'))
      folders.set(name, pages)
    }
  }
  const found = new Set<string>()
  for (const [parent, folders] of siblings) {
    const tags = [...folders.keys()].filter(isTag)
    const areLanguages =
      tags.some((name) => served(name) !== null) ||
      tags.filter((name) => isCommon(name)).length > 1 ||
      (tags.length > 1 && tags.length === folders.size && sharesPage(tags.flatMap((name) => folders.get(name) ?? [])))
    for (const name of tags) {
      const pages = folders.get(name) ?? []
      if (areLanguages || isMirrored(pages, (page) => paths.has(joinAddress(parent, page))))
        found.add(joinAddress(parent, name))
    }
  }
  return found
}

function sharesPage(pages: readonly string[]): boolean {
  const own = pages.filter((page) => !INDEX.test(page))
  return new Set(own).size < own.length
}

/** Whether most pages of a folder stand in the one above it too. An index alone says nothing. */
function isMirrored(pages: readonly string[], isAbove: (page: string) => boolean): boolean {
  const own = pages.filter((page) => !INDEX.test(page))
  return own.length > 0 && own.filter(isAbove).length * 2 > own.length
}

/** The folder of a language in which a page lies, or null. */
export function languageFolderOf(path: string, languages: ReadonlySet<string>): string | null {
  const segments = path.split('/')
  for (let depth = 1; depth <= Math.min(segments.length - 1, DEPTH); depth++) {
    const folder = segments.slice(0, depth).join('/')
    if (languages.has(folder)) return folder
  }
  return null
}

/** Whether a page named `<stem>.<tag>` is a translation: the tag is a common one, or `stem` is a page or a README. */
export function isLanguageSuffix(stem: string, tag: string, isPage: (path: string) => boolean): boolean {
  if (localeOf(tag) !== null || isCommon(tag)) return true
  return isTag(tag) && (/^readme$/i.test(lastSegment(stem)) || isPage(stem))
}
