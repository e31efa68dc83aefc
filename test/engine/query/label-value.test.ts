import t from 'tap'
import { LABEL_LIMIT } from '../../../src/engine/index/labels.ts'
import { indexOf, page, pathsOf, searcherOf } from '../../support/search-fixture.ts'

/** Pages of which each has the words `running` and `servers` in its text. */
function pagesWith(...more: readonly Parameters<typeof page>[3][]): ReturnType<typeof page>[] {
  const text = 'All about running and servers in production.'
  return more.map((each, i) => page(`guide/${i}`, `Part ${'abcdefgh'[i]}`, text, each))
}

t.test('the page that others call by the words of the query comes first', async (t) => {
  const pages = pagesWith({}, { links: [{ text: 'running servers', pages: 3 }] }, {})
  t.equal(pathsOf(searcherOf(pages), 'running servers')[0], 'guide/1')
})

t.test('the page to which more links with the same text lead comes before another', async (t) => {
  const pages = pagesWith(
    { links: [{ text: 'running servers', pages: 2 }] },
    { links: [{ text: 'Running Servers', pages: 9 }] },
  )
  t.equal(pathsOf(searcherOf(pages), 'running servers')[0], 'guide/1')
})

t.test('several texts that are nearly the query say more than one that is nearer to it', async (t) => {
  const pages = pagesWith(
    { links: [{ text: 'running servers now', pages: 4 }] },
    { links: ['here', 'soon', 'again'].map((word) => ({ text: `running servers ${word}`, pages: 2 })) },
    {},
  )
  t.equal(pathsOf(searcherOf(pages), 'running servers')[0], 'guide/1')
})

t.test('texts that lead to many pages say little of each, however many there are', async (t) => {
  const texts = ['here', 'soon', 'again'].map((word) => ({ text: `running servers ${word}`, pages: 1 }))
  const elsewhere = texts.map(({ text }) => ({ text, pages: 30 }))
  const pages = pagesWith(
    { links: texts },
    { links: [{ text: 'running servers now', pages: 9 }] },
    { links: elsewhere },
  )
  const found = pathsOf(searcherOf(pages), 'running servers')
  t.same([found[0], found.at(-1)], ['guide/2', 'guide/0'])
})

t.test('a label is found with a typing error and by a word that is not complete', async (t) => {
  const pages = pagesWith({}, { links: [{ text: 'running servers', pages: 3 }] }, {})
  t.equal(pathsOf(searcherOf(pages), 'runing servers')[0], 'guide/1')
  t.equal(pathsOf(searcherOf(pages), 'running serv')[0], 'guide/1')
})

t.test('a page comes first by its title in another locale', async (t) => {
  const pages = [
    page('guide/0', '서버', '서버 Running servers 안내'),
    page('guide/1', '운영', '서버 Running servers 안내', { otherTitles: ['Running servers'] }),
  ]
  t.equal(pathsOf(searcherOf(pages, 'ko'), 'running servers', 'ko')[0], 'guide/1')
})

t.test('among equal pages the prominent one comes first', async (t) => {
  const pages = pagesWith({}, {}, { prominence: 1 })
  t.equal(pathsOf(searcherOf(pages), 'running servers')[0], 'guide/2')
})

t.test('a heading on many pages is a label of none of them', async (t) => {
  const examples = { sections: [{ heading: 'Examples of use', anchor: 'x', text: 'running' }] }
  const few = indexOf(pagesWith(examples, examples))
  const many = indexOf(pagesWith(...Array.from({ length: 8 }, () => examples)))
  t.ok(labelsOf(few, 0) === 2 && labelsOf(many, 0) === 1, 'title and heading of few pages, title alone of many')
})

t.test('a page has a bounded number of labels, and hostile texts are none', async (t) => {
  const links = Array.from({ length: 500 }, (_, i) => ({ text: `name ${i}`, pages: 1 }))
  const long = { text: 'word '.repeat(10_000), pages: 1 }
  const odd = [{ text: '', pages: 5 }, { text: '!?', pages: 5 }, long]
  const index = indexOf(pagesWith({ links }, { links: odd, prominence: Number.NaN }))
  t.equal(labelsOf(index, 0), LABEL_LIMIT)
  t.equal(labelsOf(index, 1), 2)
  t.equal(index.prominences[1], 0)
})

/** Counts the labels of a page. */
function labelsOf({ labels, labelStarts }: ReturnType<typeof indexOf>, number: number): number {
  let count = 0
  for (let at = labelStarts[number]!; at < labelStarts[number + 1]!; count++) at += 1 + (labels[at]! & 63)
  return count
}
