import t from 'tap'
import type { QueryRecord } from '../../src/analytics/day-record.ts'
import { suggest } from '../../src/analytics/suggest/suggest.ts'
import type { SuggestPage } from '../../src/analytics/suggest/vocabulary.ts'
import type { Locale } from '../../src/shared/locale.ts'

function page(path: string, title: string, text = '', headings: readonly string[] = []): SuggestPage {
  return { path, title, headings, text }
}

const CONTENT = new Map<Locale, readonly SuggestPage[]>([
  [
    'en',
    [
      page('deploy', 'Kubernetes', 'Deploy to kubernetes. A life cycle has phases.', ['Single sign-on for teams']),
      page('hooks', 'Webhooks', 'Events are sent. Authentication comes first.'),
    ],
  ],
  ['ko', [page('deploy', '쿠버네티스', '배포합니다.'), page('hooks', '웹훅', '이벤트를 보냅니다.')]],
])

function asked(query: string, more: Partial<QueryRecord> = {}): QueryRecord {
  return {
    source: 'readers',
    locale: 'en',
    query,
    searches: 5,
    nothing: 5,
    clicks: 0,
    positions: 0,
    pages: {},
    ...more,
  }
}

function wordsOf(queries: readonly QueryRecord[]): (readonly [string, string])[] {
  return suggest(queries, CONTENT).groups.map(({ words }) => words)
}

t.test('a word that no page has gets one of the pages that may mean the same', (t) => {
  for (const [query, written] of [
    ['k8s', 'kubernetes'],
    ['sso', 'single sign on'],
    ['lifecycle', 'life cycle'],
    ['authentification', 'authentication'],
  ] as const) {
    t.strictSame(wordsOf([asked(query)]), [[query, written]], query)
  }
  t.end()
})

t.test('a word of a title in another locale gets the title in this one', (t) => {
  t.strictSame(wordsOf([asked('webhooks', { locale: 'ko' })]), [['webhooks', '웹훅']])
  t.end()
})

t.test('two queries whose readers choose one page may mean the same', (t) => {
  const shared = { nothing: 0, clicks: 6, pages: { '/en/hooks': 6 } }
  const groups = wordsOf([
    asked('callback', { ...shared, positions: 24 }),
    asked('webhooks', { ...shared, positions: 6 }),
    asked('webhooks list', { ...shared, positions: 20, clicks: 2, pages: { '/en/hooks': 2 } }),
  ])
  t.strictSame(groups, [['callback', 'webhooks']], 'two clicks say too little')
  t.end()
})

t.test('words without a match are missing pages, with the queries that have them', (t) => {
  const { groups, missing } = suggest(
    [asked('terraform provider', { nothing: 7 }), asked('terraform'), asked('zebra', { source: 'icons' })],
    CONTENT,
  )
  t.strictSame(groups, [])
  t.match(missing, [
    { word: 'terraform', searches: 12, queries: [{ query: 'terraform provider' }, { query: 'terraform' }] },
    { word: 'provider', searches: 7 },
  ])
  t.equal(missing.length, 2)
  t.end()
})

t.test('what pages have by now, and what was found, gives no proposal', (t) => {
  t.strictSame(
    suggest([asked('kubernetes'), asked('배포', { locale: 'ko' }), asked('terraform', { nothing: 0 })], CONTENT),
    {
      groups: [],
      missing: [],
    },
  )
  t.end()
})
