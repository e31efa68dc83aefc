import type { Locale } from '../../../../shared/locale.ts'
import type { Fields } from '../../../front-matter.ts'
import { below, joinAddress, withoutExtension } from '../../../addresses.ts'
import { readConfigModule } from '../../config/config-module.ts'
import { pathFrom } from '../../expand-lines.ts'
import { mintlifyHeader } from '../../headers/mintlify-header.ts'
import { ignoreRules } from '../../ignore-rules.ts'
import { localesOf, namedByCode, onlyServed } from '../../languages.ts'
import type { LeftOut, OldAddress, Place, Source, SourceFolder, SourceKind } from '../../source.ts'
import { isFalse, isMarked, isTrue, list, record, text } from '../../values.ts'
import { versionFolders, withoutVersion } from '../../../versions/version-path.ts'
import { mintlifyMarkdown } from './mintlify-markdown.ts'
import { readMintlifyNavigation } from './mintlify-navigation.ts'
import { reportAbsent } from '../../order/report-absent.ts'

/** Endings of the file of a page of the navigation. */
const PAGE_ENDINGS = ['.mdx', '.md', '/index.mdx', '/index.md']
/** What Mintlify always leaves out. */
const IGNORED = 'README.md\nLICENSE.md\nCHANGELOG.md\nCONTRIBUTING.md'
const REDIRECT_LIMIT = 10_000
const CONFIGS = ['docs.json', 'mint.json']

export const mintlify: SourceKind = {
  name: 'mintlify',
  recognises: (names, folder) =>
    CONFIGS.some((name) => names.includes(name) && /"navigation"\s*:/.test(folder.readText(name) ?? '')),
  open: openMintlify,
}

function openMintlify(folder: SourceFolder): Source {
  const { base } = folder
  const configFile = joinAddress(base, CONFIGS.find((name) => folder.readText(joinAddress(base, name)) !== null) ?? '')
  const config = record(readConfigModule(configFile, folder.readText)['default'])
  const isIgnored = ignoreRules(`${IGNORED}\n${folder.readText(joinAddress(base, '.mintignore')) ?? ''}`)
  const navigation = readMintlifyNavigation(config, configFile, folder)
  const { languages } = navigation
  const isThere = (page: string): boolean =>
    PAGE_ENDINGS.some((ending) => folder.files.has(joinAddress(base, page) + ending))
  reportAbsent(
    folder,
    configFile,
    [...navigation.pages.keys()].filter((page) => !isThere(page)),
  )
  const locales = localesOf(namedByCode(languages), folder.localeOf)
  const rootLocale = folder.localeOf(languages[0]) ?? locales.get(languages[0] ?? '') ?? folder.defaultLocale

  function locate(file: string, fields: Fields): Place | LeftOut {
    const relative = below(file, base)
    if (relative === null) return { leftOut: 'outside of the documentation' }
    if (isIgnored(relative)) return { leftOut: 'excluded by the configuration' }
    if (/(?:^|\/)(?:_?snippets)\//.test(relative)) return { leftOut: 'a part of other pages' }
    const bare = withoutExtension(relative)
    const listed = navigation.pages.get(bare) ?? navigation.pages.get(bare.replace(/\/index$/, ''))
    // Mintlify serves hidden pages to those who have their address.
    const isHidden = listed === undefined ? navigation.pages.size > 0 : listed.hidden || isMarked(fields.get('hidden'))
    const isUnlisted = isHidden && !isIndexed(fields)
    if (fields.has('groups') && !isTrue(fields.get('public'))) return { leftOut: 'for readers who have signed in' }
    const first = bare.split('/', 1)[0] as string
    const folderLanguage = locales.has(first) ? first : null
    const language = listed?.language ?? folderLanguage
    const locale = language === null ? rootLocale : (locales.get(language) ?? null)
    if (locale === null) return { leftOut: 'in a language that is not served', language }
    const address = bare.replace(/(?:^|\/)index$/, '')
    const path = joinAddress(
      folderLanguage !== null && folderLanguage === language ? address.slice(first.length) : address,
    )
    return {
      locale,
      path,
      address,
      ...versionOf(listed?.versions ?? new Set(), path),
      order: listed?.position ?? null,
      navPath: navigation.placeOf(bare) ?? navigation.placeOf(bare.replace(/\/index$/, '')),
      title: text(fields.get('sidebarTitle')),
      unlisted: isUnlisted,
      splash: fields.get('mode') === 'custom',
    }
  }

  /** A page that every version lists belongs to none of them; one that several do is of the default one where that is among them. */
  function versionOf(names: ReadonlySet<string>, path: string): Pick<Place, 'version'> {
    const { versions } = navigation
    const [first] = names
    if (versions === null || first === undefined || names.size === versions.versions.length) return {}
    const name = names.has(versions.default) ? versions.default : first
    return { version: { name, path: withoutVersion(path, versionFolders(name)) ?? path } }
  }

  return {
    title: text(config['name']),
    describe: () => text(config['description']),
    showsDescription: true,
    locate,
    dialect: { isMdx: () => true, slugs: 'mintlify', formulas: 'dollars', ...mintlifyMarkdown(base) },
    links: { basePath: '/', localeFolders: onlyServed(locales), rootLocale, aliases: new Map(), relativeTo: 'file' },
    header: mintlifyHeader(config, configFile),
    redirects: oldAddresses(config['redirects'], configFile, folder, locales),
    folders: navigation.folders(locales, rootLocale),
    ...(navigation.versions === null ? {} : { versions: navigation.versions }),
  }
}

/** Redirects, which may stand in a file of their own. Those with patterns, and of languages that are not served, are left out. */
function oldAddresses(
  written: unknown,
  configFile: string,
  folder: SourceFolder,
  locales: ReadonlyMap<string, Locale | null>,
): OldAddress[] {
  const ref = text(record(written)['$ref'])
  const path = ref === null ? null : pathFrom({ file: configFile }, ref)
  const read = path === null ? written : readConfigModule(path, folder.readText)['default']
  const isServed = (address: string): boolean => locales.get(joinAddress(address).split('/', 1)[0] ?? '') !== null
  return list(read)
    .slice(0, REDIRECT_LIMIT)
    .map(record)
    .flatMap(({ destination, source }) => {
      const [from, to] = [text(source), text(destination)]
      if (from === null || to === null || /[:*]/.test(from) || !isServed(from) || !isServed(to)) return []
      return [{ from, to: /^(?:[a-z]+:|\/)/i.test(to) ? to : `/${to}`, file: path ?? configFile }]
    })
}

/** Whether a page wants to be found although it is hidden. */
function isIndexed(fields: Fields): boolean {
  const seo = record(fields.get('seo'))
  return seo['indexing'] === 'all' || isFalse(fields.get('noindex'))
}
