import { FALLBACK_LOCALE, type Locale } from '../../../../shared/locale.ts'
import { below, isBelow, joinAddress } from '../../../addresses.ts'
import { formulasOf } from '../../config/formula-switch.ts'
import { localesOf, namedByCode, onlyServed } from '../../languages.ts'
import { logicalFile, type LogicalFile } from '../../logical-file.ts'
import { aliasesOf } from '../../mdx/aliases.ts'
import { createGroupPaths } from '../../order/group-paths.ts'
import type { FolderInfo, LeftOut, Place, Source, SourceFolder, SourceKind } from '../../source.ts'
import { text } from '../../values.ts'
import { readCollections, readLanguages, type Collection } from './fumadocs-config.ts'
import { fumadocsMarkdown } from './fumadocs-markdown.ts'
import { readFumadocsMeta } from './fumadocs-meta.ts'
import { readNextConfig } from '../next-config.ts'

const CONFIG = /^source\.config\.[cm]?[jt]s$/

export const fumadocs: SourceKind = {
  name: 'fumadocs',
  recognises(names, folder) {
    const config = names.find((name) => CONFIG.test(name))
    return config !== undefined && folder.readText(config)?.includes('fumadocs') === true
  },
  open: openFumadocs,
}

function openFumadocs(folder: SourceFolder): Source {
  const { base } = folder
  const aliases = aliasesOf(base, folder)
  const configFile = joinAddress(base, folder.names(base).find((name) => CONFIG.test(name)) ?? '')
  const collections = readCollections(configFile, aliases, folder)
  const { defaultLanguage, hidden, inFolders, languages } = readLanguages(aliases, folder)
  const locales = localesOf(namedByCode(languages), folder.localeOf)
  const rootLocale = locales.get(defaultLanguage) ?? folder.defaultLocale
  const split = (relative: string): LogicalFile =>
    logicalFile(relative, { inFolders, isLanguage: (name) => locales.has(name) })
  const positions = new Map<string, number>()
  const folders = new Map<string, FolderInfo>()
  // No section of a collection stands at the address of another one.
  const groupPaths = createGroupPaths((path) => collections.some(({ route }) => isBelow(route, path)))
  const localeOfFile = (language: string | null): Locale | null =>
    language === null ? rootLocale : (locales.get(language) ?? null)
  const served = new Set([rootLocale, ...locales.values()].filter((locale) => locale !== null))
  const naming = { split, localeOf: localeOfFile, locales: [...served], groupPaths }
  const places = new Map(
    collections.map((each) => [each, readFumadocsMeta(each, folder, naming, positions, folders)] as const),
  )

  function locate(file: string): Place | LeftOut {
    const collection = collections.find(({ dir }) => below(file, dir) !== null)
    const relative = collection === undefined ? null : below(file, collection.dir)
    if (collection === undefined || relative === null) return { leftOut: 'outside of the documentation' }
    const { language, path: logical } = split(relative)
    const named = language ?? defaultLanguage
    const locale = language === null ? rootLocale : (locales.get(language) ?? null)
    if (locale === null || (language === null && isUnserved(defaultLanguage, locales))) {
      return { leftOut: 'in a language that is not served', language }
    }
    const path = addressIn(collection, logical)
    const isHidden =
      languages.length === 0 || hidden === 'always' || (hidden === 'default' && named === defaultLanguage)
    const order = positions.get(joinAddress(collection.dir, logical)) ?? null
    const standing = places.get(collection)?.(logical) ?? path
    const navPath = standing === path ? null : standing
    return { locale, path, address: joinAddress(isHidden ? '' : named, path), order, navPath }
  }

  return {
    listsAllPages: true,
    readsMeta: true,
    title: null,
    locate,
    dialect: {
      isMdx: (file) => file.endsWith('.mdx'),
      slugs: 'github',
      formulas: formulasOf(folder.readText(configFile)),
      ...fumadocsMarkdown(base, aliases),
    },
    links: {
      basePath: `/${joinAddress(text(readNextConfig(folder)['basePath']) ?? '')}/`.replace('//', '/'),
      localeFolders: onlyServed(locales),
      rootLocale: null,
      aliases: new Map(),
      relativeTo: 'file',
    },
    folders,
  }
}

/** The address of a page or a folder: folders in parentheses are no part of it. */
function addressIn({ route }: Collection, path: string): string {
  const segments = path.split('/').filter((segment) => !/^\(.*\)$/.test(segment))
  return joinAddress(route, segments.join('/').replace(/(?:^|\/)index$/, ''))
}

function isUnserved(language: string, locales: ReadonlyMap<string, Locale | null>): boolean {
  return locales.get(language) === null && [...locales.values()].some((locale) => locale === FALLBACK_LOCALE)
}
