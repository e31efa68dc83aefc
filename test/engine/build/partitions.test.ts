import t from 'tap'
import { buildIndex, createIndexBuilder } from '../../../src/engine/build/build.ts'
import type { SearchDocument } from '../../../src/engine/index/document.ts'
import { DENSE_TERM_PAGES, MAX_PARTITIONS, PARTITION_PAGES } from '../../../src/engine/index/layout.ts'
import { openIndex, type SearchIndex } from '../../../src/engine/index/open.ts'
import { findPositions, findPosting, findRow, type Row } from '../../../src/engine/index/rows.ts'
import { createSearcher, type Searcher } from '../../../src/engine/query/searcher.ts'
import type { Locale } from '../../../src/shared/locale.ts'
import { page, seededRandom } from '../../support/search-fixture.ts'

const SITE_URL = 'https://docs.example'
const random = seededRandom(5)
/** Many words on almost every page, and many on one or two, in three scripts. */
const VOCABULARY = Array.from({ length: 3000 }, (_, i) => {
  const word = `${'bcdfgklmnprst'[i % 13]}${'aeiou'[i % 5]}${'rstvz'[i % 5]}o${i.toString(36)}`
  return i % 7 === 0 ? String.fromCodePoint(0x4e00 + (i % 900), 0x4e00 + (i % 77)) : i % 11 === 0 ? `${word}Part` : word
})

function words(count: number): string {
  return Array.from({ length: count }, () => VOCABULARY[Math.floor(random() ** 4 * VOCABULARY.length)]!).join(' ')
}

function somePages(count: number): SearchDocument[] {
  return Array.from({ length: count }, (_, i) =>
    page(`guide/${String(i).padStart(5, '0')}`, words(1 + Math.floor(random() * 4)), '', {
      description: random() < 0.5 ? words(6) : '',
      links: random() < 0.5 ? [{ text: words(2), pages: 1 + (i % 3) }] : [],
      prominence: random(),
      sections: Array.from({ length: Math.floor(random() * 4) }, () => ({
        heading: random() < 0.7 ? words(2) : '',
        anchor: '',
        text: words(Math.floor(random() * 60)),
      })),
    }),
  )
}

function built(pages: readonly SearchDocument[], partitionPages: number, locale: Locale = 'en'): SearchIndex {
  return openIndex(buildIndex(pages, { locale, partitionPages }), null, SITE_URL)
}

function searcherOver(index: SearchIndex): Searcher {
  return createSearcher(new Map([[index.locale, index]]))
}

t.test('pages in several partitions are found, counted and ordered as in one', async (t) => {
  const pages = somePages(1500)
  const whole = built(pages, PARTITION_PAGES)
  t.equal(whole.partitionCount, 1)
  const queries = Array.from({ length: 300 }, (_, i) => {
    const query = i % 5 === 0 ? pages[Math.floor(random() * pages.length)]!.title : words(1 + Math.floor(random() * 4))
    return i % 3 === 0 ? query.slice(0, -1) : query
  }).filter((query) => query !== '')
  const answers = queries.map((query) => searcherOver(whole).search({ query, locale: 'en', limit: 50 }))
  t.ok(answers.filter(({ total }) => total > 0).length > 250, 'most queries find something')
  for (const partitionPages of [1499, 600, 64, 7]) {
    const parts = built(pages, partitionPages)
    t.equal(parts.partitionCount, Math.ceil(pages.length / partitionPages))
    t.ok(parts.denseTermCount < parts.termCount, 'some terms are rare')
    const searcher = searcherOver(parts)
    queries.forEach((query, i) => {
      t.same(searcher.search({ query, locale: 'en', limit: 50 }), answers[i], `${partitionPages} pages: ${query}`)
    })
  }
})

t.test('every posting of an index is in the row of its term and partition, with its places', async (t) => {
  const pages = somePages(700)
  const whole = built(pages, PARTITION_PAGES)
  const parts = built(pages, 90)
  const row: Row = { start: 0, end: 0 }
  let rare = 0
  let wrong = 0
  for (let term = 0; term < whole.termCount; term++) {
    findRow(whole, 0, term, row)
    const expected = Array.from(whole.postingPages.subarray(row.start, row.end), (local, i) =>
      describe(whole, row.start + i, local),
    )
    const found: string[] = []
    for (let partition = 0; partition < parts.partitionCount; partition++) {
      findRow(parts, partition, term, row)
      let most = 0
      for (let i = row.start; i < row.end; i++) {
        const number = partition * parts.partitionPages + parts.postingPages[i]!
        found.push(describe(parts, i, number))
        if (findPosting(parts, number, term) !== i) wrong++
        most = Math.max(most, parts.postingImpacts[i]!)
      }
      if (term < parts.denseTermCount && parts.denseRowImpacts[term * parts.partitionCount + partition] !== most)
        wrong++
    }
    if (found.join() !== expected.join()) wrong++
    if (term >= parts.denseTermCount) rare++
    if (term < parts.denseTermCount !== whole.termPages[term]! >= DENSE_TERM_PAGES) wrong++
  }
  t.ok(rare > 100)
  t.equal(wrong, 0)
  t.equal(findPosting(parts, 699, 0) === -1, !hasTerm(whole, 699, 0))

  function describe(index: SearchIndex, posting: number, number: number): string {
    const at = findPositions(index, posting)
    const end =
      posting + 1 === index.postingPages.length ? index.positionBytes.length : findPositions(index, posting + 1)
    return `${number}:${index.postingImpacts[posting]}:${Buffer.from(index.positionBytes.slice(at, end)).toString('hex')}`
  }

  function hasTerm(index: SearchIndex, number: number, term: number): boolean {
    findRow(index, 0, term, row)
    return index.postingPages.subarray(row.start, row.end).includes(number)
  }
})

t.test('a builder takes pages one after another, in order of path', async (t) => {
  const pages = somePages(40)
  const builder = createIndexBuilder({ locale: 'en' })
  for (const each of pages) builder.add(each)
  const streamed = Buffer.from(new Uint8Array(builder.finish()))
  t.ok(streamed.equals(Buffer.from(new Uint8Array(buildIndex(pages.toReversed(), { locale: 'en' })))))

  const other = createIndexBuilder({ locale: 'en' })
  other.add(page('b', 'B'))
  t.throws(() => other.add(page('a', 'A')), /a comes behind b/)
})

t.test('more partitions than there are numbers for are refused', async (t) => {
  const pages = Array.from({ length: MAX_PARTITIONS + 1 }, (_, i) => page(`p${String(i).padStart(4, '0')}`, 'Title'))
  t.equal(built(pages.slice(1), 1).partitionCount, MAX_PARTITIONS)
  t.throws(() => built(pages, 1), /at most 256 pages/)
  for (const partitionPages of [0, 1.5, PARTITION_PAGES + 1])
    t.throws(() => built(pages, partitionPages), /a partition cannot have/)
})
