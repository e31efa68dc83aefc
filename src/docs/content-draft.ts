import type { SynonymTable } from '../engine/index/document.ts'
import { LOCALES, type Locale } from '../shared/locale.ts'
import type { FileRow } from './model/file-row.ts'
import type { Content, ContentPage, LocaleContent } from './content.ts'
import type { Deed } from './kept/deed.ts'
import type { ContentFault } from './model/content-fault.ts'
import type { Meta } from './meta.ts'
import { buildNav } from './nav.ts'
import { createLinkSpace, type LinkSpace } from './links/link-space.ts'
import { createSharedLinks, type SharedLinks, type SharedSource } from './links/shared-links.ts'
import { pageUrl } from './paths.ts'
import type { SiteConfig } from './site/site-config.ts'
import { joined } from './tree/walk-folder.ts'
import { VERSION_LIMIT, type FoundVersions, type VersionList } from './versions/doc-version.ts'
import { listVersions } from './versions/list-versions.ts'
import { navsOf } from './versions/version-navs.ts'
import { withNewest } from './versions/with-newest.ts'
import { versionFolders, withoutVersion } from './versions/version-path.ts'

/** Old addresses that sources name; more are dropped. */
const REDIRECT_LIMIT = 50_000

/** What is read of a locale, while its files are read. */
interface LocaleDraft {
  readonly pages: Map<string, ContentPage>
  /** What is known of folders, by their paths. */
  readonly metas: Map<string, Meta>
  title: string | null
  synonyms: SynonymTable
  intro: string | null
  description: string | null
}

/** Where one source of the content stands in it. */
export interface SourcePlace {
  /** Path of the folder of the source below the content directory; `''`: it is that. */
  readonly folder: string
  /** Path below which its pages stand in each locale; `''`: they stand at the root. */
  readonly mount: string
  /** Version of all its pages; null or absent: the source tells. */
  readonly version?: string | null
}

/** Content while its files are read. */
export interface ContentDraft {
  /** What the reader of one source writes to. */
  source(place: SourcePlace): SourceDraft
  /** The locales that have pages, whole, and the faults of all sources in the order of files and lines. */
  finish(listed?: SiteConfig['versions']): Pick<Content, 'locales' | 'faults' | 'nextChange' | 'redirects' | 'versions'>
}

/** The content of one source. Files are given by their paths below its folder, pages by their paths in the source. */
export interface SourceDraft {
  /** What is known so far of the files of the source. Each page has a row as soon as it is added. */
  readonly rows: ReadonlyMap<string, FileRow>
  readonly faults: ContentFault[]
  /** Takes what the reading of a page does, while one is recorded. */
  deeds: Deed[] | null
  /** The pages of the source, to which its links lead first. */
  readonly space: LinkSpace
  readonly links: SharedLinks
  /** Path of a page in the whole content. */
  mounted(path: string): string
  /** Hash of the pages of all sources, to which links may lead. */
  digest(): string
  /** Adds a page unless another file has its address, which is a fault. */
  addPage(page: ContentPage): void
  /** Says that a file is left out by a rule. */
  leaveOut(file: string, why: string): void
  /** Says that the text of a file determines what pages say. */
  uses(file: string): void
  setMeta(locale: Locale, folder: string, meta: Meta): void
  setTitle(locale: Locale, title: string | null): void
  /** Summary of the documentation, where the home page has none. */
  setDescription(locale: Locale, description: string | null): void
  addSynonyms(locale: Locale, synonyms: SynonymTable): void
  setIntro(locale: Locale, intro: string | null): void
  /** Names the versions that the source has, the default one first where it shows them in no order. */
  addVersions(versions: FoundVersions): void
  /** A time to come at which the content would be read otherwise, in milliseconds since the epoch, or Infinity. */
  changesAt(timeMs: number): void
  /** Lets an old path of the source lead to an address, such as `/en/new#part`. A page at that path wins. */
  addRedirect(locale: Locale, from: string, to: string): void
}

export function createContentDraft(): ContentDraft {
  const drafts = new Map<Locale, LocaleDraft>()
  const redirects = new Map<string, string>()
  const versions: FoundVersions[] = []
  const sources: (SharedSource & { readonly faults: readonly ContentFault[] })[] = []
  const links = createSharedLinks(sources)
  let nextChange = Infinity

  function draftOf(locale: Locale): LocaleDraft {
    let draft = drafts.get(locale)
    if (draft === undefined) {
      draft = { pages: new Map(), metas: new Map(), title: null, synonyms: [], intro: null, description: null }
      drafts.set(locale, draft)
    }
    return draft
  }

  return {
    source(place) {
      const { folder, mount, version = null } = place
      const faults: ContentFault[] = []
      const rows = new Map<string, FileRow>()
      const space = createLinkSpace()
      const source = { folder, mount, space, faults }
      sources.push(source)
      const mounted = (path: string): string => joined(mount, path)
      if (version !== null) versions.push({ versions: [{ name: version, label: version }], default: version })
      /** Where the mount of a source names its version, other versions have the same path without that. */
      const unversioned = version === null ? null : withoutVersion(mount, versionFolders(version))
      const versionOf = (page: ContentPage): Pick<ContentPage, 'version'> => {
        if (version !== null)
          return { version: { name: version, path: joined(unversioned ?? '', page.path), newest: null } }
        return page.version === undefined ? {} : { version: { ...page.version, path: mounted(page.version.path) } }
      }
      return {
        faults,
        deeds: null,
        rows,
        space,
        digest: () => sources.map(({ folder, mount, space }) => `${folder}\0${mount}\0${space.digest()}`).join('\n'),
        leaveOut(file, why) {
          rows.set(file, { as: 'left out', why })
          this.deeds?.push({ kind: 'left out', file, why })
        },
        uses(file) {
          if (!rows.has(file)) rows.set(file, { as: 'configuration' })
        },
        links: links.of(source),
        mounted,
        addPage(page) {
          const { pages } = draftOf(page.locale)
          const path = mounted(page.path)
          const file = joined(folder, page.file)
          const first = pages.get(path)
          const navPath = page.navPath === null ? null : mounted(page.navPath)
          if (first === undefined) {
            rows.set(page.file, { as: 'page' })
            const section = (navPath ?? path).split('/', 1)[0] as string
            pages.set(path, { ...page, ...versionOf(page), path, navPath, file, section })
          } else {
            rows.set(page.file, { as: 'not read', why: 'duplicate_path' })
            const message = `${first.file} has this address already`
            faults.push({ file: page.file, line: 1, code: 'duplicate_path', message })
          }
        },
        addVersions: (found) => void versions.push(found),
        setMeta(locale, folder, meta) {
          const { metas } = draftOf(locale)
          const path = mounted(folder)
          const { pages = [], title } = metas.get(path) ?? {}
          metas.set(path, {
            ...meta,
            ...(title === undefined ? {} : { title }),
            pages: [...pages, ...(meta.pages ?? [])],
          })
        },
        setTitle(locale, title) {
          const draft = draftOf(locale)
          const known = draft.metas.get(mount) ?? {}
          if (mount === '') draft.title ??= title
          else if (title !== null) draft.metas.set(mount, { title, ...known })
        },
        setDescription(locale, description) {
          if (mount === '') draftOf(locale).description ??= description
        },
        addSynonyms(locale, synonyms) {
          const draft = draftOf(locale)
          draft.synonyms = [...draft.synonyms, ...synonyms]
        },
        setIntro(locale, intro) {
          const draft = draftOf(locale)
          draft.intro ??= intro
        },
        changesAt(timeMs) {
          nextChange = Math.min(nextChange, timeMs)
          if (timeMs !== Infinity) this.deeds?.push({ kind: 'changes', timeMs })
        },
        addRedirect(locale, from, to) {
          const old = pageUrl('', locale, mounted(from))
          if (redirects.size < REDIRECT_LIMIT && old !== to) redirects.set(old, to)
        },
      }
    },
    finish(listed) {
      links.finish()
      const drafted = [...drafts.values()].flatMap(({ pages }) => [...pages.values()])
      const kept = versions.flatMap((found) => found.kept ?? [])
      const used = new Set([...drafted.flatMap(({ version }) => version?.name ?? []), ...kept])
      const list = listVersions(versions, listed, (name) => used.has(name))
      const locales = new Map<Locale, LocaleContent>()
      for (const locale of LOCALES) {
        const draft = drafts.get(locale)
        if (draft !== undefined && draft.pages.size > 0) locales.set(locale, finish(locale, draft, list))
      }
      const ofSources = sources.flatMap((source) => named(source.faults, source.folder))
      const faults = [...ofSources, ...versionFaults(drafted, list)]
      return { locales, faults: faults.sort(byFileAndLine), redirects, versions: list, nextChange }
    },
  }
}

function finish(
  locale: Locale,
  { description, intro, metas, pages: byPath, synonyms, title }: LocaleDraft,
  versions: VersionList,
): LocaleContent {
  const read = [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
  const pages = withNewest(read, versions)
  const home = byPath.get('')
  return {
    title: metas.get('')?.title ?? title ?? home?.title ?? null,
    name: title,
    description: home?.description ?? description,
    pages,
    ...navsOf(pages, versions, (some) =>
      buildNav(
        locale,
        some.filter(({ unlisted }) => unlisted !== true),
        metas,
      ),
    ),
    synonyms,
    intro,
  }
}

/** Says that the page of a version is left out, as there are too many. */
function versionFaults(pages: readonly ContentPage[], { versions }: VersionList): ContentFault[] {
  const isListed = (name: string): boolean => versions.some((version) => version.name === name)
  const beyond = pages.find(({ version }) => version !== undefined && !isListed(version.name))
  const message = `the content has more than ${VERSION_LIMIT} versions; pages of the others are left out`
  return beyond === undefined ? [] : [{ file: beyond.file, line: 1, code: 'too_many', message }]
}

function named(faults: readonly ContentFault[], folder: string): ContentFault[] {
  return folder === '' ? [...faults] : faults.map((fault) => ({ ...fault, file: joined(folder, fault.file) }))
}

function byFileAndLine(a: ContentFault, b: ContentFault): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return a.line - b.line || (a.column ?? 0) - (b.column ?? 0)
}
