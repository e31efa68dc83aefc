import { FALLBACK_LOCALE } from '../../../../shared/locale.ts'
import type { Fields } from '../../../front-matter.ts'
import { BRACKET_ID } from '../../../readers/markdown/lines.ts'
import { below, folderOf, joinAddress, lastSegment } from '../../../addresses.ts'
import { pathFrom } from '../../expand-lines.ts'
import { formulasOf } from '../../config/formula-switch.ts'
import { localesOf, namedByCode, onlyServed } from '../../languages.ts'
import { logicalFile } from '../../logical-file.ts'
import { aliasedPath, aliasesOf } from '../../mdx/aliases.ts'
import { markedCommandTabs } from '../../expansion/package-managers.ts'
import type { LeftOut, Place, Source, SourceFolder, SourceKind } from '../../source.ts'
import { record, text, texts } from '../../values.ts'
import { NEXT_CONFIG, nextConfigText, readNextConfig } from '../next-config.ts'
import { readNextraMeta, type NextraRoot } from './nextra-meta.ts'

const LATEX = /^(?![ \t]*(?:\/\/|\/?\*)).*\blatex\b["']?\s*:\s*(?!false)/m

export const nextra: SourceKind = {
  name: 'nextra',
  recognises(names, folder) {
    const config = names.find((name) => NEXT_CONFIG.test(name))
    return config !== undefined && folder.readText(config)?.includes('nextra') === true
  },
  open: openNextra,
}

function openNextra(folder: SourceFolder): Source {
  const { base } = folder
  const config = readNextConfig(folder)
  const i18n = record(config['i18n'])
  const languages = texts(i18n['locales'])
  const defaultLanguage = text(i18n['defaultLocale']) ?? languages[0] ?? folder.defaultLocale
  const locales = localesOf(namedByCode(languages), folder.localeOf)
  const isServed =
    languages.length === 0 || locales.get(defaultLanguage) !== null || ![...locales.values()].includes(FALLBACK_LOCALE)
  const rootLocale = locales.get(defaultLanguage) ?? folder.defaultLocale
  const roots = rootsOf(folder, (name) => locales.has(name))
  const isLanguage = (name: string): boolean => locales.has(name)
  const meta = readNextraMeta(roots, folder, {
    isLanguage,
    localeOf: (language) => (language === null ? rootLocale : (locales.get(language) ?? null)),
  })

  function locate(file: string, fields: Fields): Place | LeftOut {
    const root = roots.find(({ dir }) => below(file, dir) !== null)
    const relative = root === undefined ? null : below(file, root.dir)
    if (root === undefined || relative === null) return { leftOut: 'outside of the documentation' }
    const { language, path: logical } = logicalFile(relative, { inFolders: root.inFolders, isLanguage })
    const locale = language === null ? (isServed ? rootLocale : null) : (locales.get(language) ?? null)
    if (locale === null) return { leftOut: 'in a language that is not served', language }
    const own = root.isApp ? appPath(logical) : logical
    if (own === null || /(?:^|\/)_/.test(own)) return { leftOut: 'a part of other pages' }
    const route = joinAddress(root.route, withoutGroups(own))
    if (route.includes('[')) return { leftOut: 'a template of pages' }
    const path = route.replace(/(?:^|\/)index$/, '')
    if (/^(?:404|500)$/.test(path)) return { leftOut: 'a page for what is not found' }
    const isHidden = language === null || (!root.inFolders && language === defaultLanguage)
    const { order, title } = meta.infoOf(root, own, locale)
    const address = joinAddress(isHidden ? '' : language, path)
    const label = title ?? text(fields.get('sidebarTitle'))
    return { locale, path, address, order, title: label, nameTitle: titleOfName(lastSegment(path)) }
  }

  const aliases = aliasesOf(base, folder)
  const pathOf = (written: string, file: string): string | null =>
    written.startsWith('.') ? pathFrom({ file }, written) : aliasedPath(written, aliases)
  return {
    listsAllPages: true,
    title: null,
    locate,
    dialect: {
      isMdx: (file) => file.endsWith('.mdx'),
      slugs: 'github',
      formulas: formulasOf(nextConfigText(folder), LATEX),
      headingAttributes: BRACKET_ID,
      modules: { pathOf },
      // Nextra gives titles of pages no id, so that a later heading of the same text keeps its own.
      titleId: '_top',
      code: markedCommandTabs,
    },
    links: {
      basePath: `/${joinAddress(text(config['basePath']) ?? '')}/`.replace('//', '/'),
      localeFolders: onlyServed(locales),
      rootLocale: null,
      aliases: new Map(),
      relativeTo: 'file',
    },
    folders: meta.folders,
  }
}

/** Words that stay small in a title, unless it begins with them. */
const SMALL = new Set(
  'a an and as at but by en for from if in nor of on or per so the to v. via vs. with yet'.split(' '),
)

/** Title of a page without any, as Nextra makes it of its name; null: a home page has no name. */
function titleOfName(name: string): string | null {
  const words = name.replace(/[-_]/g, ' ').split(' ').filter(Boolean)
  const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
  const written = words.map((word, at) => (at > 0 && SMALL.has(word) ? word : capital(word)))
  return words.length === 0 ? null : written.join(' ')
}

/** Where pages lie: `content` of Nextra 4, and the folders of both routers of Next.js. */
function rootsOf(folder: SourceFolder, isLanguage: (name: string) => boolean): NextraRoot[] {
  const { base, names } = folder
  const roots: NextraRoot[] = []
  for (const name of ['content', 'src/content', 'pages', 'src/pages', 'app', 'src/app']) {
    const dir = joinAddress(base, name)
    const inside = names(dir)
    if (inside.length === 0) continue
    const isApp = lastSegment(name) === 'app'
    const route = lastSegment(name) === 'content' ? contentRoute(folder) : ''
    roots.push({ dir, route, isApp, inFolders: !isApp && inside.some(isLanguage) })
  }
  return roots
}

/** Beginning of the addresses of `content`: that of the page which shows it. */
function contentRoute({ base, files, names, readText }: SourceFolder): string {
  const config = names(base).find((name) => NEXT_CONFIG.test(name)) ?? ''
  const given = /\bcontentDirBasePath:\s*['"`]([^'"`]*)['"`]/.exec(readText(joinAddress(base, config)) ?? '')?.[1]
  if (given !== undefined) return joinAddress(given)
  for (const file of files.keys()) {
    const within = below(file, base)
    const route = /^(?:src\/)?app\/(.*?)\[{1,2}\.\.\.\w+\]{1,2}\/page\.[jt]sx?$/.exec(within ?? '')?.[1]
    if (route !== undefined) return withoutGroups(route)
  }
  return ''
}

/** Path of a page of the app router, which is that of its folder; null: the file is no page. */
function appPath(logical: string): string | null {
  return lastSegment(logical) === 'page' ? joinAddress(folderOf(logical), 'index') : null
}

/** Segments in parentheses, and that of the language, are no part of addresses. */
function withoutGroups(path: string): string {
  const segments = path.split('/').filter((segment) => !/^\(.*\)$|^\[(?:lang|locale)\]$/.test(segment))
  return joinAddress(segments.join('/'))
}
