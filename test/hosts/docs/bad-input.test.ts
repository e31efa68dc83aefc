import t from 'tap'
import { problem } from '../../../src/hosts/docs/api/refusals.ts'
import { startService } from '../../support/start-service.ts'
import { DOCUMENTATION } from './documentation.ts'

const LONG = 'a'.repeat(201)

/** Values of `q` as they stand in a URL, all of them invalid. */
const QUERIES = [
  '',
  'a',
  '%61',
  '+',
  '++',
  '%20',
  '%20a%20',
  '+a+',
  '%09a%0A',
  '%C2%A0a',
  '%E3%80%80a%E3%80%80',
  '%E4%B8%AD',
  '%F0%9F%98%80',
  '가',
  '%EF%BC%A1',
  LONG,
  encodeURIComponent('가'.repeat(201)),
  encodeURIComponent('😀'.repeat(201)),
  'a+'.repeat(101),
  encodeURIComponent('㍿'.repeat(51)),
  '%',
  '%a',
  '%zz',
  'abc%',
  'ab%c',
  'ab%2',
  '%80',
  '%FF%FE',
  'ab%C0%AF',
  '%ED%A0%80%ED%B0%80',
  '%F5%80%80%80',
  '%E4%B8',
  '%C3%28',
  'ab%%',
]

/** Whole query strings whose `q` is invalid. */
const QUERY_STRINGS = [
  '',
  'Q=hello',
  'query=hello',
  'q',
  'q&q=hello',
  'q=hello&q=hello',
  'q=hello&%71=world',
  'q=ab&q=%zz',
  'limit=5',
  'locale=ko',
  'q[]=hello',
  '%=hello',
  'q%00=hello',
]

const LOCALES = [
  '',
  'EN',
  'En',
  'en-US',
  'en_US',
  'fr',
  'zh-CN',
  'kr',
  'en%20',
  '+en',
  'en,ko',
  '*',
  '%zz',
  '%FF',
  'null',
  '..',
  'en%00',
]

const LIMITS = [
  '',
  '0',
  '00',
  '51',
  '100',
  '-1',
  '+1',
  '%2B5',
  '1.5',
  '1.0',
  '1e1',
  '0x10',
  '0b1',
  '1_0',
  '%201',
  '1%20',
  '1,0',
  'ten',
  'NaN',
  'Infinity',
  'true',
  '٥',
  '%D9%A5',
  '１０',
  '99999999999999999999999',
  '%zz',
  '%FF',
  '10%00',
]

/** Values of `path`, all of them invalid. */
const PATHS = [
  '',
  '.',
  '..',
  '/.',
  '/..',
  './guides',
  '../guides',
  '/en/..',
  '/en/../en',
  '/en/./guides',
  '/en/guides/..',
  'guides/../../x',
  '/en/guides/.',
  '%2e%2e',
  '%2E%2E%2Fguides',
  '/en/%2e%2e/x',
  '%5C',
  '/en%5Cguides',
  'en\\guides',
  'a%5C..%5Cb',
  '%00',
  '/en/a%00',
  'a%0Ab',
  'a%0Db',
  '%1F',
  'a%7Fb',
  'a%09b',
  'a%C2%85b',
  'a'.repeat(2049),
  encodeURIComponent('가'.repeat(2049)),
  `/en/${'a/'.repeat(1100)}`,
  'http://evil.example/en',
  'https://evil.example/en/guides/start',
  'https%3A%2F%2Fevil.example%2Fen',
  'ftp://localhost/en',
  'javascript://x/en',
  '//evil.example/en',
  'http://localhost/en',
  'http://localhost:1/en',
  'http://',
  '%zz',
  '%',
  'en%',
  '%FF',
  '%C0%AE',
  '%ED%A0%80',
  '/en/%E4%B8',
]

const PATH_STRINGS = ['', 'path', 'Path=/en', 'path=/en&path=/en', 'path=/en&path=', 'p=/en']

/** Addresses that nothing has. */
const ADDRESSES = [
  '/api',
  '/api/',
  '/api/search/',
  '/api/Search',
  '/API/search',
  '/api/searches',
  '/api/page/',
  '/api/page/en',
  '/llms',
  '/llms.txt/',
  '/fr',
  '/EN',
  '/en/none',
  '/en/guides/none.md',
  '/fr/guides/start',
  '/en/%zz',
  '/en/%FF',
  '/en/%2e%2e/x',
  '/en/a%00b',
  '/en/a%5Cb',
  '/en/a%2Fb',
  '/index',
  '/index.html',
  '/favicon.ico',
  '/.env',
  '/.git/config',
  '/_/',
  '/_/style.css',
  '/_/../x',
  '/.well-known/',
  '/metrics',
  '//',
  '/%',
  '/en%2Fguides',
  '/robots.txt~',
]

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE']
const PLACES = ['/api/search?q=widget', '/api/page?path=/en', '/llms.txt', '/', '/en', '/openapi.json', '/healthz']

interface Case {
  readonly url: string
  readonly method?: string
  readonly status: number
  readonly code: string
  readonly param?: string
}

function cases(): Case[] {
  const invalid = (url: string, param: string, code: string): Case => ({ url, status: 400, code, param })
  const missing = (url: string, method?: string): Case => ({
    url,
    status: 404,
    code: 'endpoint_not_found',
    ...(method === undefined ? {} : { method }),
  })
  return [
    ...QUERIES.map((q) => invalid(`/api/search?q=${q}`, 'q', 'invalid_query')),
    ...QUERY_STRINGS.map((query) => invalid(`/api/search?${query}`, 'q', 'invalid_query')),
    ...LOCALES.map((locale) => invalid(`/api/search?q=widget&locale=${locale}`, 'locale', 'invalid_locale')),
    invalid('/api/search?q=widget&locale=en&locale=en', 'locale', 'invalid_locale'),
    invalid('/api/search?q=widget&locale', 'locale', 'invalid_locale'),
    ...LIMITS.map((limit) => invalid(`/api/search?q=widget&limit=${limit}`, 'limit', 'invalid_limit')),
    invalid('/api/search?q=widget&limit=5&limit=5', 'limit', 'invalid_limit'),
    invalid('/api/search?q=widget&limit', 'limit', 'invalid_limit'),
    ...PATHS.map((path) => invalid(`/api/page?path=${path}`, 'path', 'invalid_path')),
    ...PATH_STRINGS.map((query) => invalid(`/api/page?${query}`, 'path', 'invalid_path')),
    ...['/en/none', 'none', '/fr/guides/start', '/en/guides', '%25', 'a%252e', '/ko/none'].map((path) => ({
      url: `/api/page?path=${path}`,
      status: 404,
      code: 'page_not_found',
    })),
    ...ADDRESSES.map((address) => missing(address)),
    ...METHODS.flatMap((method) => PLACES.map((url) => ({ url, method, status: 405, code: 'endpoint_not_found' }))),
    ...METHODS.map((method) => missing('/none', method)),
  ]
}

t.test('a request that is at fault gets its exact problem', async (t) => {
  const { port, hostname } = new URL((await startService(t, { content: DOCUMENTATION })).url)
  const { default: http } = await import('node:http')
  const agent = new http.Agent({ keepAlive: true, maxSockets: 4 })
  t.teardown(() => agent.destroy())
  /** Sends the address as it is written: `fetch` would resolve its dots and encode what it finds odd. */
  const send = ({ method = 'GET', url }: Case) =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
      const path = Buffer.from(url).toString('latin1')
      const request = http.request({ agent, hostname, port, method, path }, (response) => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (body += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
      })
      request.on('error', reject).end()
    })

  const table = cases()
  t.ok(table.length >= 120, `${table.length} cases`)
  for (const each of table) {
    t.test(`${each.method ?? 'GET'} ${each.url.slice(0, 100)} is ${each.status} ${each.code}`, async (t) => {
      const { body, headers, status } = await send(each)
      const found = problem.parse(JSON.parse(body))
      t.same([status, found.status, found.code, found.param], [each.status, each.status, each.code, each.param])
      t.equal(found.type, 'about:blank')
      t.ok(found.detail.length > 10)
      t.equal(headers['content-type'], 'application/problem+json')
      t.equal(headers['access-control-allow-origin'], '*')
      t.equal(headers['cache-control'], 'no-store')
      t.ok(headers['x-request-id'])
      if (status === 405) t.equal(headers['allow'], 'GET, HEAD, OPTIONS')
    })
  }
})
