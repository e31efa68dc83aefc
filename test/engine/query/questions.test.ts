import t from 'tap'
import { createPlan } from '../../../src/engine/query/plan.ts'
import type { Locale } from '../../../src/shared/locale.ts'
import { indexOf, page, pathsOf, searcherOf } from '../../support/search-fixture.ts'

t.test('words that only ask neither count for the total nor bring pages of their own', async (t) => {
  const cases: readonly (readonly [locale: Locale, subject: string, asking: string, query: string])[] = [
    ['en', 'Install the server', 'The best way we found, and what is possible', 'what is the best way to install'],
    ['zh', '安装服务器', '如何以及怎么，是什么意思', '如何安装？'],
    ['zh', '安装服务器', '如何以及怎么，是什么意思', '安装是什么意思'],
    ['ko', '서버 설치', '어떻게 하나요 그리고 방법', '설치 어떻게 하나요?'],
  ]
  for (const [locale, subject, asking, query] of cases) {
    const pages = [page('subject', 'A', subject), page('asking', 'B', asking)]
    const { hits, total } = searcherOf(pages, locale).search({ query, locale, limit: 10 })
    t.same([total, hits.map(({ path }) => path)], [1, ['subject']], query)
  }
})

t.test('a greeting only greets where a question follows', async (t) => {
  const pages = [page('hello', 'Hello', 'hello, server'), page('world', 'B', 'install the world')]
  const searcher = searcherOf(pages)
  const totalOf = (query: string): number => searcher.search({ query, locale: 'en', limit: 10 }).total
  t.equal(totalOf('hello world'), 2)
  t.equal(totalOf('hello, how do i install'), 1)
})

t.test('a query of nothing but words that ask is searched as it stands', async (t) => {
  t.same(pathsOf(searcherOf([page('a', '如何')], 'zh'), '如何', 'zh'), ['a'])
  t.same(pathsOf(searcherOf([page('a', '어떻게')], 'ko'), '어떻게', 'ko'), ['a'])
})

t.test('a page whose title is the question in all its words comes first', async (t) => {
  const pages = [page('a', 'Install', 'install, how to install'), page('b', 'How to install', 'install')]
  t.equal(pathsOf(searcherOf(pages), 'how to install')[0], 'b')
})

t.test('a character that says little alone is part of a word beside another lone character', async (t) => {
  const index = indexOf([page('a', '对齐', '对齐')], 'zh')
  t.same(
    createPlan(index, '对齐').groups.map(({ countable, stop }) => ({ countable, stop })),
    [{ countable: true, stop: false }],
  )
})

t.test('in a long query common words weigh less than rare ones, in a short one as much', async (t) => {
  const words = 'alpha bravo carrot delta eagle foxtrot gamma hotel'
  const pages = [...words.split(' '), 'x', 'y'].map((word, i) => page(`p${i}`, word, `${word} alpha`))
  const index = indexOf(pages)
  const weightsOf = (query: string): number[] => createPlan(index, query).groups.map(({ weight }) => weight)
  t.same(weightsOf('alpha bravo carrot'), [1, 1, 1])
  const [common, ...rare] = weightsOf(words)
  t.ok(common! < 0.5, `the weight of the common word is ${common}`)
  t.same(rare, [1, 1, 1, 1, 1, 1, 1])
})

t.test(
  'a long query leads to the page with a section about all of it, a short one to the page that it names',
  async (t) => {
    const said = 'The worker keeps stale sessions in memory until the listener drops every socket of the client.'
    const filler = Array.from({ length: 30 }, (_, i) => page(`filler/${i}`, `Other ${i}`, 'The worker and the client.'))
    const pages = [
      page(
        'sessions',
        'Sessions, sockets and memory of workers',
        'Sessions of a client. A worker is told. Memory is limited, and a listener waits.',
        {
          sections: ['Sessions of a client.', 'A worker drops a socket.', 'Memory of a listener.'].map((text, i) => ({
            heading: `Sessions ${i}`,
            anchor: '',
            text,
          })),
        },
      ),
      page('notes', 'Release notes', said),
      ...filler,
    ]
    const searcher = searcherOf(pages)
    t.equal(pathsOf(searcher, 'sessions')[0], 'sessions')
    t.equal(pathsOf(searcher, 'why worker keeps stale sessions memory until listener drops socket client')[0], 'notes')
  },
)

t.test('in a question words that stand together outweigh a title, in a short query they do not', async (t) => {
  const near = 'A listener keeps sockets of idle clients open.'
  const rest = 'Then nothing else is said here. '.repeat(6)
  const far = `A listener starts. It keeps a table of what it has. Among that are sockets. Some are idle for long. Its clients wait. ${rest}All stays open.`
  const filler = Array.from({ length: 30 }, (_, i) => page(`filler/${i}`, `Other ${i}`, 'The worker waits.'))
  const searcher = searcherOf([page('near', 'Notes', near), page('far', 'Parts of a listener', far), ...filler])
  t.equal(pathsOf(searcher, 'listener keeps sockets idle clients open')[0], 'near')
  t.equal(pathsOf(searcher, 'listener sockets')[0], 'far')
})

t.test('a pasted error finds the page of its message, and its places in files nothing', async (t) => {
  const pages = [
    page('message', 'Troubleshooting', 'Cannot read the manifest of a missing bundle.'),
    page('place', 'Main entry of a home app', 'The file main.js is the entry of the app in home/dev, line 12.'),
  ]
  const query = 'Cannot read the manifest at run (/home/dev/app/main.js:12:5)'
  t.same(pathsOf(searcherOf(pages), query), ['message'])
})
