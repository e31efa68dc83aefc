import { joinAddress } from '../../../addresses.ts'
import { readConfigFile } from '../../config/parse-config.ts'
import type { ExpandedPage, SourceFolder } from '../../source.ts'
import { memberOf, record, text, texts } from '../../values.ts'
import type { HugoConfig } from './config.ts'
import { UNKNOWN, type TemplateWork } from './template-functions.ts'

/** What the template of a shortcode asks of its site and its page. */
export interface TemplateScope {
  /** A value by its path, as `['site', 'Params', 'version']`; `UNKNOWN`: only Hugo could tell. */
  readonly value: (path: readonly string[], work: TemplateWork) => unknown
  /** A text of the folder `i18n` in the language of the page; `UNKNOWN` if there is none, or it has places for values. */
  readonly translation: (key: string) => unknown
}

interface ScopeSite {
  readonly config: HugoConfig
  readonly folder: SourceFolder
  readonly defaultLanguage: string
  readonly fieldsOf: (page: ExpandedPage) => PageFields
  /** Parameters of the site in a language. */
  readonly paramsOf: (language: string) => Readonly<Record<string, unknown>>
}

/** What front matter says of a page, and what folders hand down to it. Names are in lower case. */
export interface PageFields {
  readonly all: Readonly<Record<string, unknown>>
  /** The same with the members of `params`. */
  readonly params: Readonly<Record<string, unknown>>
}

/** Files of data that are kept, whose values take many times their characters in memory, and one of them. */
const KEPT_LIMIT_CHARS = 8 * 1_048_576
const DATA_LIMIT_CHARS = 1_048_576
/** Folders in which a file of data may lie. */
const DATA_DEPTH = 5
/** Themes whose shortcodes and texts are read, and names in a folder of texts. */
const THEME_LIMIT = 10
const NAME_LIMIT = 1000
const DATA_FILE = ['yaml', 'yml', 'toml', 'json']

/** Folders of the site and of its themes that lie in the repository, in the order in which Hugo looks into them. */
export function themedFolders(config: HugoConfig, base: string): readonly string[] {
  const themes = joinAddress(base, text(config['themesdir']) ?? 'themes')
  return [
    base,
    ...texts(config['theme'])
      .slice(0, THEME_LIMIT)
      .map((theme) => joinAddress(themes, theme)),
  ]
}

/** Tells values of a site to the templates of its pages. */
export function templateScopes({ config, defaultLanguage, fieldsOf, folder, paramsOf }: ScopeSite) {
  const data = new Map<string, Readonly<Record<string, unknown>>>()
  let dataChars = 0
  const translations = new Map<string, ReadonlyMap<string, unknown>>()

  function dataAt(path: readonly string[], work: TemplateWork): unknown {
    const start = joinAddress(folder.base, text(config['datadir']) ?? 'data')
    for (let depth = 1; depth <= Math.min(path.length, DATA_DEPTH); depth++) {
      const stem = joinAddress(start, ...path.slice(0, depth))
      if (path.slice(0, depth).some((each) => each.includes('/') || each.startsWith('.'))) return UNKNOWN
      const ending = DATA_FILE.find((each) => folder.files.has(`${stem}.${each}`))
      if (ending === undefined) continue
      const file = `${stem}.${ending}`
      let values = data.get(file)
      if (values === undefined) {
        const size = folder.readText(file)?.length ?? 0
        work.leftChars -= size
        if (size > DATA_LIMIT_CHARS || work.leftChars < 0) return UNKNOWN
        dataChars += size
        if (dataChars > KEPT_LIMIT_CHARS) {
          data.clear()
          dataChars = size
        }
        data.set(file, (values = readConfigFile(file, folder)))
      }
      return memberAt(values, path.slice(depth))
    }
    return UNKNOWN
  }

  /** Texts of a language: those of the site, and behind them those of its themes. */
  function textsOf(language: string): ReadonlyMap<string, unknown> {
    const known = translations.get(language)
    if (known !== undefined) return known
    const { i18ndir, languagecode, locale } = record(record(config['languages'])[language])
    const stems = new Set([language, (text(languagecode) ?? text(locale) ?? language).toLowerCase()])
    const ofDefault = record(record(config['languages'])[defaultLanguage])['i18ndir']
    const [base = '', ...themes] = themedFolders(config, folder.base)
    const own = text(i18ndir) ?? text(ofDefault) ?? text(config['i18ndir']) ?? 'i18n'
    const found = new Map<string, unknown>()
    for (const start of [joinAddress(base, own), ...themes.map((theme) => joinAddress(theme, 'i18n'))]) {
      for (const path of [start, joinAddress(start, language)]) {
        for (const name of folder.names(path).slice(0, NAME_LIMIT)) {
          const stem = /^(.*)\.(?:ya?ml|toml|json)$/i.exec(name)?.[1]?.toLowerCase()
          const file = joinAddress(path, name)
          if (stem === undefined || !stems.has(stem) || !folder.files.has(file)) continue
          for (const [key, value] of entriesOf(readConfigFile(file, folder))) {
            if (!found.has(key)) found.set(key, value)
          }
        }
      }
    }
    translations.set(language, found)
    return found
  }

  return (page: ExpandedPage, language: string): TemplateScope => ({
    value(path, work) {
      const [first = '', ...rest] = path.map((each) => each.toLowerCase())
      if (first === 'page' && rest[0] === 'site') return this.value(path.slice(1), work)
      const [what = '', ...names] = rest
      if ((first === 'site' || first === 'hugo') && what === 'data') return dataAt(path.slice(2), work)
      const { all: fields, params } = fieldsOf(page)
      const own = record(record(config['languages'])[language])
      if (what === 'params') {
        if (first === 'page') return memberAt(params, names)
        if (first === 'site') return memberAt(paramsOf(language), names)
      }
      if (names.length === 0 && ['title', 'linktitle', 'description', 'weight'].includes(what) && first === 'page') {
        return fields[what] ?? (what === 'linktitle' ? fields['title'] : '')
      }
      if (rest.join('.') === 'title' && first === 'site') return text(own['title']) ?? text(config['title']) ?? ''
      if (['lang', 'language', 'language.lang'].includes(rest.join('.'))) return language
      return UNKNOWN
    },
    translation(key) {
      const value = textsOf(language).get(key) ?? textsOf(defaultLanguage).get(key)
      return typeof value === 'string' && !value.includes('{{') ? value : UNKNOWN
    },
  })
}

/** Texts by their keys, from either form of a file of `i18n`. */
function entriesOf(values: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  return Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? value : record(value)['other']])
}

/** A member of a value, by its names or by them in lower case. */
export function memberAt(value: unknown, path: readonly string[]): unknown {
  let found = value
  for (const name of path) {
    const members = record(found)
    found = memberOf(members, Object.hasOwn(members, name) ? name : name.toLowerCase())
  }
  return found
}
