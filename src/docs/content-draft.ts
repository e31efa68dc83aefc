import type { SynonymTable } from '../engine/index/document.ts'
import { LOCALES, type Locale } from '../shared/locale.ts'
import type { ContentFault, ContentPage, LocaleContent } from './content.ts'
import type { Meta } from './meta.ts'
import { buildNav } from './nav.ts'

/** What is read of a locale, while its files are read. */
export interface LocaleDraft {
  readonly pages: Map<string, { readonly page: ContentPage; readonly file: string }>
  /** What is known of folders, by their paths. */
  readonly metas: Map<string, Meta>
  title: string | null
  synonyms: SynonymTable
  intro: string | null
}

/** Content while its files are read. */
export interface ContentDraft {
  readonly faults: ContentFault[]
  locale(locale: Locale): LocaleDraft
  /** Adds a page unless another file has its address, which is a fault. */
  addPage(page: ContentPage, file: string): boolean
  /** The locales that have pages, whole. */
  finish(): ReadonlyMap<Locale, LocaleContent>
}

export function createContentDraft(): ContentDraft {
  const drafts = new Map<Locale, LocaleDraft>()
  const faults: ContentFault[] = []

  function draftOf(locale: Locale): LocaleDraft {
    let draft = drafts.get(locale)
    if (draft === undefined) {
      draft = { pages: new Map(), metas: new Map(), title: null, synonyms: [], intro: null }
      drafts.set(locale, draft)
    }
    return draft
  }

  return {
    faults,
    locale: draftOf,
    addPage(page, file) {
      const { pages } = draftOf(page.locale)
      const first = pages.get(page.path)
      if (first === undefined) pages.set(page.path, { page, file })
      else faults.push({ file, line: 1, code: 'duplicate_path', message: `${first.file} has this address already` })
      return first === undefined
    },
    finish() {
      faults.sort(byFileAndLine)
      const locales = new Map<Locale, LocaleContent>()
      for (const locale of LOCALES) {
        const draft = drafts.get(locale)
        if (draft !== undefined && draft.pages.size > 0) locales.set(locale, finish(locale, draft))
      }
      return locales
    },
  }
}

function finish(locale: Locale, { intro, metas, pages: drafts, synonyms, title }: LocaleDraft): LocaleContent {
  const pages = [...drafts.values()].map(({ page }) => page).sort((a, b) => (a.path < b.path ? -1 : 1))
  return {
    description: drafts.get('')?.page.description ?? null,
    title: metas.get('')?.title ?? title ?? drafts.get('')?.page.title ?? null,
    pages,
    nav: buildNav(locale, pages, metas),
    synonyms,
    intro,
  }
}

function byFileAndLine(a: ContentFault, b: ContentFault): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return a.line - b.line || (a.column ?? 0) - (b.column ?? 0)
}
