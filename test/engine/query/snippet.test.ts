import t from 'tap'
import { createByteWriter } from '../../../src/engine/index/byte-writer.ts'
import { SNIPPET } from '../../../src/engine/query/snippet.ts'
import type { Locale } from '../../../src/shared/locale.ts'
import { extrasOf, page, searcherOf, seededRandom } from '../../support/search-fixture.ts'

const SENTENCES = Array.from({ length: 40 }, (_, n) => `Sentence number n${n} has some words.`)

interface Shown {
  snippet: string
  ranges: [number, number][]
}

/** The snippet that answers show of a text for a query. */
function cut(text: string, query: string, locale: Locale = 'en'): Shown {
  const sections = [{ heading: 'Needle', anchor: 'needle', level: 2, text }]
  const out = createByteWriter()
  const searcher = searcherOf([page('a', 'Title', '', { sections })], locale)
  searcher.writeAnswer({ query, locale, limit: 1 }, out, extrasOf())
  const { results } = JSON.parse(Buffer.from(out.bytes.subarray(0, out.length)).toString()) as {
    results: { sections: Shown[] }[]
  }
  return results[0]!.sections[0]!
}

function marked({ ranges, snippet }: Shown): string[] {
  return ranges.map(([start, end]) => snippet.slice(start, end))
}

t.test('a snippet has whole sentences around its match', async (t) => {
  const shown = cut(SENTENCES.join(' '), 'n20')
  t.match(shown.snippet, /^Sentence number n20 has some words\. Sentence number n21/)
  t.match(shown.snippet, /words\.$/)
  t.ok(shown.snippet.length <= SNIPPET.total)
  t.same(marked(shown), ['n20'])
  t.equal(cut('Short.', 'needle').snippet, 'Short.')
  t.equal(cut('', 'needle').snippet, '')
})

t.test('sentences of Chinese end without spaces', async (t) => {
  const { ranges, snippet } = cut(
    `${'这是一个句子。'.repeat(40)}这里有目标。${'这是一个句子。'.repeat(40)}`,
    '目标',
    'zh',
  )
  t.match(snippet, /^这里有目标。这是/)
  t.match(snippet, /。$/)
  t.same(ranges, [[3, 5]])
})

t.test('a sentence that is too long is cut between words', async (t) => {
  const { snippet } = cut(`${'long words '.repeat(60)}target ${'more words '.repeat(60)}`, 'target')
  t.match(snippet, /^…(?:long|words) .*target.* (?:more|words)…$/)
  t.ok(snippet.length <= SNIPPET.total + 2)
})

t.test('lines and white space become single spaces, and quotes stay', async (t) => {
  const shown = cut('Say  "target"\n\twith \\ and\u00a0\u00a0more.\r\nThen go.', 'target')
  t.equal(shown.snippet, 'Say "target" with \\ and more. Then go.')
  t.same(marked(shown), ['target'])
})

t.test('words that are written in other characters are found and marked as they are written', async (t) => {
  for (const text of [
    'Before ｔａｒｇｅｔ after',
    '½ ﬁne … target!',
    'e\u0301te\u0301 \u1112\u1161\u11ab target',
    'ｶﾞ㎏ 😀 Target',
  ]) {
    t.match(marked(cut(text, 'target')).join().toLowerCase().normalize('NFKC'), /^target$/, text)
  }
})

t.test('no snippet is longer than its limit, lacks its match or divides a character', async (t) => {
  const random = seededRandom(7)
  const parts = ['word ', '。', '. ', '\n', '😀', 'y'.repeat(40), '한국어 ', '…', '  ', '汉字', '"', '-'.repeat(300)]
  const some = (): string =>
    Array.from({ length: Math.floor(random() * 120) }, () => parts[Math.floor(random() * parts.length)]).join('')
  for (let i = 0; i < 600; i++) {
    const text = `${some()} target ${some()}`.toWellFormed()
    const shown = cut(text, 'target')
    const isRight = shown.snippet.length <= SNIPPET.total + 2 && shown.snippet.isWellFormed()
    if (!isRight || !marked(shown).includes('target')) {
      t.fail(JSON.stringify({ text, ...shown }))
      return
    }
  }
})
