/** A request at fault, and how it is refused. */
export interface Case {
  /** Target, as it is written on the request line. */
  readonly target: string
  readonly method?: string
  readonly status: number
  readonly code: string
  readonly param?: string
}

const encode = encodeURIComponent
const GRINNING = '\u{1F600}'
const COMPOSED_TO_FOUR = '㍿'
const COMPOSED_TO_EIGHTEEN = 'ﷺ'

/** Queries of a length on the wrong side of a bound, counted in code points after NFKC. */
const QUERIES_OF_WRONG_LENGTH = [
  'e\u0301',
  '\u1112\u1161\u11ab',
  '\u0301',
  GRINNING,
  '\u{20000}',
  '\u{1D49C}',
  ' \u2003\u3000x\ufeff\u00a0',
  '\u2028\u2029',
  '\u0009\u000a\u000b\u000c\u000d',
  '\u0000',
  '\u007f',
  '\u200b',
  'x'.repeat(201),
  `${'x'.repeat(100)} ${'y'.repeat(100)}`,
  GRINNING.repeat(201),
  `${GRINNING.repeat(200)}x`,
  'q\u0301'.repeat(101),
  `${'ﬁ'.repeat(100)}x`,
  COMPOSED_TO_FOUR.repeat(51),
  COMPOSED_TO_EIGHTEEN.repeat(12),
  '½'.repeat(67),
  '가'.repeat(201),
  '中'.repeat(201),
  'x'.repeat(3000),
]

/** Values of q that are not percent-encoded UTF-8: overlong forms, surrogates, beyond Unicode, cut short, stray bytes. */
const MALFORMED = [
  'ab%F0%9F%98',
  'ab%F0%9F',
  'ab%F0',
  'ab%E0%80%80',
  'ab%F0%80%80%AF',
  'ab%C1%BF',
  'ab%ED%BF%BF',
  'ab%F4%90%80%80',
  'ab%F8%88%80%80%80',
  'ab%FE',
  'ab%BF',
  'ab%E4%B8%41',
  'ab%u4E2D',
  'ab%+1',
  'ab% 1'.replace(' ', '%20'),
  'ab%2',
  'ab%G0',
  'ab%0G',
  'ab%％41',
]

/** Control characters, U+0000 to U+001F and U+007F to U+009F, each end of both ranges and the usual suspects. */
const CONTROLS = ['%00', '%01', '%08', '%0A', '%0D', '%0D%0A', '%1B', '%1F', '%7F', '%C2%80', '%C2%9F']

function pathsThatAreInvalid(port: string): string[] {
  const site = `http://localhost:${port}`
  return [
    ...CONTROLS.flatMap((control) => [`/en/a${control}`, `${control}/en`, `${site}/en/${control}`]),
    // A URL's own percent-encoding is decoded after the parameter's.
    ...['%2500', '%250A', '%257F', '%255C', '%25C2%2585'].map((hidden) => `${site}/en/${hidden}`),
    ...['%252e', '%252e%252e', '.%252E', '%252e.'].map((dots) => `${site}/en/${dots}/x`),
    ...['%25', '%25zz', '%25FF', '%25C0%25AE', '%25ED%25A0%2580'].map((fault) => `${site}/en/${fault}`),
    '/en/guides/..%2f..%2fx',
    '/en/guides/%2e%2e/%2e%2e/x',
    '/en/guides/start/..',
    '/en/guides/start/.?x=1',
    '/en/../en/guides/start',
    '..?x',
    '..%23x',
    '.%3Fx',
    '/./',
    '/../',
    `${site}/..`,
    `${site}/en/../ko`,
    `${site}/./en`,
    '/en\\..\\..\\x',
    '/en/%5C%5Cevil.example',
    '\\\\evil.example\\en',
    'http:%5C%5Cevil.example/en',
    `https://localhost:${port}/en`,
    `ws://localhost:${port}/en`,
    `http://localhost:${port}0/en`,
    `http://localhost:${Number(port) - 1}/en`,
    'http://localhost:80/en',
    `http://127.0.0.1:${port}/en`,
    `http://[::1]:${port}/en`,
    `http://localhost.:${port}/en`,
    `http://localhost.evil.example:${port}/en`,
    `http://evil.example:${port}/en`,
    `http://localhost:${port}.evil.example/en`,
    `http://localhost:${port}@evil.example/en`,
    `http://user@localhost:${port}/en`,
    `http://user:word@localhost:${port}/en`,
    `http://evil.example%2523@localhost:${port}/en`,
    `http://localhost:99999/en`,
    `http://localhost:port/en`,
    '///en',
    '////',
    '//',
    'http:///en',
    'file:///etc/passwd',
    'HTTP://EVIL.EXAMPLE/en',
    'x://',
    `//localhost/en`,
    `//user@localhost:${port}/en`,
    'a'.repeat(2049),
    encode('中'.repeat(2049)),
    encode(GRINNING.repeat(2049)),
    `/en/${'a'.repeat(2045)}`,
    `${site}/en?${'a'.repeat(2048)}`,
    `/en%23${'a'.repeat(2048)}`,
  ]
}

/** A parameter of the API with a valid value and its code. An optional text may be empty, which is as if it were not there. */
interface ApiParameter {
  readonly route: string
  readonly others: string
  readonly param: string
  readonly code: string
  readonly good: string
  readonly mayBeEmpty?: true
}

export const PARAMETERS: readonly ApiParameter[] = [
  { route: '/api/search', others: '', param: 'q', code: 'invalid_query', good: 'widget' },
  { route: '/api/search', others: 'q=widget&', param: 'locale', code: 'invalid_locale', good: 'ko' },
  { route: '/api/search', others: 'q=widget&', param: 'limit', code: 'invalid_limit', good: '5' },
  {
    route: '/api/search',
    others: 'q=widget&',
    param: 'version',
    code: 'invalid_version',
    good: '2.x',
    mayBeEmpty: true,
  },
  {
    route: '/api/search',
    others: 'q=widget&',
    param: 'section',
    code: 'invalid_section',
    good: 'guides',
    mayBeEmpty: true,
  },
  { route: '/api/page', others: '', param: 'path', code: 'invalid_path', good: '/en' },
  { route: '/api/page', others: 'path=/en&', param: 'version', code: 'invalid_version', good: '2.x', mayBeEmpty: true },
]

/** Parameters that may be given several times, and refuse nothing: what is malformed is left out. */
export const LISTS = ['/api/search include', '/api/search typing']

/** What is wrong with a parameter whatever its type: given twice, in any spelling of its name, or not decodable. */
function faultsOfEveryParameter(): Case[] {
  return PARAMETERS.flatMap(({ code, good, mayBeEmpty, others, param, route }) => {
    const [first = '', ...rest] = param
    const encodedName = `%${first.charCodeAt(0).toString(16)}${rest.join('')}`
    return [
      `${param}=${good}&${param}=${good}`,
      `${param}=${good}&${encodedName}=${good}`,
      `${param}=${good}&x=1&y=%zz&${param}=`,
      `${param}&${param}=${good}`,
      `${param}=${good}&${param}=%zz`,
      `${param}=%zz&${param}=${good}`,
      ...(mayBeEmpty === true ? [] : [`${param}=`, param, encodedName]),
      `${param}=%E4%B8`,
      `${param}=%`,
      `${param}=%C3%28`,
      `${param}=\xE4\xB8`,
    ].map((query) => ({ target: `${route}?${others}${query}`, status: 400, code, param }))
  })
}

/** Where two parameters are at fault the first in the order of the interface is named. */
const SEVERAL_FAULTS: readonly Case[] = [
  { target: '/api/search?limit=0&locale=xx&q=', status: 400, code: 'invalid_query', param: 'q' },
  { target: '/api/search?limit=0&locale=xx&q=ok', status: 400, code: 'invalid_locale', param: 'locale' },
  { target: '/api/search?limit=0&locale=ko&q=ok', status: 400, code: 'invalid_limit', param: 'limit' },
]

const LOCALES = [
  'eN',
  'ZH',
  'KO',
  'e',
  'eng',
  'en-',
  'zh-Hans',
  'ko-KR',
  'en%00',
  '%00',
  'e%6E%20',
  'еn',
  'ｅｎ',
  'en;ko',
  '__proto__',
]

const LIMITS = [
  '00',
  '051',
  '0051',
  '50.',
  '.5',
  '5e0',
  '5E0',
  '0x5',
  '5n',
  '5%20',
  '%205',
  '+5',
  '5+',
  '-0',
  '５',
  '٥',
  '５０',
  '5,5',
  '5;5',
  '%00',
  '5%00',
  '9'.repeat(400),
  '4294967297',
  '18446744073709551617',
  'null',
  '[]',
  'Infinity',
]

/** Addresses of nothing, odd bytes among them. */
const NOWHERE = [
  '/api/search%3Fq=widget',
  '/api%2Fsearch?q=widget',
  '/api//search?q=widget',
  '//api/search?q=widget',
  '/api/search;q=widget',
  '/api/./search?q=widget',
  '/api/../api/search?q=widget',
  '/api/%2e%2e/openapi.json',
  '/openapi.json/',
  '/openapi.yaml',
  '/healthz/',
  '/Healthz',
  '/.well-known/api-catalog//',
  '/.well-known/security.txt',
  '/fr/llms.txt',
  '/llms.txt.md',
  '/sitemap.txt',
  '/en.html',
  '/en.md.md',
  '/en/guides/start.html',
  '/en/guides/start.mdx',
  '/en/guides/START',
  '/en/guides//start',
  '/zh/%E4%B8',
  '/en/%C0%AE%C0%AE/x',
  '/en/..%2F..%2Fpackage.json',
  '/en/..%5C..%5Cpackage.json',
  '/en/../../../../etc/passwd',
  '/_/..%2f..%2fpackage.json',
  '/_/%2e%2e/%2e%2e/package.json',
  '/en/guides/start%00.md',
  '/en/guides/start%0a',
  '/en/guides/start%20',
  '/en/%F0%9F%98%80',
  '/en/\xff\xfe',
  '/\x80',
  '/\x7f',
  '/"<script>',
  '/{locale}',
  '/%00',
  '/$%7Bjndi:x%7D',
  '/__proto__',
  '/en/__proto__',
  '/constructor',
  `/${'a'.repeat(8000)}`,
]

const ROUTES = [
  '/api/search?q=widget',
  '/api/search',
  '/api/page?path=/en',
  '/llms.txt',
  '/llms-full.txt',
  '/en/llms.txt',
  '/openapi.json',
  '/.well-known/api-catalog',
  '/healthz',
  '/readyz',
  '/',
  '/search',
  '/en',
  '/ko.md',
  '/en/guides/start',
  '/en/guides/none',
]
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'G@T']

/** @param port Of the documentation host, which full addresses name. */
export function cases(port: string): Case[] {
  const search = (query: string, param: string, code: string): Case => ({
    target: `/api/search?${query}`,
    status: 400,
    code,
    param,
  })
  return [
    ...QUERIES_OF_WRONG_LENGTH.map((q) => search(`q=${encode(q)}`, 'q', 'invalid_query')),
    ...MALFORMED.map((q) => search(`q=${q}`, 'q', 'invalid_query')),
    ...LOCALES.map((locale) => search(`q=widget&locale=${locale}`, 'locale', 'invalid_locale')),
    ...LIMITS.map((limit) => search(`q=widget&limit=${limit}`, 'limit', 'invalid_limit')),
    ...pathsThatAreInvalid(port).map((path) => ({
      target: `/api/page?path=${path}`,
      status: 400,
      code: 'invalid_path',
      param: 'path',
    })),
    ...faultsOfEveryParameter(),
    ...SEVERAL_FAULTS,
    ...NOWHERE.map((target) => ({ target, status: 404, code: 'endpoint_not_found' })),
    ...METHODS.flatMap((method) =>
      ROUTES.map((target) => ({ target, method, status: 405, code: 'endpoint_not_found' })),
    ),
    ...['OPTIONS', 'POST', 'DELETE'].map((method) => ({
      target: '/none',
      method,
      status: 404,
      code: 'endpoint_not_found',
    })),
  ]
}
