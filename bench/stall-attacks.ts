import type { HostName } from '../src/config/env.ts'

export interface Asked {
  readonly path: string
  /** Absent for a GET. */
  readonly body?: string
  readonly type?: string
  readonly fields?: Readonly<Record<string, string>>
}

export interface AttackPlan {
  readonly host: HostName
  /** The request with this number; no two are equal. */
  readonly request: (n: number) => Asked
}

const ICON = 'meteocons-monochrome-extreme-thunderstorms-extreme-day-sleet'
const WORDS = 'the icon of account search documentation mcp token'
const MCP = 'application/json'
const MARKS = '%CC%95%CC%80'
const PEOPLE = { Accept: 'text/html' }

const call = (name: string, given: object) => ({
  path: '/mcp',
  type: MCP,
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
})

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
    request: (n) => search([{ query: `${n} ${'\u0958'.repeat(10_000)}` }]),
  },
  'docsearch-params': {
    host: 'docs',
    request: (n) => search(many(20, () => ({ params: `query=token${n}&${'a=b&'.repeat(340)}` }))),
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
  'near-page': {
    host: 'docs',
    request: (n) => ({ path: `/en/guides/${WORDS.replaceAll(' ', '/')}/${n}`, fields: PEOPLE }),
  },
  'near-marks': { host: 'docs', request: (n) => ({ path: `/en/${n}${MARKS.repeat(2500)}`, fields: PEOPLE }) },
  'icons-home': { host: 'icons', request: (n) => ({ path: `/?q=rain+${n}&page=${1 + (n % 100)}` }) },
  'icons-browse': { host: 'icons', request: (n) => ({ path: `/?page=${1 + (n % 100)}&lang=en&q=&x=${n}` }) },
  'long-query': { host: 'docs', request: (n) => ({ path: `/api/search?q=${n}${MARKS.repeat(2500)}` }) },
  'many-parameters': { host: 'docs', request: (n) => ({ path: `/api/search?q=token+${n}${'&a=b'.repeat(7500)}` }) },
  'many-ranges': {
    host: 'docs',
    request: (n) => ({ path: `/llms-full.txt?${n}`, fields: { Range: `bytes=0-0${',1-1'.repeat(7000)}` } }),
  },
  'many-tags': {
    host: 'docs',
    request: () => ({ path: '/en', fields: { ...PEOPLE, 'If-None-Match': `"a"${',"b"'.repeat(7000)}` } }),
  },
  'many-types': {
    host: 'docs',
    request: (n) => ({ path: `/en?${n}`, fields: { Accept: 'text/html,'.repeat(2900) } }),
  },
  'mcp-search': { host: 'docs', request: (n) => call('search_docs', { query: `${WORDS} ${n}`, limit: 20 }) },
  'mcp-code': { host: 'docs', request: (n) => call('search_code', { query: `${WORDS} ${n}`, limit: 20 }) },
  'mcp-page': { host: 'docs', request: (n) => call('get_page', { path: '/en/api/limits', offset: n % 5000 }) },
  'mcp-unknown': { host: 'docs', request: (n) => call('get_page', { path: `/en/${n}/${WORDS}` }) },
  'mcp-sections': { host: 'docs', request: () => call('list_sections', {}) },
  a2a: {
    host: 'icons',
    request: (n) => ({
      path: '/a2a',
      type: MCP,
      fields: { 'A2A-Version': '1.0' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: n,
        method: 'SendMessage',
        params: {
          message: {
            messageId: 'm',
            role: 'ROLE_USER',
            parts: [{ text: `find ${'\u0315\u0300'.repeat(10_000)} ${n}` }],
          },
        },
      }),
    }),
  },
  suggest: {
    host: 'icons',
    request: (n) => ({ path: `/api/v1/suggest?prefix=${'abcdefgh'[n % 8]}&limit=${1 + (n % 50)}` }),
  },
  'account-page': {
    host: 'account',
    request: (n) => ({
      path: `/sign-in?${n}${'&a=b'.repeat(3500)}`,
      fields: { Cookie: 'a=b;'.repeat(3500), 'Accept-Language': 'zh,'.repeat(1000) },
    }),
  },
  authorize: {
    host: 'account',
    request: (n) => ({ path: `/authorize?client_id=${n}&scope=${'a+'.repeat(7000)}&resource=x`, fields: PEOPLE }),
  },
  register: {
    host: 'account',
    request: (n) => ({
      path: '/register',
      type: MCP,
      body: JSON.stringify({
        client_name: String(n),
        redirect_uris: many(1200, (at) => Object(`http://a/${at}`) as object),
      }),
    }),
  },
  'sign-in': {
    host: 'account',
    request: (n) => ({
      path: '/sign-in',
      type: 'application/x-www-form-urlencoded',
      fields: { Origin: 'http://127.0.0.1', 'Sec-Fetch-Site': 'same-origin' },
      body: `email=${n}&password=${MARKS.repeat(1300)}&continue=&formKey=`,
    }),
  },
} as const satisfies Record<string, AttackPlan>

export type AttackName = keyof typeof ATTACKS
