/** A random request, and the status that it must get if that follows from its parts. */
export interface RandomRequest {
  readonly method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST'
  /** Target with one character for each byte. */
  readonly target: string
  readonly fields: readonly string[]
  /** Expected status, or null if a mutation has made it unpredictable. */
  readonly status: number | null
  readonly search: { readonly locale: string; readonly limit: number; readonly highlights: boolean } | null
}

export interface Vocabulary {
  readonly words: readonly string[]
  /** Paths below the host that are served, percent-encoded. */
  readonly paths: readonly string[]
  readonly siteUrl: string
}

type Random = () => number

const LOCALES = ['en', 'zh', 'ko']
const BAD_LOCALES = ['', 'EN', 'fr', 'en-US', 'zh%2DCN', '%00', '%FF', '..']
const BAD_LIMITS = ['', '0', '51', '-1', '1.5', '1e1', '%201', '99999999999999999999', 'x', '%EF%BC%95']
const BAD_PATHS = [
  '',
  '..',
  '/en/..',
  '%5C',
  '/en/%00',
  '//evil.example/en',
  'http://evil.example/en',
  '%FF',
  '%',
  'a/./b',
]
const SIGNS = [
  '-',
  '_',
  "'",
  '"',
  '(',
  ')',
  '*',
  '/',
  '.',
  ':',
  '<b>',
  '&amp;',
  '#',
  '?',
  '\\',
  '{',
  '}',
  '$',
  '^',
  '|',
]
const RARE = [
  '\u{1F600}',
  '\u0301',
  '\u200d',
  '\u00ad',
  '\u202e',
  '\ufeff',
  '\u{20000}',
  'ß',
  'İ',
  'ﬁ',
  '㍿',
  'ｑ',
  '\u1112\u1161\u11ab',
  'ा',
  '\u0000',
]
const ADDRESSES = [
  '/llms.txt',
  '/en/llms.txt',
  '/openapi.json',
  '/.well-known/api-catalog',
  '/healthz',
  '/readyz',
  '/',
  '/search',
  '/none',
  '/en/none',
  '/fr',
  '/api/search/',
  '/%zz',
  '/en/%FF',
]
const FIELDS = [
  'Accept-Encoding: br',
  'Accept-Encoding: gzip;q=0.5, br;q=0',
  'Accept-Encoding: *;q=0',
  'Accept: text/markdown',
  'Accept: text/html;q=0.9, */*;q=0.1',
  'Accept: ,;q=,/;q=2',
  'Accept-Language: ko-KR, en;q=0.5',
  'If-None-Match: "x", W/"y"',
  'If-None-Match: ,,"',
  'If-Modified-Since: yesterday',
  'Range: bytes=0-1',
  'Origin: https://a.example',
  'X-Forwarded-For: 192.0.2.1',
  'X-Request-Id: mine',
  'Cookie: a=b',
]
/** Share of requests in which random bytes change at the end. */
const MUTATED = 0.12

/** Makes random requests over the whole URL space. Most are almost valid, because the parser stops what is plainly wrong. */
export function createRandomRequests(random: Random, { paths, siteUrl, words }: Vocabulary): () => RandomRequest {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const chance = (share: number): boolean => random() < share
  const below = (limit: number): number => Math.floor(random() * limit)

  return () => {
    const kind = random()
    const request = kind < 0.72 ? search() : kind < 0.87 ? page() : address()
    if (!chance(MUTATED)) return request
    return { ...request, target: mutate(request.target), status: null, search: null }
  }

  function search(): RandomRequest {
    const parts: string[] = []
    let status = 200
    const bad = (share: number): boolean => {
      const is = chance(share)
      if (is) status = 400
      return is
    }
    const query = text()
    parts.push(`q=${encode(query)}`)
    if (bad(0.01)) parts.push(pick(['q=again', 'q=', '%71=again']))
    const locale = chance(0.3) ? null : pick(LOCALES)
    if (bad(0.02)) parts.push(`locale=${pick(BAD_LOCALES)}`)
    else if (locale !== null) parts.push(`locale=${locale}`)
    const limit = chance(0.3) ? null : 1 + below(50)
    if (bad(0.02)) parts.push(`limit=${pick(BAD_LIMITS)}`)
    else if (limit !== null) parts.push(`limit=${chance(0.1) ? '00' : ''}${limit}`)
    const highlights = chance(0.04)
    if (highlights) parts.push(`include=${pick(['highlights', 'x,highlights', 'highlights,,'])}`)
    if (chance(0.1)) parts.push(pick(['x=1', 'x=%zz', '', '=', '%FF=1', 'Q=2', 'utm_source=a', 'limit[]=3']))
    parts.sort(() => random() - 0.5)
    const length = [...query.normalize('NFKC').replace(/\s+/gu, ' ').trim()].length
    if (length < 2 || length > 200) status = 400
    return finish(`/api/search?${parts.join('&')}`, status, { locale: locale ?? 'en', limit: limit ?? 10, highlights })
  }

  function text(): string {
    const count = chance(0.02) ? 20 + below(20) : 1 + below(4)
    let query = Array.from({ length: count }, word).join(pick([' ', ' ', ' ', '  ', '\t', '\u3000', '+', '-', '']))
    if (chance(0.05)) query = pick([' ', '', '\n']) + query + pick([' ', '\u00a0', '?'])
    return query
  }

  function word(): string {
    const kind = random()
    if (kind < 0.05) return pick(SIGNS)
    if (kind < 0.1) return pick(RARE).repeat(1 + below(3))
    if (kind < 0.12) return String.fromCodePoint(0x20 + below(0xd7ff - 0x20))
    const characters = [...pick(words)]
    if (kind < 0.3) characters.splice(below(characters.length), below(2), pick(['a', 'e', 'x', '中', '가', '1']))
    if (kind > 0.9) characters.length = 1 + below(characters.length)
    const result = characters.join('')
    return chance(0.1) ? result.toUpperCase() : result
  }

  function page(): RandomRequest {
    if (chance(0.15)) return finish(`/api/page?path=${pick(BAD_PATHS)}`, 400)
    if (chance(0.1)) return finish(`/api/page?path=${encode(word().replace(/[\\/.?#\p{Cc}]/gu, 'x'))}zz`, 404)
    const path = decodeURIComponent(pick(paths))
    const suffix = pick(['', '', '', '/', '.md', '?x=1', '#top', '//', '/?a#b'])
    const prefix = pick(['', '', siteUrl.replaceAll('%', '%25')])
    return finish(`/api/page?path=${encode(prefix + path + suffix)}`, 200)
  }

  function address(): RandomRequest {
    return chance(0.5)
      ? finish(pick(paths) + pick(['', '', '.md', '/', '/index', '/x', '?q=1']), null)
      : finish(pick(ADDRESSES), null)
  }

  function finish(target: string, status: number | null, asked: RandomRequest['search'] = null): RandomRequest {
    const method = pick(['GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST'] as const)
    const fields = Array.from({ length: chance(0.3) ? below(4) : 0 }, () => pick(FIELDS))
    const known = method === 'OPTIONS' ? 204 : method === 'POST' ? 405 : status
    return { method, target, fields, status: status === null ? null : known, search: method === 'GET' ? asked : null }
  }

  /** Encodes a value in one of the ways of clients, all of which servers must accept. */
  function encode(value: string): string {
    const way = random()
    if (way < 0.4) return encodeURIComponent(value)
    if (way < 0.6) return encodeURIComponent(value).replaceAll('%20', '+')
    const bytes = Buffer.from(value)
    const isPlain = (byte: number): boolean =>
      (way < 0.8 ? byte >= 0x80 : false) || /\w/.test(String.fromCharCode(byte))
    return [...bytes]
      .map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`))
      .join('')
  }

  /** Changes, removes and inserts bytes, but none that would end the request line. */
  function mutate(target: string): string {
    let result = target
    for (let times = 1 + below(4); times > 0; times--) {
      const at = 1 + below(result.length - 1)
      const inserted = chance(0.3)
        ? pick(['%', '&', '=', '/', '..', '%2e', '?', '#', '+', '%00', ';'])
        : String.fromCharCode(0x21 + below(0xff - 0x20))
      result = result.slice(0, at) + inserted + result.slice(at + below(3))
    }
    return result
  }
}
