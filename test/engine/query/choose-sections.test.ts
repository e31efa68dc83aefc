import t from 'tap'
import { createByteWriter } from '../../../src/engine/index/byte-writer.ts'
import type { DocumentSection, SearchDocument } from '../../../src/engine/index/document.ts'
import type { Locale } from '../../../src/shared/locale.ts'
import { extrasOf, page, searcherOf } from '../../support/search-fixture.ts'

interface Shown {
  headings: string[]
  anchor: string
  url: string
  snippet: string
  ranges: [number, number][]
}

function section(heading: string, level: number, text: string): DocumentSection {
  return { heading, anchor: heading.toLowerCase().replaceAll(' ', '-'), level, text }
}

/** The sections of a document beside a page with another text. */
function show(document: SearchDocument, query: string, locale: Locale = 'en', text = 'Text of another page.'): Shown[] {
  const out = createByteWriter()
  searcherOf([document, page('other', 'Nothing', text)], locale).writeAnswer(
    { query, locale, limit: 2 },
    out,
    extrasOf(),
  )
  const answer = JSON.parse(Buffer.from(out.bytes.subarray(0, out.length)).toString()) as {
    results: { url: string; sections: Shown[] }[]
  }
  return answer.results.find(({ url }) => url.endsWith(`/${document.path}`))?.sections ?? []
}

const GUIDE = page('guides/cache', 'Caching answers', '', {
  sections: [
    section('', 0, 'Answers are kept. This page tells how to change the cache, and how to purge it.'),
    section('Configure', 2, 'Write a file with these members.'),
    section('Time to live', 3, 'The member ttl says for how long an answer is kept. It has seconds.'),
    section('Purge the cache', 2, 'Send a request to the address of an answer. It is forgotten at once.'),
    section('Errors', 2, 'A request to purge the cache may fail. Then the cache keeps the answer.'),
  ],
})

t.test('the heading that says what is asked leads', async (t) => {
  const sections = show(GUIDE, 'purge cache')
  t.equal(sections[0]?.anchor, 'purge-the-cache')
  t.equal(sections[0]?.url, 'https://docs.example/en/guides/cache#purge-the-cache')
  t.ok(sections.length > 1 && sections.length <= 3)
})

t.test('the headings above a section are named', async (t) => {
  t.same(show(GUIDE, 'time to live')[0]?.headings, ['Configure', 'Time to live'])
  t.same(show(GUIDE, 'configure time to live')[0]?.headings, ['Configure', 'Time to live'])
})

t.test('the title leads to the top of the page', async (t) => {
  const [first] = show(GUIDE, 'caching answers')
  t.match(first, { headings: [], anchor: '', url: 'https://docs.example/en/guides/cache' })
  t.match(first?.snippet, /^Answers are kept\./)
})

t.test('words of a text lead to its section, and are marked', async (t) => {
  const [first] = show(GUIDE, 'how many seconds is an answer kept')
  t.equal(first?.anchor, 'time-to-live')
  const marked = (first?.ranges ?? []).map(([start, end]) => first?.snippet.slice(start, end))
  t.ok(marked.includes('seconds'), marked.join())
})

t.test('a text that says a word often comes before one that says it once', async (t) => {
  const document = page('guide', 'Answers', '', {
    sections: [
      section('Configure', 2, 'Write a file, and name a token in it.'),
      section('Sign in', 2, 'Each token ends. Ask for a token, send the token, and renew the token.'),
      section('Errors', 2, 'Nothing else.'),
    ],
  })
  t.equal(show(document, 'token')[0]?.anchor, 'sign-in')
})

t.test('a section is found by what links call it, though none of the words stands in it', async (t) => {
  const other = 'Invalidate entries early.'
  t.equal(show(GUIDE, 'invalidate answers', 'en', other)[0]?.anchor, '')
  const linked = {
    ...GUIDE,
    sectionTexts: new Map([
      ['errors', ['Invalidate']],
      ['no-heading', ['answers']],
    ]),
  }
  t.equal(show(linked, 'invalidate answers', 'en', other)[0]?.anchor, 'errors')
  const second = show(linked, 'invalidate configure', 'en', other)[1]
  t.match(second, { anchor: 'errors', snippet: /^A request to purge the cache may fail\./ })
})

t.test('a section is found by the words of its fragment', async (t) => {
  const document = page('guide', '指南', '', {
    sections: [
      { heading: '配置', anchor: 'configure', level: 2, text: '写一个文件。' },
      { heading: '清除缓存', anchor: 'purge_the-cache', level: 2, text: '发送一个请求。' },
    ],
  })
  t.equal(show(document, '指南 purge', 'zh', 'configure and purge')[0]?.anchor, 'purge_the-cache')
})

t.test('words of the title tell sections apart less than other words do', async (t) => {
  const document = page('guide', 'Caching answers', '', {
    sections: [
      section('How caching works for answers of clients', 2, 'Nothing else.'),
      section('How to purge with tokens of a long request', 2, 'Send it.'),
    ],
  })
  t.equal(show(document, 'purge caching answers')[0]?.anchor, 'how-to-purge-with-tokens-of-a-long-request')
})

t.test('a word that is read as a typing error of another counts less than a word that is there', async (t) => {
  t.equal(show(GUIDE, 'how many seconds is an answer kept')[0]?.anchor, 'time-to-live')
})

t.test('a page without any of the words has no sections', async (t) => {
  t.same(
    show(page('a', 'Needle', 'Text.'), 'needle').map(({ anchor }) => anchor),
    [''],
  )
  t.same(show(page('a', 'Title', '', { sections: [], description: 'needle' }), 'needle'), [])
})

t.test('fragments are percent-encoded', async (t) => {
  const document = page('a', '指南', '', { sections: [section('缓存 清除', 2, '清除缓存的方法。')] })
  t.equal(show(document, '清除缓存', 'zh')[0]?.url, `https://docs.example/zh/a#${encodeURIComponent('缓存-清除')}`)
})
