import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { createAsk, withoutOwnFields, type RawAnswer } from '../../support/raw-http.ts'
import { startService } from '../../support/start-service.ts'
import { DOCUMENTATION } from './documentation.ts'

/** Accept-Encoding and the coding of a body that is worth compressing. */
const CODINGS: readonly (readonly [field: string, coding: 'br' | 'gzip' | undefined])[] = [
  ['', undefined],
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['deflate, zstd', undefined],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.5', 'br'],
  ['br;q=0, gzip;q=0', undefined],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['identity;q=0', undefined],
  ['identity, br;q=0.9', undefined],
  ['identity;q=0.5, gzip', 'gzip'],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
  ['br;q=1.5, gzip;q=0.1', 'gzip'],
  ['br;q=x', undefined],
  ['br;q=0.0001', undefined],
  [' br ; q=0.001 ,', 'br'],
  [',,;q=1,br', 'br'],
]

const ROUTES = [
  '/api/search?q=widget',
  '/api/page?path=/en/api/errors',
  '/llms.txt',
  '/llms-full.txt',
  '/ko/llms.txt',
  '/openapi.json',
  '/.well-known/api-catalog',
  '/en',
  '/en/api/errors',
  '/en/api/errors.md',
  '/healthz',
  '/readyz',
  '/',
  '/search?q=widget',
]
const NEVER_KEPT = new Set(['/healthz', '/readyz', '/search?q=widget'])

t.test('what a client prefers and what it holds', async (t) => {
  const { url } = await startService(t, { content: DOCUMENTATION })
  const ask = await createAsk(t, url)
  const etagOf = ({ headers }: RawAnswer): string => headers.get('etag') ?? ''

  t.test('a body goes out in the coding that the client likes best, with a tag of its own', async (t) => {
    const plain = (await ask('/en/api/errors.md')).body
    const tags = new Map<string, Set<string>>()
    for (const [field, coding] of CODINGS) {
      const answer = await ask('/en/api/errors.md', [`Accept-Encoding: ${field}`])
      t.equal(answer.headers.get('content-encoding'), coding, field)
      const body =
        coding === 'br' ? brotliDecompressSync(answer.body) : coding === 'gzip' ? gunzipSync(answer.body) : answer.body
      t.ok(body.equals(plain), field)
      t.match(answer.headers.get('vary'), /\bAccept-Encoding\b/)
      const key = String(coding)
      tags.set(key, (tags.get(key) ?? new Set()).add(etagOf(answer)))
    }
    t.same(
      [...tags.values()].map(({ size }) => size),
      [1, 1, 1],
    )
    t.equal(new Set([...tags.values()].flatMap((set) => [...set])).size, 3)
  })

  for (const route of ROUTES) {
    t.test(`${route}: HEAD is GET without its body, and a client that holds the answer gets 304`, async (t) => {
      for (const coding of ['identity', 'br', 'gzip']) {
        const fields = [`Accept-Encoding: ${coding}`, 'Accept: text/html']
        const [get, head] = [await ask(route, fields), await ask(route, fields, 'HEAD')]
        t.equal(head.body.length, 0)
        t.equal(head.headers.get('content-length'), String(get.body.length))
        t.same(withoutOwnFields(head), withoutOwnFields(get))
        if (get.status !== 200) continue
        const isKept = !NEVER_KEPT.has(route)
        t.equal(get.headers.get('cache-control') === 'no-store', !isKept)
        t.equal(get.headers.has('etag'), isKept)
        if (!isKept) continue
        const tag = etagOf(get)
        t.match(tag, /^"[\w-]+"$/, 'a strong tag')
        for (const held of [tag, `W/${tag}`, '*', ' * ', `"a", ${tag}`, `"a,b",W/"c" ,W/${tag},"d"`]) {
          for (const method of ['GET', 'HEAD']) {
            const answer = await ask(route, [...fields, `If-None-Match: ${held}`], method)
            t.same([answer.status, answer.body.length, etagOf(answer)], [304, 0, tag], `${method} ${held}`)
            for (const name of [
              'cache-control',
              'vary',
              'last-modified',
              'signpost-generation',
              'content-language',
              'access-control-allow-origin',
            ])
              t.equal(answer.headers.get(name), get.headers.get(name), name)
            for (const name of ['content-length', 'content-type', 'content-encoding'])
              t.notOk(answer.headers.has(name), name)
          }
        }
        for (const held of ['"x"', tag.slice(1, -1), tag.toUpperCase(), `W/"${tag}"`, '"*"', '', ',', 'W/'])
          t.equal((await ask(route, [...fields, `If-None-Match: ${held}`])).status, 200, held)
      }
    })
  }

  t.test('a page is HTML or Markdown as its client prefers', async (t) => {
    for (const [accept, type] of [
      ['', 'html'],
      ['*/*', 'html'],
      ['text/html', 'html'],
      ['text/markdown', 'markdown'],
      ['TEXT/Markdown;charset=utf-8', 'markdown'],
      ['text/*', 'html'],
      ['text/markdown;q=0.5, text/html;q=0.4', 'markdown'],
      ['text/markdown;q=0.4, text/html;q=0.5', 'html'],
      ['text/markdown, text/html', 'html'],
      ['text/markdown, */*;q=0.8', 'markdown'],
      ['text/html;q=0, text/*', 'markdown'],
      ['text/markdown;q=0', 'html'],
      ['application/json', 'html'],
      [',;q', 'html'],
    ] as const) {
      const { headers } = await ask('/en/guides/start', [`Accept: ${accept}`])
      t.equal(headers.get('content-type'), `text/${type}; charset=utf-8`, accept)
      t.match(headers.get('vary'), /\bAccept\b(?!-)/)
    }
  })

  t.test('preflights are answered at every address', async (t) => {
    for (const route of [...ROUTES, '/none', '/en/none']) {
      const answer = await ask(route, ['Origin: https://a.example', 'Access-Control-Request-Method: GET'], 'OPTIONS')
      t.equal(answer.status, 204, route)
      t.equal(answer.headers.get('access-control-max-age'), '86400')
      t.equal(answer.headers.get('access-control-allow-origin'), '*')
      t.match(answer.headers.get('access-control-allow-methods'), /\bGET\b.*\bHEAD\b/)
    }
  })
})
