import type { SynonymTable } from '../engine/index/document.ts'
import { LOCALES, type Locale } from '../shared/locale.ts'
import type { Content, ContentFault, ContentPage, LocaleContent } from './content.ts'
import type { Meta } from './meta.ts'
import { buildNav } from './nav.ts'
import { pageUrl } from './paths.ts'

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
}

/** Where one source of the content stands in it. */
export interface SourcePlace {
  /** Path of the folder of the source below the content directory; `''`: it is that. */
  readonly folder: string
  /** Path below which its pages stand in each locale; `''`: they stand at the root. */
  readonly mount: string
}

/** Content while its files are read. */
export interface ContentDraft {
  /** What the reader of one source writes to. */
  source(place: SourcePlace): SourceDraft
  /** The locales that have pages, whole, and the faults of all sources in the order of files and lines. */
  finish(): Pick<Content, 'locales' | 'faults' | 'redirects'>
}

/** The content of one source. Files are given by their paths below its folder, pages by their paths in the source. */
export interface SourceDraft {
  readonly faults: ContentFault[]
  /** Path of a page in the whole content. */
  mounted(path: string): string
  /** Adds a page unless another file has its address, which is a fault. */
  addPage(page: ContentPage): void
  setMeta(locale: Locale, folder: string, meta: Meta): void
  setTitle(locale: Locale, title: string | null): void
  addSynonyms(locale: Locale, synonyms: SynonymTable): void
  setIntro(locale: Locale, intro: string | null): void
  /** Lets an old path of the source lead to an address, such as `/en/new#part`. A page at that path wins. */
  addRedirect(locale: Locale, from: string, to: string): void
}

export function createContentDraft(): ContentDraft {
  const drafts = new Map<Locale, LocaleDraft>()
  const redirects = new Map<string, string>()
  const sources: { readonly place: SourcePlace; readonly faults: readonly ContentFault[] }[] = []

  function draftOf(locale: Locale): LocaleDraft {
    let draft = drafts.get(locale)
    if (draft === undefined) {
      draft = { pages: new Map(), metas: new Map(), title: null, synonyms: [], intro: null }
      drafts.set(locale, draft)
    }
    return draft
  }

  return {
    source(place) {
      const { mount } = place
      const faults: ContentFault[] = []
      sources.push({ place, faults })
      const mounted = (path: string): string => joined(mount, path)
      return {
        faults,
        mounted,
        addPage(page) {
          const { pages } = draftOf(page.locale)
          const path = mounted(page.path)
          const file = joined(place.folder, page.file)
          const first = pages.get(path)
          const navPath = page.navPath === null ? null : mounted(page.navPath)
          if (first === undefined)
            pages.set(path, { ...page, path, navPath, file, section: path.split('/', 1)[0] as string })
          else {
            const message = `${first.file} has this address already`
            faults.push({ file: page.file, line: 1, code: 'duplicate_path', message })
          }
        },
        setMeta: (locale, folder, meta) => void draftOf(locale).metas.set(mounted(folder), meta),
        setTitle(locale, title) {
          const draft = draftOf(locale)
          const known = draft.metas.get(mount) ?? {}
          if (mount === '') draft.title ??= title
          else if (title !== null) draft.metas.set(mount, { title, ...known })
        },
        addSynonyms(locale, synonyms) {
          const draft = draftOf(locale)
          draft.synonyms = [...draft.synonyms, ...synonyms]
        },
        setIntro(locale, intro) {
          const draft = draftOf(locale)
          draft.intro ??= intro
        },
        addRedirect(locale, from, to) {
          const old = pageUrl('', locale, mounted(from))
          if (redirects.size < REDIRECT_LIMIT && old !== to) redirects.set(old, to)
        },
      }
    },
    finish() {
      const locales = new Map<Locale, LocaleContent>()
      for (const locale of LOCALES) {
        const draft = drafts.get(locale)
        if (draft !== undefined && draft.pages.size > 0) locales.set(locale, finish(locale, draft))
      }
      const faults = sources.flatMap((source) => named(source.faults, source.place.folder))
      return { locales, faults: faults.sort(byFileAndLine), redirects }
    },
  }
}

function finish(locale: Locale, { intro, metas, pages: byPath, synonyms, title }: LocaleDraft): LocaleContent {
  const pages = [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
  const home = byPath.get('')
  return {
    title: metas.get('')?.title ?? title ?? home?.title ?? null,
    name: title,
    description: home?.description ?? null,
    pages,
    nav: buildNav(
      locale,
      pages.filter(({ unlisted }) => unlisted !== true),
      metas,
    ),
    synonyms,
    intro,
  }
}

function named(faults: readonly ContentFault[], folder: string): ContentFault[] {
  return folder === '' ? [...faults] : faults.map((fault) => ({ ...fault, file: joined(folder, fault.file) }))
}

function joined(folder: string, path: string): string {
  return folder === '' ? path : path === '' ? folder : `${folder}/${path}`
}

function byFileAndLine(a: ContentFault, b: ContentFault): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return a.line - b.line || (a.column ?? 0) - (b.column ?? 0)
}
