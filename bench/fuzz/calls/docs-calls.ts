import {
  anyPath,
  below,
  longQuery,
  oneOf,
  repeated,
  someWords,
  type Ask,
  type CallBody,
  type CallGroups,
} from './call.ts'
import { mcpCalls } from './mcp-calls.ts'
import { get, getWith } from './parameters.ts'

const LOCALES = ['en', 'zh', 'ko']
/** Most queries and hits of a page that the endpoint for clients of Algolia takes, and lengths of tags. */
const QUERIES = 20
const HITS = 1000
const TAGS_CHARS = [64, 256]
/** A character that is longer once it is normalised. */
const LONGER = '\u0958'
const EVENTS = 20
const EVENT_POSITIONS = 100

const plain = get(anyPath)
const page = get((ask) => oneOf(ask, ask.found.pages))

export const DOCS_CALLS: CallGroups = {
  'docs searches': {
    host: 'docs',
    weight: 3,
    calls: {
      // Filters leave less to do.
      'GET /api/search': {
        ...getWith(anyPath, anyPath, ['q', 'locale', 'limit', 'include']),
        wrong: (ask) => ({ path: `${anyPath(ask)}?q=${encodeURIComponent(LONGER.repeat(ask.random.below(3300)))}` }),
      },
      'GET /search': getWith(anyPath, anyPath, ['q', 'locale']),
      'GET /api/page': get(anyPath),
    },
  },
  docsearch: {
    host: 'docs',
    weight: 2,
    calls: {
      'POST /1/indexes/{index}': {
        ordinary: (ask) => ({
          path: below(ask, ask.random.pick(['docs', '*', 'docs_en']).concat('/queries')),
          body: { kind: 'json', value: { requests: [docsearchQuery(ask)] } },
        }),
        costly: (ask) => ({ path: below(ask, '*/queries'), body: ask.random.pick(COSTLY_SEARCHES)(ask) }),
        wrong: (ask) => ({
          path: below(ask, ask.random.pick(['docs/query', 'docs/objects', '%FF/queries', '*/queries/x', ''])),
          body: {
            kind: 'json',
            value: {
              ...docsearchQuery(ask),
              [ask.random.pick(DOCSEARCH_MEMBERS)]: ask.random.pick([-1, 1e9, {}, '[', []]),
            },
          },
        }),
      },
      'POST /1/events': {
        ordinary: (ask) => ({ path: anyPath(ask), body: { kind: 'json', value: { events: [insight(ask)] } } }),
        costly: (ask) => ({
          path: anyPath(ask),
          body: { kind: 'json', value: { events: repeated(EVENTS, () => insight(ask)) } },
        }),
      },
    },
  },
  'docs events': {
    host: 'docs',
    weight: 1,
    calls: {
      'POST /api/events': {
        ordinary: (ask) => ({ path: anyPath(ask), body: { kind: 'json', value: ask.random.pick(READER_EVENTS)(ask) } }),
      },
      'POST /feedback': {
        ordinary: (ask) => ({
          path: anyPath(ask),
          fields: ['Sec-Fetch-Site: same-origin'],
          body: {
            kind: 'form',
            members: { page: oneOf(ask, ask.found.pages), helpful: ask.random.pick(['yes', 'no']) },
          },
        }),
      },
    },
  },
  'docs pages': {
    host: 'docs',
    weight: 3,
    calls: {
      'GET /': plain,
      'GET /{locale}': plain,
      'GET /{locale}.md': plain,
      'GET /{locale}/{page}': {
        ...page,
        // A path that does not exist is looked for among those that are like it.
        costly: (ask) => ({
          path: below(ask, `${someWords(ask, 8, 8).replaceAll(' ', '/')}/${ask.random.below(1e9)}`),
        }),
        wrong: (ask) => ({
          path: below(ask, ask.random.pick(['none', 'none.md', '../..', 'a/'.repeat(100), '%2e%2e'])),
        }),
      },
      'GET /llms.txt': plain,
      'GET /llms-full.txt': plain,
      'GET /sitemap.xml': plain,
      'GET /{locale}/llms.txt': plain,
      'GET /{locale}/sitemap.xml': plain,
      'GET /{locale}/opensearch.xml': plain,
    },
  },
  'docs files': {
    host: 'docs',
    weight: 2,
    calls: {
      'GET /files/{hash}/{name}': get((ask) => oneOf(ask, ask.found.files)),
      'GET /scaled/{width}/{hash}/{name}': {
        ...get((ask) => oneOf(ask, ask.found.scaled)),
        wrong: (ask) => ({
          path: oneOf(ask, ask.found.scaled).replace(/\d+/, ask.random.pick(['481', '0', '99999', ''])),
        }),
      },
      'GET /cards/{hash}/{page}': {
        ...get((ask) => oneOf(ask, ask.found.cards)),
        wrong: (ask) => ({
          path: below(ask, `${ask.random.bytes(16).toString('hex')}${oneOf(ask, ask.found.pages)}.png`),
        }),
      },
      'GET /widget.js': plain,
      'GET /_/{file}': plain,
    },
  },
  'docs discovery': {
    host: 'docs',
    weight: 1,
    calls: {
      'GET /robots.txt': plain,
      'GET /.well-known/security.txt': plain,
      'GET /mcp/server-card': plain,
      'GET /.well-known/mcp/server-card.json': plain,
      'GET /.well-known/ai-catalog.json': plain,
      'GET /openapi.json': plain,
      'GET /.well-known/api-catalog': plain,
      'GET /healthz': plain,
      'GET /readyz': plain,
    },
  },
  'docs mcp': { host: 'docs', weight: 2, calls: { 'POST docs': mcpCalls } },
}

/** Members of a query that have a form of their own. */
const DOCSEARCH_MEMBERS = [
  'hitsPerPage',
  'page',
  'offset',
  'length',
  'facetFilters',
  'filters',
  'facets',
  'params',
  'query',
]

function docsearchQuery(ask: Ask): Record<string, unknown> {
  const { random } = ask
  return {
    indexName: 'docs',
    query: someWords(ask, 1, 3),
    hitsPerPage: random.pick([5, 20]),
    facetFilters: random.chance(0.5) ? [`language:${random.pick(LOCALES)}`] : [],
    attributesToSnippet: ['hierarchy.lvl1:10', 'content:10'],
    highlightPreTag: '<mark>',
    highlightPostTag: '</mark>',
    clickAnalytics: random.chance(0.3),
  }
}

/** The largest bodies and answers of the endpoint. Their words are random, so that no cache has them. */
const COSTLY_SEARCHES: readonly ((ask: Ask) => CallBody)[] = [
  ...TAGS_CHARS.map((chars) =>
    searchesWith({ hitsPerPage: HITS, highlightPreTag: 'P'.repeat(chars), highlightPostTag: 'Q'.repeat(chars) }),
  ),
  searchesWith({ hitsPerPage: HITS }),
  searchesWith({ hitsPerPage: 2, page: 20 }),
  (ask) => sentAsText({ requests: [{ query: `${someWords(ask, 1, 1)} ${LONGER.repeat(20_000)}` }] }),
  // Parameters that are repeated in each result.
  (ask) =>
    sentAsText({
      requests: repeated(QUERIES, () => ({ params: `query=${someWords(ask, 1, 1)}${'&a=b'.repeat(700)}` })),
    }),
  // As many objects as a body holds.
  (ask) => sentAsText({ requests: [{ query: someWords(ask, 2, 2), x: repeated(10_000, () => ({})) }] }),
]

function searchesWith(more: Readonly<Record<string, unknown>>): (ask: Ask) => CallBody {
  return (ask) =>
    sentAsText({
      requests: repeated(QUERIES, () => ({
        query: `the icon of account search documentation mcp token ${someWords(ask, 2, 2)}`,
        distinct: 0,
        attributesToSnippet: ['content:2000'],
        ...more,
      })),
    })
}

/** A body that a browser sends for any page, without asking first. */
function sentAsText(value: unknown): CallBody {
  return { kind: 'text', type: 'text/plain', text: JSON.stringify(value) }
}

function insight(ask: Ask): unknown {
  const { random } = ask
  return {
    eventType: 'click',
    eventName: 'Item Selected',
    index: 'docs',
    userToken: 'anonymous',
    queryID: Buffer.from(`${random.pick(LOCALES)} ${longQuery(ask)}`).toString('base64url'),
    objectIDs: [oneOf(ask, ask.found.pages)],
    positions: [random.between(1, EVENT_POSITIONS)],
  }
}

const READER_EVENTS: readonly ((ask: Ask) => unknown)[] = [
  (ask) => ({ kind: 'search', query: longQuery(ask), locale: ask.random.pick(LOCALES), found: ask.random.chance(0.5) }),
  (ask) => ({
    kind: 'click',
    query: someWords(ask, 1, 3),
    locale: ask.random.pick(LOCALES),
    page: oneOf(ask, ask.found.pages),
    position: ask.random.between(1, EVENT_POSITIONS),
  }),
  (ask) => ({ kind: 'feedback', page: oneOf(ask, ask.found.pages), helpful: ask.random.chance(0.5) }),
]
