import type { Fields } from '../../../front-matter.ts'
import { below, joinAddress, lastSegment } from '../../../addresses.ts'
import { readConfigModule } from '../../config/config-module.ts'
import { formulasOf } from '../../config/formula-switch.ts'
import { excludedBy, UNLISTED } from '../../excluded.ts'
import { editUrlBelow } from '../../edit-url.ts'
import { markedCommandTabs } from '../../expansion/package-managers.ts'
import { lineOfMember } from '../../config/member-line.ts'
import { reportUnread } from '../../config/unread-members.ts'
import { createDocAddresses, type DocAddresses } from '../../headers/docusaurus-docs.ts'
import { docusaurusHeader } from '../../headers/docusaurus-header.ts'
import {
  folderKey,
  type LeftOut,
  type OldAddress,
  type Place,
  type Source,
  type SourceFolder,
  type SourceKind,
} from '../../source.ts'
import { takeLineComments } from '../../../readers/markdown/code/line-comments.ts'
import { isMarked, number, record, text, texts } from '../../values.ts'
import { articleAddress, docAddress, newestFirst, pageAddress, type FileAddress } from './file-address.ts'
import { describeFolders } from './folders.ts'
import { createCardLists } from './card-lists.ts'
import { docusaurusAccent } from './accent.ts'
import { docusaurusMarks, docusaurusPaths } from './markdown.ts'
import { openApiMarkdown } from './openapi-pages.ts'
import { partsOf, type Part, type SiteVersions } from './parts.ts'
import { createPartFiles, type FileOfPart } from './part-files.ts'
import { readLanguages } from './site-languages.ts'
import { siteTexts } from './texts.ts'

/** What is read of the configuration, and of the options of the plugins for documents, articles and pages. */
const PLUGIN_OPTIONS = 'path routeBasePath sidebarPath exclude exclude.* lastVersion versions versions.*'.split(' ')
const CONFIG_MEMBERS = [
  ...`title tagline url baseUrl trailingSlash i18n i18n.defaultLocale i18n.locales i18n.locales.* staticDirectories
  staticDirectories.* presets presets.* presets.*.1 plugins themeConfig themeConfig.navbar themeConfig.navbar.logo
  themeConfig.navbar.items themeConfig.navbar.items.* themeConfig.navbar.items.*.type themeConfig.navbar.items.*.to
  themeConfig.navbar.items.*.href themeConfig.navbar.items.*.items themeConfig.navbar.items.*.items.* favicon
  themeConfig.footer themeConfig.footer.copyright themeConfig.footer.links themeConfig.footer.links.*
  themeConfig.footer.links.*.items themeConfig.footer.links.*.items.*`.split(/\s+/),
  ...['docs', 'blog', 'pages'].map((name) => `presets.*.1.${name}`),
  ...['presets.*.1.docs', 'presets.*.1.blog', 'presets.*.1.pages', 'plugins.*.1'].flatMap((plugin) =>
    PLUGIN_OPTIONS.map((option) => `${plugin}.${option}`),
  ),
]

export const docusaurus: SourceKind = {
  name: 'docusaurus',
  recognises: (names) => names.some((name) => /^docusaurus\.config\.[cm]?[jt]s$/.test(name)),
  open: openDocusaurus,
}

function openDocusaurus(folder: SourceFolder): Source {
  const { base } = folder
  const configFile = folder.names(base).find((name) => name.startsWith('docusaurus.config.')) ?? ''
  const config = record(readConfigModule(joinAddress(base, configFile), folder.readText)['default'])
  reportUnread(config, CONFIG_MEMBERS, folder)
  const { defaultLanguage, localeFolders, rootLocale } = readLanguages(config, folder)
  const site: SiteVersions = { found: null }
  const parts = partsOf(config, folder, site)
  const files = createPartFiles(parts, folder, rootLocale, localeFolders, () => site.found?.default)
  const siteText = siteTexts(folder, parts, [[defaultLanguage, rootLocale], ...localeFolders])
  const marks = docusaurusMarks(config)
  const docs = createDocAddresses()
  const basePath = text(config['baseUrl']) ?? '/'
  const cards = createCardLists(
    folder,
    basePath,
    (locale, place) => folders.get(folderKey(locale, place))?.title ?? null,
  )
  const locales = [rootLocale, ...localeFolders.values()]

  const reported = new Set<string>()

  function faultOnce(member: string, message: string): void {
    if (reported.has(message)) return
    reported.add(message)
    const file = joinAddress(base, configFile)
    folder.fault(file, 'unread_config', message, lineOfMember(folder.readText(file) ?? '', member))
  }

  function isCurrent({ version }: Part): boolean {
    return version === null || version.name === site.found?.default
  }

  function placeOf({ fields, file, language, locale, part, relative, translates }: FileOfPart): Place | LeftOut {
    if (lastSegment(relative).startsWith('_')) return { leftOut: 'a part of other pages' }
    if (part.isExcluded(relative)) return { leftOut: 'excluded by the configuration' }
    if (isMarked(fields.get('unlisted'))) return { leftOut: 'not for search engines' }
    const { home, numbers, places, route, type, version } = part
    const { id, own, standing } = addressOf(part, relative, fields)
    const path = joinAddress(route, own)
    const position = number(fields.get('sidebar_position')) ?? numbers.of(lastSegment(relative))
    const listed = places?.place({ id, own, standing, position })
    const isArticle = type === 'blog'
    const place: Place = {
      locale,
      path,
      address: joinAddress(language, path),
      ...(version === null ? {} : { version: { name: version.name, path: joinAddress(home, own) } }),
      order: listed === undefined ? (isArticle ? newestFirst(relative, fields) : position) : listed.order,
      navPath: isArticle ? joinAddress(route, standing) : (listed?.navPath ?? null),
      title:
        listed?.label == null ? text(fields.get('sidebar_label')) : siteText.translated(part, locale, listed.label),
      aside: listed?.aside === true,
      updated: text(record(fields.get('last_update'))['date']),
      ...(translates === undefined ? {} : { translates }),
    }
    const why = excludedBy(fields)
    if (why === null || why === UNLISTED) docs.add(part, id, place, language, isCurrent(part))
    if (why === null && type === 'docs' && listed?.aside === false) {
      const { navPath, order, title } = place
      const card = { file, locale, path, fields, navPath: navPath ?? path, label: title ?? null }
      cards.add(`${language}/${route}`, { ...card, order: order ?? Number.MAX_VALUE })
    }
    return place
  }

  const folders = describeFolders(config, parts, locales, siteText.translated)
  return {
    title: text(config['title']),
    describe: () => text(config['tagline']),
    locate(file, fields) {
      const found = files.find(file, fields)
      const place = 'leftOut' in found ? found : placeOf(found)
      const isEnded = config['trailingSlash'] === true && 'path' in place && place.path !== ''
      return isEnded ? { ...place, address: `${place.address}/` } : place
    },
    editUrl(file) {
      const part = parts.find((each) => below(file, each.folder) !== null)
      return editUrlBelow(part?.editUrl ?? null, below(file, base))
    },
    dialect: {
      isMdx: text(record(config['markdown'])['format']) === 'detect' ? (file) => file.endsWith('.mdx') : () => true,
      slugs: 'github',
      formulas: formulasOf(folder.readText(joinAddress(base, configFile))),
      modules: {
        pathOf: docusaurusPaths(base),
        shown: (tag, module) => cards.shown(tag, module.page) ?? openApiMarkdown(tag, module.code),
      },
      code: (block, info) => markedCommandTabs(takeLineComments(block, marks), info),
    },
    links: {
      siteUrl: text(config['url']),
      basePath,
      localeFolders,
      rootLocale: null,
      aliases: new Map([['@site/', base === '' ? '' : `${base}/`]]),
      roots: (file) => files.roots(file),
      unchecked: 'pathname://',
      relativeTo: 'file',
      bareTo: 'address',
    },
    header: docusaurusHeader(config, {
      file: joinAddress(base, configFile),
      basePath,
      texts: siteText.of,
      accent: docusaurusAccent(config, folder),
      fault: faultOnce,
      docAt: docs.at,
      sidebarAt: docs.firstOf,
    }),
    get redirects() {
      return listRedirects(parts, ['', ...localeFolders.keys()], docs, joinAddress(base, configFile))
    },
    publicFolders: texts(config['staticDirectories']).map((name) => joinAddress(base, name)),
    folders,
    ...(site.found === null ? {} : { versions: site.found }),
  }
}

/** The addresses of lists of categories and articles, which lead to what these begin with. */
function listRedirects(
  parts: readonly Part[],
  languages: readonly string[],
  docs: DocAddresses,
  file: string,
): OldAddress[] {
  return parts.flatMap((part) =>
    languages.flatMap((language) =>
      [...part.lists].flatMap(([list, what]) => {
        const first = docs.first(part, what, language)
        const from = `/${joinAddress(language, part.route, list)}`
        return first === null ? [] : [{ from, to: `/${joinAddress(language, first)}`, file }]
      }),
    ),
  )
}

function addressOf({ numbers, type }: Part, relative: string, fields: Fields): FileAddress {
  if (type === 'docs') return docAddress(relative, fields, numbers)
  return type === 'blog' ? articleAddress(relative, fields) : pageAddress(relative, fields)
}
