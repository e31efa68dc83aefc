import type { Locale } from '../../../shared/locale.ts'
import { forbiddenCharacter } from '../../paths.ts'
import { lastSegment } from '../../addresses.ts'
import { isCommon, isLanguageSuffix, languageFolderOf } from '../../locales/language-folders.ts'
import type { LocaleNames } from '../../locales/locale-names.ts'

const EXTENSION = /\.x?html?$/i
const INDEX = /(?:(?:^|\/)index)+$/i

/**
 * Site path of a file of a built site: without `.html`, and the folder's path for its `index.html`. Null when no
 * address can lead there.
 */
export function builtPath(file: string): string | null {
  const path = file.replace(EXTENSION, '').replace(INDEX, '')
  const isDropped = INDEX.test(path) || path.endsWith('.md')
  return isDropped || forbiddenCharacter(path) !== null ? null : path
}

/** Address of a file below the address of its site, as servers answer it: `a/index.html` is `a/`. */
export function builtAddress(file: string): string {
  return file.replace(/(^|\/)index\.x?html?$/i, '$1')
}

/** Mandarin, and the country, whose code no language has and people take for it. */
const CHINESE = new Set(['cmn', 'cn'])

/** The locale that a language of BCP 47 belongs to; null if Signpost has none for it. */
export function localeOf(lang: string | null, names: LocaleNames): Locale | null {
  const whole = (lang ?? '').trim().toLowerCase()
  const primary = whole.split(/[-_]/)[0] as string
  return names.find(whole) ?? names.find(primary) ?? (CHINESE.has(primary) ? 'zh' : null)
}

/** Name of a translated file: `start.de.html`. */
const SUFFIX = /\.([A-Za-z]{2}(?:[-_][A-Za-z]{2,4}){0,2})\.x?html?$/

/** Folders of languages, as sites name them. */
const FOLDER = /^[a-z]{2,3}(?:[-_](?:[A-Za-z]{2}|[A-Za-z]{4}|\d{3}))?$/

/** Name of the folder that may be a language's; for a file at the root its own, which may be that language's home. */
function languageFolder(file: string): string {
  return file.includes('/') ? (file.split('/', 1)[0] as string) : file.replace(EXTENSION, '')
}

/** The language that the path of a page names: by a folder of languages, or behind the name as in `start.de.html`. */
export function namedLanguage(file: string, languages: ReadonlySet<string>): string | null {
  const [, tag = ''] = SUFFIX.exec(file) ?? []
  if (isLanguageSuffix('', tag, () => false)) return tag
  const folder = languageFolderOf(file, languages)
  return folder === null ? null : lastSegment(folder)
}

/**
 * Whether a page is in a language that Signpost has no locale for: `de/start.html`. The page says so, or its path does where
 * the page does not. `lang` in the template of all pages says less than a folder with a country: `de-DE`.
 * @param languages folders of languages of the site
 */
export function isOtherLanguage(
  file: string,
  lang: string | null,
  names: LocaleNames,
  languages: ReadonlySet<string> = new Set(),
): boolean {
  const isServed = (language: string): boolean => names.find(language) !== null || localeOf(language, names) !== null
  const primary = (language: string): string => language.toLowerCase().split(/[-_]/)[0] as string
  const named = namedLanguage(file, languages)
  if (named !== null && !isServed(named) && (lang === null || named.length > 2)) return true
  const folder = languageFolder(file)
  if (lang === null) return file.includes('/') && isCommon(folder) && !isServed(folder)
  return (
    FOLDER.test(folder) &&
    localeOf(lang, names) === null &&
    names.find(folder) === null &&
    primary(folder) === primary(lang)
  )
}

/** The locale that the path of a page names below its first folder, or behind the name. */
export function namedLocale(file: string, languages: ReadonlySet<string>, names: LocaleNames): Locale | null {
  return localeOf(namedLanguage(file, languages), names)
}

/**
 * The locale of the folder that a file lies in: `zh-CN/guide/start.html`. A file at the root that has a locale's name,
 * `zh.html`, is its home when the page says that it is in this language (`lang`).
 */
export function folderLocale(
  file: string,
  names: LocaleNames,
  lang: string | null = null,
): { readonly folder: string; readonly locale: Locale } | null {
  const folder = languageFolder(file)
  const locale = names.find(folder) ?? (FOLDER.test(folder) ? localeOf(folder, names) : null)
  if (locale === null || (!file.includes('/') && locale !== localeOf(lang, names))) return null
  return { folder, locale }
}
