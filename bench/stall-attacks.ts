import type { HostName } from '../src/config/env.ts'

export interface Asked {
  readonly path: string
  /** Absent for a GET. */
  readonly body?: string
  readonly type?: string
}

interface AttackPlan {
  readonly host: HostName
  /** The request with this number; no two are equal. */
  readonly request: (n: number) => Asked
}

const ICON = 'meteocons-monochrome-extreme-thunderstorms-extreme-day-sleet'
const WORDS = 'the icon of account search documentation mcp token'
const MCP = 'application/json'

const colour = (n: number): string => (n % 0x1000000).toString(16).padStart(6, '0')
const speed = (n: number): string => (0.25 + (n % 375) / 100).toFixed(2)
const search = (requests: readonly object[]): Asked => ({
  path: '/1/indexes/x/queries',
  body: JSON.stringify({ requests }),
  type: 'text/plain',
})
const many = (length: number, each: (at: number) => object): object[] => Array.from({ length }, (_, at) => each(at))

/** Requests of a stranger that make a host work as much as they can, each with its own answer. */
export const ATTACKS = {
  docsearch: {
    host: 'docs',
    request: (n) =>
      search(
        many(20, (at) => ({
          query: `${WORDS} ${n} ${at}`,
          hitsPerPage: 1000,
          distinct: 0,
          attributesToSnippet: ['content:2000'],
          highlightPreTag: 'P'.repeat(64),
          highlightPostTag: 'Q'.repeat(64),
        })),
      ),
  },
  'docsearch-tags': {
    host: 'docs',
    request: (n) =>
      search(
        many(20, (at) => ({
          query: `${WORDS} ${n} ${at}`,
          hitsPerPage: 1000,
          distinct: 0,
          attributesToSnippet: ['content:2000'],
          highlightPreTag: 'P'.repeat(256),
          highlightPostTag: 'Q'.repeat(256),
        })),
      ),
  },
  'docsearch-pages': {
    host: 'docs',
    request: (n) => search(many(20, (at) => ({ query: `${WORDS} ${n} ${at}`, hitsPerPage: 2, page: 20, distinct: 0 }))),
  },
  'docsearch-long': {
    host: 'docs',
    request: (n) => search([{ query: `${n} ${'\u0958'.repeat(20_000)}` }]),
  },
  'docsearch-params': {
    host: 'docs',
    request: (n) => search(many(20, () => ({ params: `query=token${n}&${'a=b&'.repeat(750)}` }))),
  },
  'docsearch-values': {
    host: 'docs',
    request: (n) => search([{ query: `token ${n}`, x: many(10_000, () => ({})) }]),
  },
  lottie: {
    host: 'icons',
    request: (n) => ({ path: `/assets/${ICON}.lottie?color=${colour(n * 7919)}&speed=${speed(n)}` }),
  },
  json: {
    host: 'icons',
    request: (n) => ({ path: `/assets/${ICON}.json?color=${colour(n * 7919)}&speed=${speed(n)}` }),
  },
  svg: {
    host: 'icons',
    request: (n) => ({ path: `/assets/${ICON}.svg?color=${colour(n * 7919)}&speed=${speed(n)}` }),
  },
  'icon-page': {
    host: 'icons',
    request: (n) => ({ path: `/icons/${ICON}?color=${colour(n * 7919)}&speed=${speed(n)}&inline=1` }),
  },
  'mcp-values': {
    host: 'docs',
    request: (n) => ({
      path: '/mcp',
      type: MCP,
      body: JSON.stringify({ jsonrpc: '2.0', id: n, method: 'tools/list', params: { x: many(20_000, () => ({})) } }),
    }),
  },
  'icons-mcp-values': {
    host: 'icons',
    request: (n) => ({
      path: '/mcp',
      type: MCP,
      body: JSON.stringify({ jsonrpc: '2.0', id: n, method: 'tools/list', params: { x: many(20_000, () => ({})) } }),
    }),
  },
  search: {
    host: 'docs',
    request: (n) => ({
      path: `/api/search?q=${encodeURIComponent(`${WORDS} ${n}`)}&limit=50&include=highlights,sections,facets`,
    }),
  },
  'search-page': { host: 'docs', request: (n) => ({ path: `/search?q=${encodeURIComponent(`${WORDS} ${n}`)}` }) },
  'near-page': { host: 'docs', request: (n) => ({ path: `/en/guides/${WORDS.replaceAll(' ', '/')}/${n}` }) },
  'icons-home': { host: 'icons', request: (n) => ({ path: `/?q=rain+${n}&page=${1 + (n % 100)}` }) },
  'icons-browse': { host: 'icons', request: (n) => ({ path: `/?page=${1 + (n % 100)}&lang=en&q=&x=${n}` }) },
  'long-query': {
    host: 'docs',
    request: (n) => ({ path: `/api/search?q=${n}${'%E0%A5%98'.repeat(3300)}` }),
  },
} as const satisfies Record<string, AttackPlan>

export type AttackName = keyof typeof ATTACKS
