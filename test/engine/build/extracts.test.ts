import t from 'tap'
import { readContent } from '../../../src/docs/read-content.ts'
import { buildIndex } from '../../../src/engine/build/build.ts'
import type { SearchDocument } from '../../../src/engine/index/document.ts'
import { NO_TERM } from '../../../src/engine/index/extracts.ts'
import { findTerm } from '../../../src/engine/index/dictionary.ts'
import { openIndex, pathOf, type SearchIndex } from '../../../src/engine/index/open.ts'
import { findPosting, readPositions } from '../../../src/engine/index/rows.ts'
import { entryAt } from '../../../src/engine/query/page-matches.ts'
import { toTerm } from '../../../src/engine/text/analyse.ts'
import { LOCALES, type Locale } from '../../../src/shared/locale.ts'
import { buffersOf, fullIndex, page } from '../../support/search-fixture.ts'

/** Compares each position of the index with the entry there. @returns the number of positions */
function comparePositions(index: SearchIndex): number {
  const positions = new Int32Array(65_536)
  let compared = 0
  for (let number = 0; number < index.pageCount; number++) {
    const extract = index.extracts!.page(number)
    const terms = new Set(Array.from(extract.entries, (entry) => entry >>> 8).filter((term) => term !== NO_TERM))
    for (const term of terms) {
      const posting = findPosting(index, number, term)
      if (posting === -1) throw new Error(`${pathOf(index, number)} has no term ${term}`)
      const count = readPositions(index, posting, positions, 0)
      for (const position of positions.subarray(0, count)) {
        const first = index.sectionStarts[number]!
        let section = 0
        while (position > index.sectionPositions[first + section]!) section++
        if (section >= extract.sectionCount) continue
        const entry = entryAt(extract, section, position)
        if (entry === -1 || extract.entries[entry]! >>> 8 !== term) {
          throw new Error(`${pathOf(index, number)} at ${position}: entry ${entry} is not term ${term}`)
        }
        compared++
      }
    }
  }
  return compared
}

t.test('the words of extracts stand where the index has them, in all languages', async (t) => {
  const { locales } = await readContent('content')
  for (const locale of LOCALES) {
    const pages = locales.get(locale)!.pages.map((each) => ({ ...each, description: each.description ?? '' }))
    t.ok(comparePositions(fullIndex(pages, { locale })) > 10_000, locale)
  }
})

t.test('they stand there in texts that are normalised to other lengths', async (t) => {
  const texts: [Locale, string][] = [
    ['en', 'The ﬁne ｗｉｄｅ ① ½ e\u0301te\u0301 don’t … №5 ㎏ word.\nIt’s ´quoted´ and ｆｏｏ＿bar x\u00adsoft.'],
    ['ko', '한\u1112\u1161\u11ab\u1100\u1173\u11af 한국어 가\u11a8 끝 word'],
    ['zh', 'ｶﾞﾊﾟ 𠮷野家 ㍿ ＡＢＣ汉字。（全角）！ 兀嗀 word'],
  ]
  for (const [locale, text] of texts) {
    const sections = [
      { heading: text, anchor: 'a', level: 2, text: `${text} ${text}` },
      { heading: 'Last', anchor: 'b', level: 2, text: 'Here is the last word.' },
    ]
    t.ok(comparePositions(fullIndex([page('p', text, '', { sections })], { locale })) > 10, text)
  }
})

t.test('a section has up to 64 terms that links and its fragment add to those of its heading', async (t) => {
  const words = Array.from({ length: 70 }, (_, i) => `word${i}`)
  const sections = [
    { heading: 'Purge the cache', anchor: 'how-to-purge_it', level: 2, text: 'Text.' },
    { heading: 'Configure', anchor: 'configure', level: 2, text: words.join(' ') },
    { heading: 'Last', anchor: 'last', level: 2, text: 'how to invalidate' },
  ]
  const sectionTexts = new Map([
    ['how-to-purge_it', ['Invalidate the cache', 'invalidate unknownword']],
    ['last', words.map((word) => `the ${word}`)],
  ])
  const index = fullIndex([page('p', 'Title', '', { sections, sectionTexts })], { locale: 'en' })
  const { labels } = index.extracts!.page(0)
  const term = findTerm(index, toTerm('invalidate'))
  t.same([...labels.subarray(0, 2)], [1, term])
  t.equal(labels[2], (2 << 16) | 64)
  t.equal(labels.length, 2 + 65)
})

t.test('text behind the first 256 Ki units of a page is not shown, and what stands before it is', async (t) => {
  const sections = ['a', 'b', 'c'].map((anchor) => ({
    heading: anchor,
    anchor,
    level: 2,
    text: `${anchor} `.repeat(80_000),
  }))
  const index = fullIndex([page('p', 'Title', '', { sections })], { locale: 'en' })
  const extract = index.extracts!.page(0)
  t.equal(extract.sectionCount, 2)
  t.ok(extract.text.length < 263_000)
})

t.test(
  'a section is shown in one line with single spaces, and its sentences begin where they do for readers',
  async (t) => {
    const text = ' \tOne  two. \u00a0“Three?” four\r\n\nfive 3.14。「六」！」 seven… \ud800 eight\u3000'
    const sections = [{ heading: '', anchor: '', level: 0, text }]
    const index = fullIndex([page('p', '', '', { sections })], { locale: 'en' })
    const { entries, gapBytes, text: shown } = index.extracts!.page(0)
    t.equal(Buffer.from(shown).toString(), 'One two. “Three?” four five 3.14。「六」！」 seven… \ufffd eight')
    const beginnings: string[] = []
    entries.reduce((byte, entry, at) => {
      const end = byte + gapBytes[at]!
      if ((entry & 0xff) === 0) beginnings.push(Buffer.from(shown.subarray(end)).toString().slice(0, 4))
      return end
    }, 0)
    t.same(beginnings, ['“Thr', 'four', 'five', '「六」！', 'seve', '\ufffd ei', ''])
  },
)

t.test('the extracts of another index are refused', async (t) => {
  const pages: SearchDocument[] = [page('a', 'One', 'text'), page('b', 'Two', 'text')]
  const { extracts } = buffersOf(pages, { locale: 'en' })
  const one = buildIndex(pages.slice(1), { locale: 'en' })
  t.throws(() => openIndex(one, extracts), /not the extracts of this index/)
})
