import t from 'tap'
import { createByteWriter } from '../../../src/engine/index/byte-writer.ts'
import type { DocumentSection, SearchDocument } from '../../../src/engine/index/document.ts'
import type { Locale } from '../../../src/shared/locale.ts'
import { extrasOf, page, searcherOf } from '../../support/search-fixture.ts'

interface Shown {
  title: string
  anchor: string
  highlights: { title: [number, number][]; extract: string; ranges: [number, number][] }
}

function show(document: SearchDocument, query: string, locale: Locale = 'en'): Shown {
  const out = createByteWriter()
  searcherOf([document], locale).writeAnswer({ query, locale, limit: 1 }, out, extrasOf('none'))
  return JSON.parse(Buffer.from(out.bytes.subarray(0, out.length)).toString()).results[0]
}

function cutOut(text: string, ranges: [number, number][]): string[] {
  return ranges.map(([start, end]) => text.slice(start, end))
}

const LONG = 'filler words about nothing. '.repeat(40)

t.test('the extract is cut where most of the query stands, under its heading', async (t) => {
  const sections: DocumentSection[] = [
    { heading: '', anchor: '', text: LONG },
    { heading: 'Tuning', anchor: 'tuning', text: `${LONG}Set the worker threads with care. ${LONG}` },
  ]
  const shown = show(page('a', 'Threads', '', { sections }), 'worker threads')
  t.equal(shown.anchor, 'tuning')
  t.match(shown.highlights.extract, /worker threads/)
  t.ok(shown.highlights.extract.length < 200)
  t.same(cutOut(shown.title, shown.highlights.title), ['Threads'])
  t.same(cutOut(shown.highlights.extract, shown.highlights.ranges), ['worker threads'])
})

t.test('an extract shows all the words for which its place was chosen', async (t) => {
  const apart = `${LONG}worker ${'x '.repeat(65)}threads ${LONG}`
  const sections = [apart, `${LONG}worker of ${'x '.repeat(30)}threads ${LONG}`].map((text, i) => ({
    heading: `Part ${i}`,
    anchor: `part-${i}`,
    text,
  }))
  const shown = show(page('a', 'Title', '', { sections }), 'worker threads')
  t.same(cutOut(shown.highlights.extract, shown.highlights.ranges), ['worker', 'threads'])
  t.equal(shown.anchor, 'part-1')
})

t.test('Chinese ranges cover whole words, not single pairs', async (t) => {
  const shown = show(page('a', '文件系统', `${'无关内容。'.repeat(60)}这里访问文件系统的方法。`), '文件系统', 'zh')
  t.same(cutOut(shown.title, shown.highlights.title), ['文件系统'])
  t.same(cutOut(shown.highlights.extract, shown.highlights.ranges), ['文件系统'])
})

t.test('a page that matches by its title alone shows how it begins', async (t) => {
  const shown = show(page('a', 'Needle', 'How it begins.'), 'needle')
  t.equal(shown.highlights.extract, 'How it begins.')
  t.same(shown.highlights.ranges, [])
  t.equal(shown.anchor, '')
})

t.test('stop words are shown only beside other words', async (t) => {
  const shown = show(page('a', 'The end of the road', 'of the'), 'end of the road')
  t.same(cutOut(shown.title, shown.highlights.title), ['end of the road'])
  t.same(shown.highlights.ranges, [])
})
