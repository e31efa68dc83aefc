import { FALLBACK_LOCALE, type Locale } from '../../../../shared/locale.ts'
import type { LocaleOf, SourceFolder } from '../../source.ts'
import { servedLanguages, localeOutside } from '../../languages.ts'
import { isFalse, isTrue, list, record, text } from '../../values.ts'
import { named, valueOf, type MkDocsConfig } from './config.ts'

/** How a site tells the languages of its files. */
export interface MkDocsLanguages {
  /**
   * Language of a file, and its path without that.
   * @param relative path below `docs_dir`
   */
  readonly split: (relative: string) => { readonly language: string; readonly path: string }
  /** Locale of a language; undefined: Signpost serves it not. */
  readonly localeOf: (language: string) => Locale | undefined
  /** First segment of the addresses of a language, or `''`. */
  readonly prefix: (language: string) => string
  readonly defaultLocale: Locale
  readonly locales: ReadonlyMap<string, Locale>
}

/**
 * @param folders names of the folders directly below `docs_dir`
 * @param own language of the folder in which `docs_dir` lies, or null
 * @param beside languages of the folders beside that
 */
export function readLanguages(
  config: MkDocsConfig,
  folders: readonly string[],
  folder: SourceFolder,
  own: string | null,
  beside: readonly string[],
): MkDocsLanguages {
  const { localeOf } = folder
  const plugin = named(config['plugins']).get('i18n')
  const theme = valueOf(record(config['theme'])['language']) ?? valueOf(config['locale'])
  if (plugin === undefined) {
    // Many sites have a folder for each translation, and say nothing of it.
    const translated = folders.filter((name) => /^(?:zh|ko)(?:[-_]\w{2,4})?$/.test(name))
    const names = [...new Set([...alternates(config, localeOf), ...translated, ...beside])]
    return languagesOfFolders(names, theme ?? own ?? localeOutside(folder, names), true, localeOf)
  }
  const languages = pluginLanguages(plugin['languages'])
  const chosen = languages.find(({ isDefault }) => isDefault)?.name ?? text(plugin['default_language'])
  const first = chosen ?? theme ?? folder.defaultLocale
  const names = [...new Set([first, ...languages.map(({ name }) => name)])]
  return text(plugin['docs_structure']) === 'folder'
    ? languagesOfFolders(names, first, false, localeOf)
    : languagesOfSuffixes(names, first, localeOf)
}

/** Languages that the theme lets readers choose, whose pages have folders of their own. */
function alternates(config: MkDocsConfig, localeOf: LocaleOf): string[] {
  return list(record(config['extra'])['alternate']).flatMap((each) => {
    const { lang, link } = record(each)
    const folder = /^(?:\.?\/)?([\w-]+)\/$/.exec(text(link) ?? '')?.[1]
    return folder !== undefined && localeOf(text(lang)) === localeOf(folder) ? [folder] : []
  })
}

function pluginLanguages(value: unknown): { name: string; isDefault: boolean }[] {
  if (!Array.isArray(value)) return Object.keys(record(value)).map((name) => ({ name, isDefault: false }))
  return list(value)
    .map(record)
    .filter((each) => !isFalse(each['build']))
    .flatMap((each) => {
      const name = text(each['locale'])
      return name === null || name === 'null' ? [] : [{ name, isDefault: isTrue(each['default']) }]
    })
}

/** Files of `zh/` are in Chinese; all others, and those of the default's folder, in the default language. */
function languagesOfFolders(
  names: readonly string[],
  own: string,
  isDefaultKept: boolean,
  localeOf: LocaleOf,
): MkDocsLanguages {
  const folders = new Set(names)
  return {
    ...common(names, own, localeOf),
    prefix: (language) => (language === own && !(isDefaultKept && folders.has(own)) ? '' : language),
    split(relative) {
      const first = relative.split('/', 1)[0] as string
      if (!folders.has(first) || first === relative)
        return { language: isDefaultKept && folders.has(own) ? '' : own, path: relative }
      return { language: first, path: relative.slice(first.length + 1) }
    },
  }
}

/** `page.zh.md` is in Chinese; a file without a language in the default one. */
function languagesOfSuffixes(names: readonly string[], own: string, localeOf: LocaleOf): MkDocsLanguages {
  const known = new Set(names)
  return {
    ...common(names, own, localeOf),
    prefix: (language) => (language === own ? '' : language),
    split(relative) {
      const [, stem = '', language = '', extension = ''] = /^(.+)\.([\w-]+)(\.\w+)$/.exec(relative) ?? []
      return known.has(language) ? { language, path: stem + extension } : { language: own, path: relative }
    },
  }
}

function common(
  names: readonly string[],
  own: string,
  localeOf: LocaleOf,
): Pick<MkDocsLanguages, 'localeOf' | 'defaultLocale' | 'locales'> {
  const locales = servedLanguages(
    [...new Set([own, ...names])].map((name) => ({ name })),
    own,
    localeOf,
  )
  const defaultLocale = localeOf(own) ?? FALLBACK_LOCALE
  return {
    locales,
    defaultLocale,
    localeOf: (language) =>
      language === '' || (language === own && localeOf(own) === null) ? defaultLocale : locales.get(language),
  }
}
