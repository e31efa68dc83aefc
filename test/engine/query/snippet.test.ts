import t from 'tap'
import { cutAtSentences, SNIPPET_UNITS } from '../../../src/engine/query/snippet.ts'
import { seededRandom } from '../../support/search-fixture.ts'

const SENTENCES = Array.from({ length: 40 }, (_, n) => `Sentence number ${n} has some words.`)

t.test('a snippet has whole sentences around its place', async (t) => {
  const text = SENTENCES.join(' ')
  const snippet = cutAtSentences(text, text.indexOf('number 20'))
  t.match(snippet, /^Sentence number 20 has some words\. Sentence number 21/)
  t.match(snippet, /words\.$/)
  t.ok(snippet.length <= SNIPPET_UNITS)
  t.equal(cutAtSentences('Short.', 0), 'Short.')
  t.equal(cutAtSentences('', 0), '')
})

t.test('sentences of Chinese end without spaces', async (t) => {
  const text = '这是一个句子。'.repeat(80)
  const snippet = cutAtSentences(text, 70)
  t.match(snippet, /^这是一个句子。/)
  t.match(snippet, /。$/)
})

t.test('a sentence that is too long is cut between words', async (t) => {
  const text = `${'long words '.repeat(60)}needle ${'more words '.repeat(60)}`
  const snippet = cutAtSentences(text, text.indexOf('needle'))
  t.match(snippet, /^…(?:long|words) .*needle.* (?:more|words)…$/)
  t.ok(snippet.length <= SNIPPET_UNITS + 2)
})

t.test('no snippet is longer than its limit, lacks its place or divides a character', async (t) => {
  const random = seededRandom(7)
  const parts = ['word ', '。', '. ', '\n', '😀', 'x'.repeat(40), '한국어 ', '…', '  ']
  for (let i = 0; i < 3000; i++) {
    const length = Math.floor(random() * 200)
    const text = Array.from({ length }, () => parts[Math.floor(random() * parts.length)])
      .join('')
      .toWellFormed()
    const at = text.search(/\S/) === -1 ? 0 : text.indexOf('x', Math.floor(random() * text.length))
    const snippet = cutAtSentences(text, Math.max(0, at))
    if (snippet.length > SNIPPET_UNITS + 2 || !snippet.isWellFormed() || (at > 0 && !snippet.includes('x'))) {
      t.fail(JSON.stringify({ text, at, snippet }))
      return
    }
  }
})
