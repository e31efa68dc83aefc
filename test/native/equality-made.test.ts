import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readPart } from '../../bench/corpus.ts'
import type { BuildOptions } from '../../src/engine/build/build.ts'
import type { SearchDocument, SynonymTable } from '../../src/engine/index/document.ts'
import { PARTITION_PAGES } from '../../src/engine/index/layout.ts'
import { LOCALES, type Locale } from '../../src/shared/locale.ts'
import { fullIndex, page, seededRandom } from '../support/search-fixture.ts'
import { compareSearchers } from './compare-searchers.ts'
import { withAddon } from './native-addon.ts'

t.setTimeout(1_200_000)

const CONTENT = join(import.meta.dirname, '../../content')
const CORPUS = join(import.meta.dirname, '../../../shared/corpus')
const absent = existsSync(CORPUS) ? false : 'the corpus of real documentation is not beside this checkout'

async function ownPages(locale: Locale): Promise<SearchDocument[]> {
  return [...(await readPart(CONTENT, 'content', locale)).documents]
}

/** Makes small pages of a few words of real ones, with titles and labels that repeat. */
function smallPages(from: readonly SearchDocument[], count: number, seed: number): SearchDocument[] {
  const random = seededRandom(seed)
  const words = from.flatMap(({ sections }) => sections.flatMap(({ text }) => text.split(/\s+/u)))
  const some = (most: number): string => {
    const length = 1 + Math.floor(random() * most)
    const start = Math.floor(random() ** 2 * (words.length - length))
    return words.slice(start, start + length).join(' ')
  }
  return Array.from({ length: count }, (_, i) => {
    const links = Array.from({ length: Math.floor(random() * 4) }, () => ({ text: some(3), pages: 1 + (i % 7) }))
    const sections = ['', 'a', 'b', 'c'].slice(0, 1 + Math.floor(random() * 4)).map((anchor, at) => {
      return { heading: anchor && some(3), anchor, level: at, text: some(8) }
    })
    return page(`p/${i}`, some(3), '', {
      sections,
      sectionTexts: new Map(['a', 'c'].map((anchor) => [anchor, [some(2), some(2)]])),
      links,
      otherTitles: i % 5 === 0 ? [some(3)] : [],
      section: `s${i % 7}`,
      prominence: random(),
    })
  })
}

/** Makes groups of words and phrases of pages. Some groups share members. */
function synonymsOf(pages: readonly SearchDocument[], groups: number): SynonymTable {
  const random = seededRandom(groups)
  const some = (): string => {
    const words = pages[Math.floor(random() * pages.length)]!.sections.flatMap(({ text }) => text.split(/\s+/u))
    const start = Math.floor(random() * words.length)
    return words.slice(start, start + 1 + Math.floor(random() * 3)).join(' ')
  }
  return Array.from({ length: groups }, () => Array.from({ length: 2 + Math.floor(random() * 12) }, some))
}

withAddon((addon) => {
  /** Compares the engines on an index of one locale, with queries from its own pages. */
  function compare(
    t: Test,
    documents: readonly SearchDocument[],
    count: number,
    more: Partial<BuildOptions> = {},
  ): void {
    const { locale = 'en', synonyms } = more
    const queries = (synonyms ?? []).flat()
    const index = fullIndex(documents, { ...more, locale })
    compareSearchers(t, addon, {
      indexes: new Map([[locale, index]]),
      source: { documents: documents.length === 0 ? [page('', 'Nothing here', 'no page at all')] : documents, queries },
      count,
    })
  }

  t.test('both engines give the same bytes for an index of several partitions', async (t) => {
    const pages = smallPages(await ownPages('en'), 2 * PARTITION_PAGES + 1000, 5)
    compare(t, pages, 3000)
  })

  t.test('both engines give the same bytes at the edges of a partition', async (t) => {
    const own = await ownPages('ko')
    for (const count of [PARTITION_PAGES - 1, PARTITION_PAGES, PARTITION_PAGES + 1]) {
      compare(t, smallPages(own, count, count), 400, { locale: 'ko' })
    }
  })

  t.test('both engines give the same bytes where pages are on another site', async (t) => {
    const pages = smallPages(await ownPages('zh'), 300, 3).map((each, i) => ({
      ...each,
      siteAddress: `https://docs.example.com/zh-cn/${i}${'/long'.repeat(i % 40)}.html`,
    }))
    compare(t, pages, 400, { locale: 'zh', partitionPages: 100 })
  })

  t.test('both engines give the same bytes where hundreds of pages have one title', async (t) => {
    const pages = smallPages(await ownPages('en'), 1500, 9)
    const alike = pages.map((each, i) => (i % 3 === 0 ? { ...each, title: 'Overview of settings' } : each))
    compare(t, alike, 700, { partitionPages: 100 })
  })

  for (const partitionPages of [15, 64, 100, 333, 1000]) {
    t.test(`both engines give the same bytes for partitions of ${partitionPages} pages`, async (t) => {
      for (const locale of LOCALES) {
        compare(t, smallPages(await ownPages(locale), 1500, partitionPages), 500, { locale, partitionPages })
      }
    })
  }

  t.test('both engines give the same bytes for the corpus of GIMP in partitions', { skip: absent }, async (t) => {
    for (const locale of LOCALES) {
      const { documents } = await readPart(CORPUS, 'gimp', locale)
      compare(t, documents, 900, { locale, partitionPages: 60 })
    }
  })

  t.test('both engines give the same bytes for the corpus of MDN in partitions', { skip: absent }, async (t) => {
    const { documents } = await readPart(CORPUS, 'mdn', 'ko')
    compare(t, documents, 1800, { locale: 'ko', partitionPages: 700 })
  })

  for (const count of [0, 1, 2, 19, 20, 21, 50, 51, 63, 64, 65, 128]) {
    t.test(`both engines give the same bytes for an index of ${count} pages`, async (t) => {
      const own = await ownPages('zh')
      compare(t, smallPages(own, count, count), 250, { locale: 'zh' })
    })
  }

  t.test('both engines give the same bytes where all pages are alike', async (t) => {
    const alike = Array.from({ length: 300 }, (_, i) => page(`p/${i}`, 'The same title', 'the same text of few words'))
    compare(t, alike, 700)
  })

  for (const locale of LOCALES) {
    t.test(`both engines give the same bytes with synonyms (${locale})`, async (t) => {
      const own = await ownPages(locale)
      compare(t, own, 1000, { locale, synonyms: synonymsOf(own, 100) })
    })
  }
})
