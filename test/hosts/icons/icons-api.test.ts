// The REST API of the icons host (interface §4.4, choices §3) over the catalogue that comes with the project. It is one file
// although it is long, because each file starts the service and reads the catalogue anew.
import t from 'tap'
import { readBuildInfo } from '../../../src/config/build-info.ts'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import {
  BEHIND_PROXY,
  createIconsClient,
  jsonOf,
  newAddress,
  refusalOf,
  type Json,
} from '../../support/icons-client.ts'
import { withoutOwnFields, type RawAnswer } from '../../support/raw-http.ts'
import { startOwnService } from '../../support/own-catalogue.ts'

const VERSION = readBuildInfo().version

interface CatalogRecord {
  readonly id: string
  readonly name: string
  readonly set: string
  readonly category: string
  readonly style: string
  readonly formats: readonly string[]
  readonly [member: string]: unknown
}

interface Catalog {
  readonly counts: { readonly icons: number; readonly records: number }
  readonly sets: readonly { readonly id: string; readonly styles: readonly string[] }[]
  readonly categories: readonly { readonly id: string; readonly icons: number }[]
  readonly icons: readonly CatalogRecord[]
}

interface IconAnswer {
  readonly id: string
  readonly name: string
  readonly set: string
  readonly style: string
  readonly score: number
  readonly variants: readonly string[]
}

interface Found {
  readonly query: string
  readonly total: number
  readonly limit: number
  readonly offset: number
  readonly results: readonly IconAnswer[]
  readonly nearest?: readonly Omit<IconAnswer, 'score'>[]
}

const service = await startOwnService(t, BEHIND_PROXY)
const { iconsUrl } = service
const { ask, post } = createIconsClient(t, iconsUrl)

const catalog = jsonOf(await ask('/catalog.json')) as unknown as Catalog
const keyOf = ({ name, set }: { readonly name: string; readonly set: string }): string => `${set} ${name}`

async function search(query: string): Promise<Found> {
  const answer = await ask(`/api/v1/icons${query}`)
  if (answer.status !== 200) throw new Error(`${query} is ${answer.status}: ${answer.body.toString()}`)
  return jsonOf(answer) as unknown as Found
}

t.test('a search answers as the interface and the choices say', async (t) => {
  const answer = await ask('/api/v1/icons?q=%20%20heavy%09RAIN%E3%80%80&limit=3')
  t.equal(answer.status, 200)
  t.equal(answer.headers.get('content-type'), 'application/json')
  const { results, ...rest } = jsonOf(answer) as unknown as Found
  t.match(rest, { query: 'heavy RAIN', limit: 3, offset: 0 })
  t.strictSame(Object.keys(rest), ['query', 'total', 'limit', 'offset'])
  t.ok(rest.total >= 3)
  t.equal(results.length, 3)
  for (const [index, { score }] of results.entries()) {
    t.ok(Number.isFinite(score) && (index === 0 || score <= results[index - 1]!.score), 'scores do not rise')
  }
  t.strictSame(Object.keys(results[0]!).toSorted(), [
    'aliases',
    'author',
    'category',
    'durationMs',
    'formats',
    'frameRate',
    'height',
    'id',
    'license',
    'loop',
    'name',
    'score',
    'set',
    'source',
    'style',
    'tags',
    'title',
    'variants',
    'width',
  ])
})

t.test('a search without a match says which icons are nearest, and one with a match does not', async (t) => {
  const answer = await search('?q=giraffe&limit=1')
  t.strictSame({ total: answer.total, results: answer.results }, { total: 0, results: [] })
  const nearest = answer.nearest ?? []
  t.equal(nearest.length, 6)
  t.equal(nearest[0]?.id, 'lucide-paw-print')
  const { score: _score, ...record } = (await search('?q=paw-print&limit=1')).results[0]!
  t.strictSame(nearest[0], record, 'each is the whole record')
  for (const query of ['?q=xqzvkwj', '?q=rain', '?q=rain+giraffe', '?offset=10000', '?q=giraffe&set=svg-spinners'])
    t.notOk('nearest' in (await search(query)), query)
})

const FULL = encodeURIComponent('😀'.repeat(200))

/** What parameters are taken, and what of the answer they decide. */
const GOOD: readonly (readonly [query: string, expected: Partial<Found>])[] = [
  ['', { query: '', limit: 20, offset: 0, total: catalog.counts.icons }],
  ['?', { query: '', limit: 20, offset: 0 }],
  ['?q=', { query: '', total: catalog.counts.icons }],
  ['?q', { query: '', total: catalog.counts.icons }],
  ['?q=%20%E3%80%80+', { query: '', total: catalog.counts.icons }],
  ['?q=%EF%AC%81re', { query: 'fire' }],
  [`?q=${FULL}`, { query: '😀'.repeat(200), total: 0, results: [] }],
  [`?q=${'%20'.repeat(300)}rain`, { query: 'rain' }],
  ['?limit=1', { limit: 1 }],
  ['?limit=100', { limit: 100 }],
  ['?limit=007', { limit: 7 }],
  ['?%6cimit=5', { limit: 5 }],
  ['?offset=0', { offset: 0 }],
  ['?offset=10000', { offset: 10_000, results: [], total: catalog.counts.icons }],
  ['?offset=3627', { offset: 3627, results: [], total: catalog.counts.icons }],
  ['?q=rain&offset=9999', { offset: 9999, results: [] }],
  ['?limit[]=3&Q=x&LIMIT=0&page=2&x=%zz&%FF=1&&=&utm_source=a&utm_source=b', { query: '', limit: 20, offset: 0 }],
]

for (const [query, expected] of GOOD) {
  t.test(`the parameters "${query.slice(0, 60)}" are taken`, async (t) => {
    t.match(await search(query), expected)
  })
}

/** Parameters that are refused, and with which code. */
const BAD: Readonly<Record<string, readonly string[]>> = {
  invalid_query: [`q=${FULL}x`, `q=${'x'.repeat(201)}`, 'q=a&q=b', 'q=&q=', 'q=%', 'q=%zz', 'q=%FF', 'q=%ED%A0%80'],
  invalid_limit: [
    '',
    '0',
    '101',
    '-1',
    '1.5',
    '1e1',
    '%201',
    '+5',
    '0x10',
    'x',
    '%EF%BC%95',
    '99999999999999999999',
    '%',
    '%FF',
    '5&limit=5',
    '&limit=5',
  ].map((value) => `limit=${value}`),
  invalid_offset: ['', '-1', '10001', '1.5', '1e1', '%200', '+5', 'x', '99999999999999999999', '%zz', '0&offset=0'].map(
    (value) => `offset=${value}`,
  ),
  invalid_filter: [
    ...[
      '',
      'none',
      'Weather',
      'weather%20',
      'weather,clouds',
      '%',
      '%FF',
      'weather&category=weather',
      'constructor',
    ].map((value) => `category=${value}`),
    ...['none', 'FILL', '%zz', 'fill&style=fill', '__proto__'].map((value) => `style=${value}`),
    ...['', 'none', 'meteocons%00', '%FF', 'line-md&set=line-md'].map((value) => `set=${value}`),
    ...['', 'gif', '.svg', 'SVG', '%', 'svg&format=svg'].map((value) => `format=${value}`),
  ],
}

for (const [code, queries] of Object.entries(BAD)) {
  for (const query of queries) {
    t.test(`the parameters "${query.slice(0, 60)}" are refused with ${code}`, async (t) => {
      const answer = await ask(`/api/v1/icons?${query}`)
      t.strictSame(refusalOf(answer), [400, code])
      t.equal(answer.headers.get('content-type'), 'application/json')
      t.equal(answer.headers.get('cache-control'), 'no-store')
      const { error, ...rest } = jsonOf(answer)
      t.strictSame(rest, {})
      t.strictSame(Object.keys(error as Json), ['code', 'message'])
    })
  }
}

t.test('the total is exact for every combination of filters', async (t) => {
  const values = {
    category: catalog.categories.map(({ id }) => id),
    style: [...new Set(catalog.sets.flatMap(({ styles }) => styles))],
    set: catalog.sets.map(({ id }) => id),
    format: ['svg', 'json', 'lottie', 'png'],
  }
  const has = (record: CatalogRecord, name: string, value: string): boolean =>
    name === 'format' ? record.formats.includes(value) : record[name] === value
  /** Every combination of filters, with the records that they leave. */
  const combinations: { filters: Record<string, string>; left: readonly CatalogRecord[] }[] = [
    { filters: {}, left: catalog.icons },
  ]
  for (const [name, each] of Object.entries(values)) {
    const more = combinations.flatMap(({ filters, left }) =>
      each.map((value) => ({
        filters: { ...filters, [name]: value },
        left: left.filter((record) => has(record, name, value)),
      })),
    )
    combinations.push(...more)
  }
  const wrong: string[] = []
  for (const { filters, left } of combinations) {
    const { results, total } = await search(`?limit=1&${new URLSearchParams(filters).toString()}`)
    const icons = new Set(left.map(keyOf)).size
    const [first] = results
    const fits = icons === 0 ? first === undefined : left.some(({ id }) => id === first?.id)
    if (total !== icons || !fits) wrong.push(`${JSON.stringify(filters)}: ${total}, not ${icons}; ${first?.id}`)
  }
  t.strictSame(wrong, [])
  t.ok(combinations.length > 3000, `${combinations.length} combinations`)
})

async function pagesOf(query: string, limit: number): Promise<IconAnswer[]> {
  const results: IconAnswer[] = []
  for (;;) {
    const found = await search(`?${query}&limit=${limit}&offset=${results.length}`)
    results.push(...found.results)
    if (found.results.length < limit) {
      if (results.length !== found.total) throw new Error(`${results.length} of ${found.total}`)
      return results
    }
  }
}

t.test('pages lead through all icons without gaps or repeats, the same way each time', async (t) => {
  const all = await pagesOf('', 100)
  t.equal(all.length, catalog.counts.icons)
  t.strictSame(new Set(all.map(keyOf)), new Set(catalog.icons.map(keyOf)))
  const named = all.flatMap(({ id, variants }) => [id, ...variants])
  t.equal(named.length, catalog.counts.records, 'each record is a result or a variant of one')
  t.strictSame(new Set(named), new Set(catalog.icons.map(({ id }) => id)))
  const other = await pagesOf('', 61)
  t.strictSame(
    other.map(({ id }) => id),
    all.map(({ id }) => id),
    'whatever their size',
  )
})

for (const query of [
  'q=rain',
  'q=cloud&style=line',
  'q=arrow+left',
  'q=%E5%8A%A0%E8%BD%BD',
  'format=lottie&q=a',
  'q=zzqx',
]) {
  t.test(`pages of "${query}" lead through its results without gaps or repeats`, async (t) => {
    const whole = await search(`?${query}&limit=100`)
    const paged = await pagesOf(query, 7)
    t.equal(new Set(paged.map(({ id }) => id)).size, whole.total)
    t.strictSame(paged.slice(0, 100), whole.results)
  })
}

t.test('each record of the catalogue is found under its id', async (t) => {
  const wrong: string[] = []
  for (const { formats, ...compact } of catalog.icons) {
    const answer = await ask(`/api/v1/icons/${compact.id}`)
    const record = jsonOf(answer)
    const urls = (record['formats'] as { ext: string; url: string; sha256: string }[]).map(({ ext, sha256, url }) =>
      url === `${iconsUrl}/assets/${compact.id}.${ext}?v=${sha256.slice(0, 16)}` ? ext : url,
    )
    const same = Object.entries(compact).every(
      ([name, value]) => JSON.stringify(record[name]) === JSON.stringify(value),
    )
    if (answer.status !== 200 || !same || urls.join() !== formats.join()) wrong.push(compact.id)
  }
  t.strictSame(wrong, [])
  t.equal(new Set(catalog.icons.map(({ id }) => id)).size, catalog.counts.records)
})

const ID = 'meteocons-fill-rain'

const MISSING: readonly (readonly [path: string, code: string])[] = [
  ...['none', '', 'a/b', `${ID}/`, `${ID}.json`, ID.toUpperCase(), `${ID}%00`, '%zz', '..', '-', 'x'.repeat(3000)].map(
    (id) => [`/api/v1/icons/${id}`, 'icon_not_found'] as const,
  ),
  ...[
    '/api',
    '/api/',
    '/api/v1',
    '/api/v1/',
    '/api/v2/icons',
    '/API/v1/icons',
    '/api/v1/categories/',
    '/api/v1/sets/x',
  ].map((path) => [path, 'endpoint_not_found'] as const),
  ...[
    '/none',
    '//',
    '/.well-known/none',
    '/agent',
    '/agent/identity/x',
    '/oauth2',
    '/mcp//',
    '/mcp/docs/x',
    '/a2a//',
  ].map((path) => [path, 'endpoint_not_found'] as const),
  ...['none.svg', ID, `${ID}.gif`, `${ID}.SVG`, 'line-md-home.json', 'line-md-home.png', '', '..%2f'].map(
    (name) => [`/assets/${name}`, 'icon_not_found'] as const,
  ),
  ...['none.md', 'getting-started', 'getting-started.MD', '', '..md', 'x/getting-started.md', 'INDEX.md'].map(
    (name) => [`/docs/${name}`, 'endpoint_not_found'] as const,
  ),
]

for (const [path, code] of MISSING) {
  t.test(`there is nothing at ${path.slice(0, 60)}`, async (t) => {
    const answer = await ask(path)
    t.strictSame(refusalOf(answer), [404, code])
    t.equal(answer.headers.get('access-control-allow-origin'), '*')
    t.match(answer.headers.get('x-request-id'), /^\S+$/)
  })
}

const READ = 'GET, HEAD, OPTIONS'
const SEND = 'POST, OPTIONS'
const REST = ['/api/v1/icons', `/api/v1/icons/${ID}`, '/api/v1/categories', '/api/v1/sets', '/api/v1/suggest?prefix=ra']
const FILES = [
  '/catalog.json',
  `/assets/${ID}.svg`,
  `/assets/${ID}.lottie`,
  '/docs/index.md',
  '/docs/getting-started.md',
]
const METADATA = [
  '/openapi.json',
  '/healthz',
  '/readyz',
  '/auth.md',
  '/.well-known/jwks.json',
  '/.well-known/agent-card.json',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-authorization-server',
  '/',
]
const READABLE = [...REST, ...FILES, ...METADATA]
const ENDPOINTS = ['/agent/identity', '/oauth2/token', '/mcp', '/mcp/docs', '/a2a']

for (const path of [...READABLE, ...ENDPOINTS]) {
  const isRead = READABLE.includes(path)
  const allow = isRead ? READ : SEND

  t.test(`${path} refuses other methods and names its own`, async (t) => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'TRACE', ...(isRead ? ['POST'] : ['GET', 'HEAD'])]) {
      const answer = await ask(path, { method })
      t.equal(answer.status, 405, method)
      t.equal(answer.headers.get('allow'), allow)
      t.equal(answer.headers.get('access-control-allow-origin'), '*')
      if (method === 'HEAD') continue
      const { error } = jsonOf(answer) as { error: string | { code: unknown; data?: unknown } }
      if (isRead) t.match(error, { code: 'method_not_allowed' })
      else if (typeof error === 'string') t.equal(error, 'invalid_request')
      else t.match(jsonOf(answer), { jsonrpc: '2.0', id: null, error: { data: { code: 'method_not_allowed' } } })
    }
  })

  t.test(`${path} tells browsers that pages of any origin may use it, with a token too`, async (t) => {
    const fields = [
      'Origin: https://page.example',
      `Access-Control-Request-Method: ${isRead ? 'GET' : 'POST'}`,
      'Access-Control-Request-Headers: authorization, content-type, mcp-protocol-version',
    ]
    const { body, headers, status } = await ask(path, { method: 'OPTIONS', fields })
    t.equal(status, 204)
    t.equal(body.length, 0)
    t.equal(headers.get('access-control-allow-origin'), '*')
    t.equal(headers.get('access-control-allow-methods'), allow)
    t.equal(headers.get('access-control-max-age'), '86400')
    t.equal(headers.get('allow'), allow)
    const named = (headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/, */)
    for (const name of ['authorization', 'content-type', 'mcp-protocol-version', 'a2a-version', '*'])
      t.ok(named.includes(name), name)
    t.notOk(headers.has('ratelimit'), 'a preflight uses up nothing')
  })
}

for (const path of READABLE) {
  t.test(`${path} answers HEAD as it does GET, without the body`, async (t) => {
    const [get, head] = [await ask(path), await ask(path, { method: 'HEAD' })]
    t.equal(get.status, 200)
    t.equal(head.body.length, 0)
    t.equal(head.headers.get('content-length'), String(get.body.length))
    t.strictSame(withoutOwnFields(head), withoutOwnFields(get))
  })

  t.test(`${path} is not sent again to who has it, and goes out compressed`, async (t) => {
    const plain = await ask(path)
    const decoded = new Map<string, (bytes: Buffer) => Buffer>([
      ['identity', (bytes) => bytes],
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ])
    for (const coding of decoded.keys()) {
      const fields = [`Accept-Encoding: ${coding}`]
      const answer = await ask(path, { fields })
      const used = answer.headers.get('content-encoding') ?? 'identity'
      t.ok(used === coding || used === 'identity')
      t.ok(decoded.get(used)!(answer.body).equals(plain.body), `${coding} holds the same`)
      t.match(answer.headers.get('vary'), /Accept-Encoding/)
      if (['/catalog.json', '/openapi.json', '/docs/getting-started.md', '/'].includes(path)) t.equal(used, coding)
      const tag = answer.headers.get('etag')
      if (tag === undefined) {
        t.ok(['/healthz', '/readyz'].includes(path), 'only health has no tag')
        continue
      }
      t.match(tag, /^"[\w-]+"$/, 'a strong tag')
      const again = await ask(path, { fields: [...fields, `If-None-Match: "x", W/${tag}`] })
      t.equal(again.status, 304)
      t.equal(again.body.length, 0)
      for (const name of ['etag', 'cache-control', 'vary', 'signpost-generation', 'ratelimit-policy'])
        t.equal(again.headers.get(name), answer.headers.get(name), name)
      t.equal((await ask(path, { fields: [...fields, 'If-None-Match: "x"'] })).status, 200)
    }
  })
}

t.test('health is told without being kept', async (t) => {
  for (const [path, expected] of [
    ['/healthz', { status: 'ok', version: VERSION }],
    ['/readyz', { status: 'ready', content: /^sha256:[0-9a-f]{64}$/ }],
  ] as const) {
    const answer = await ask(path)
    t.match(jsonOf(answer), expected)
    t.equal(answer.headers.get('cache-control'), 'no-store')
  }
})

t.test('every answer has an id of its own', async (t) => {
  const ids = new Set<string | undefined>()
  for (const path of [...READABLE, ...ENDPOINTS, '/none']) {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      const answer = await ask(path, { method, fields: ['X-Request-Id: mine'] })
      ids.add(answer.headers.get('x-request-id'))
    }
  }
  t.equal(ids.size, (READABLE.length + ENDPOINTS.length + 1) * 4)
  t.notOk(ids.has('mine') || ids.has(undefined) || ids.has(''))
})

t.test('the lists agree with the catalogue', async (t) => {
  const { categories } = jsonOf(await ask('/api/v1/categories')) as { categories: unknown }
  t.strictSame(categories, catalog.categories)
  for (const { icons, id } of catalog.categories) {
    const keys = catalog.icons.filter(({ category }) => category === id).map(keyOf)
    t.equal(new Set(keys).size, icons, id)
  }
  const { sets } = jsonOf(await ask('/api/v1/sets')) as { sets: Catalog['sets'] }
  t.strictSame(sets, catalog.sets)
  for (const set of sets as readonly (Catalog['sets'][number] & { icons: number; records: number })[]) {
    const records = catalog.icons.filter((record) => record.set === set.id)
    t.equal(records.length, set.records)
    t.equal(new Set(records.map(keyOf)).size, set.icons)
    t.strictSame(new Set(records.map(({ style }) => style)), new Set(set.styles.length === 0 ? [''] : set.styles))
  }
  t.equal(catalog.icons.length, catalog.counts.records)
  t.equal(new Set(catalog.icons.map(keyOf)).size, catalog.counts.icons)
})

t.test('suggestions begin with the prefix and lead to icons', async (t) => {
  for (const prefix of ['ra', 'RA', 'c', '비', '雨', 'arrow l']) {
    const answer = jsonOf(await ask(`/api/v1/suggest?limit=50&prefix=${encodeURIComponent(prefix)}`))
    const suggestions = answer['suggestions'] as readonly { text: string; icons: number }[]
    t.equal(answer['prefix'], prefix.toLowerCase())
    t.ok(suggestions.length > 0, prefix)
    for (const { icons, text } of suggestions) {
      t.ok(text.toLowerCase().startsWith(prefix.toLowerCase()), text)
      t.ok(icons > 0)
      t.ok((await search(`?limit=1&q=${encodeURIComponent(text)}`)).total > 0, text)
    }
  }
  t.strictSame(jsonOf(await ask('/api/v1/suggest?prefix=zzqx')), { prefix: 'zzqx', suggestions: [] })
})

for (const [query, code] of [
  ...['', 'prefix=', 'prefix=%20', 'prefix=%FF', 'prefix=a&prefix=b', `prefix=${'x'.repeat(101)}`, 'prefix=%'].map(
    (query) => [query, 'invalid_query'],
  ),
  ...['0', '51', '', 'x', '-1', '1.5', '5&limit=5', '%zz'].map((limit) => [
    `prefix=ra&limit=${limit}`,
    'invalid_limit',
  ]),
]) {
  t.test(`suggestions for "${query?.slice(0, 60)}" are refused with ${code}`, async (t) => {
    t.strictSame(refusalOf(await ask(`/api/v1/suggest?${query}`)), [400, code])
  })
}

/** Content of an answer without what belongs to its moment. */
const contentOf = (answer: RawAnswer): unknown => [answer.status, answer.headers.get('etag'), answer.body.toString()]

t.test('the same request gets the same answer, from the cache or not', async (t) => {
  for (const path of [
    '/api/v1/icons?q=sun&limit=50',
    '/api/v1/icons?limit=50&q=sun',
    '/api/v1/icons?q=+sun+&limit=050',
  ])
    t.strictSame(contentOf(await ask(path)), contentOf(await ask('/api/v1/icons?q=sun&limit=50')), path)
})

t.test('whoever asks pays, whether the answer was kept or not', async (t) => {
  const from = newAddress()
  const left: (string | undefined)[] = []
  for (let n = 0; n < 4; n++) {
    const { headers } = await ask('/api/v1/icons?q=moon', { from })
    left.push(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
  }
  t.strictSame(left, ['119', '118', '117', '116'])
  t.match((await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }, { from })).headers.get('ratelimit'), /r=115;/)
})
