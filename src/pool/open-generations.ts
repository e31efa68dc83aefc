import type { Page } from '../docs/page.ts'
import { freeMemory } from '../generation/free-memory.ts'
import type { ServedSite } from '../docs/served/served-site.ts'
import type { Generation } from '../generation/generation.ts'
import { openRecordStore, type RecordStore } from '../generation/records/record-store.ts'
import type { ReadCode, ReadPassage } from '../engine/query/found.ts'
import { openIndex, type SearchIndex } from '../engine/index/open.ts'
import type { SearchKernel } from '../engine/native/kernels.ts'
import type { Searcher } from '../engine/query/searcher.ts'
import type { Locale } from '../shared/locale.ts'
import { openIcons, type OpenIcons } from './open-icons.ts'
import { readAlike } from './read-alike.ts'
import { readSite } from './read-site.ts'
import { createCodeReader } from './page-readers/code-reader.ts'
import { createPassageReader } from './page-readers/passage-reader.ts'
import type { OpenTask } from './tasks.ts'

/** A generation as a worker uses it. */
export interface OpenGeneration {
  readonly siteUrl: string
  /** Searches a version, by its number; 0: the default one. */
  searcher(version: number): Searcher
  readonly pages: ReadonlyMap<Locale, RecordStore>
  readonly readPassage: ReadPassage
  readonly readCode: ReadCode
  readonly icons: OpenIcons | null
  readonly site: ServedSite
  /** Paths of a page in the versions that have it, by their names. */
  alike(page: Page, locale: Locale): ReadonlyMap<string, string>
}

const open = new Map<number, OpenGeneration>()

/** Opens the generation that a task brings along, and forgets those that it says are over. */
export function openAndForget({ oldest, share }: OpenTask, kernel: SearchKernel): void {
  if (share !== null) open.set(share.number, openGeneration(share, kernel))
  const held = open.size
  for (const number of open.keys()) if (number < oldest) open.delete(number)
  if (open.size < held) freeMemory()
}

export function findGeneration(number: number): OpenGeneration {
  const generation = open.get(number)
  if (generation === undefined) throw new Error(`this worker was never given generation ${number}`)
  return generation
}

function openGeneration(generation: Generation, kernel: SearchKernel): OpenGeneration {
  const indexes = new Map<Locale, SearchIndex>()
  const pages = new Map<Locale, RecordStore>()
  for (const [locale, parts] of generation.locales) {
    indexes.set(locale, openIndex(parts.index, parts.extracts.get(0), generation.siteUrl))
    pages.set(locale, openRecordStore(parts.pages))
  }
  const texts = openRecordStore(generation.texts)
  /** Versions beside the default one are opened when they are first searched. */
  const searchers = new Map<number, Searcher>([[0, kernel.createSearcher(indexes)]])
  return {
    siteUrl: generation.siteUrl,
    searcher(version) {
      const searcher = searchers.get(version) ?? kernel.createSearcher(openVersion(generation, version))
      searchers.set(version, searcher)
      return searcher
    },
    pages,
    readPassage: createPassageReader(pages),
    readCode: createCodeReader(pages),
    site: readSite(texts),
    icons: generation.icons === null ? null : openIcons(generation.icons, kernel),
    alike: (page, locale) => readAlike(texts, page, locale),
  }
}

/** The indexes of one version; a number that no version has opens none. */
function openVersion({ locales, siteUrl }: Generation, version: number): Map<Locale, SearchIndex> {
  const indexes = new Map<Locale, SearchIndex>()
  for (const [locale, { extracts, versions }] of locales) {
    const index = versions.get(version)
    if (index !== undefined) indexes.set(locale, openIndex(index, extracts.get(version), siteUrl))
  }
  return indexes
}
