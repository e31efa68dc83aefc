import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { pageResponse } from '../../src/hosts/docs/api/page.ts'
import { problem } from '../../src/hosts/docs/api/refusals.ts'
import { searchResponse } from '../../src/hosts/docs/api/search.ts'
import { normaliseQuery } from '../../src/shared/normalise-query.ts'
import { RawConnection, requestFor, type RawAnswer } from '../support/raw-http.ts'
import { seededRandom } from '../support/search-fixture.ts'
import { startService } from '../support/start-service.ts'
import { createRandomRequests, type RandomRequest } from './random-urls.ts'

/** A release is checked with `RANDOM_REQUESTS=100000`. */
const REQUESTS = Number(process.env['RANDOM_REQUESTS'] ?? 4000)
const CONNECTIONS = 16
const SEED = 2_511_20
const SAMPLED_ADDRESSES = 200
const FAULTS_SHOWN = 20
const CONTENT = fileURLToPath(new URL('../../content', import.meta.url))
const STATUSES = new Set([200, 204, 302, 304, 308, 400, 404, 405])

type Found = ReturnType<typeof searchResponse.parse>
type Result = Found['results'][number]

/** @returns the site path of a result, by which ties are broken */
function pathOf({ locale, url }: Result, siteUrl: string): string {
  return decodeURIComponent(url.slice(`${siteUrl}/${locale}/`.length))
}

function* faultsOfSearch(
  found: Found,
  asked: NonNullable<RandomRequest['search']>,
  siteUrl: string,
): Generator<string> {
  const { locale, query, results, total } = found
  const length = [...query].length
  if (normaliseQuery(query) !== query || length < 2 || length > 200) yield 'the query is not normalised'
  if (Object.keys(found).join() !== 'query,locale,total,results') yield 'other members'
  if (results.length > asked.limit || results.length < Math.min(asked.limit, total)) yield `${results.length} results`
  if (total === 0 && results.length > 0) yield 'results of no match'
  if (locale !== 'en' && locale !== asked.locale) yield `the locale is ${locale}`
  if (results.length === 0 && locale !== 'en') yield 'no match, but not English'
  for (const [index, result] of results.entries()) {
    if (result.locale !== locale) yield 'a result of another locale'
    const path = pathOf(result, siteUrl)
    const home = `${siteUrl}/${locale}`
    if (result.url !== home && !result.url.startsWith(`${home}/`)) yield `the address ${result.url}`
    if (result.markdownUrl !== `${result.url}.md`) yield `the address ${result.markdownUrl}`
    if (result.section !== path.split('/')[0]) yield `the section ${result.section} of ${path}`
    if (!Number.isFinite(result.score)) yield 'a score that is no number'
    const before = results[index - 1]
    if (before === undefined) continue
    if (before.score < result.score) yield 'the scores rise'
    if (before.score === result.score && pathOf(before, siteUrl) >= path) yield 'a tie out of order'
  }
  for (const result of results) yield* faultsOfHighlights(result, asked.highlights)
}

function* faultsOfHighlights({ anchor, highlights, title }: Result, wanted: boolean): Generator<string> {
  if ((highlights !== undefined) !== wanted) yield 'highlights unlike asked'
  if (!wanted && anchor !== undefined) yield 'an anchor that nobody asked for'
  if (highlights === undefined) return
  for (const [ranges, text] of [
    [highlights.title, title],
    [highlights.ranges, highlights.extract],
  ] as const) {
    let last = 0
    for (const [start, end] of ranges) {
      if (start < last || end <= start || end > text.length) yield `the range ${start}–${end} of ${text.length}`
      last = end
    }
    if (/[\uD800-\uDFFF]/u.test(text)) yield 'half a character'
  }
}

function bodyOf({ body, headers }: RawAnswer): string {
  const coding = headers.get('content-encoding')
  const plain = coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body
  return new TextDecoder('utf-8', { fatal: true }).decode(plain)
}

function* faultsOf(
  request: RandomRequest,
  answer: RawAnswer | null,
  siteUrl: string,
  addresses: Set<string>,
): Generator<string> {
  if (answer === null) {
    yield 'no answer'
    return
  }
  const { headers, status } = answer
  if (request.status === null ? !STATUSES.has(status) : status !== request.status) yield `status ${status}`
  if (headers.get('access-control-allow-origin') !== '*' || !headers.has('x-request-id')) yield 'a missing field'
  const location = headers.get('location')
  if (location !== undefined && !/^\/(?!\/)/.test(location)) yield `leads away to ${location}`
  if (request.method === 'HEAD' || answer.body.length === 0) return
  const type = headers.get('content-type') ?? ''
  const text = bodyOf(answer)
  if (type === 'application/problem+json') {
    const parsed = problem.parse(JSON.parse(text))
    if (parsed.status !== status || (status === 400) !== (parsed.param !== undefined)) yield `problem ${text}`
  } else if (type === 'application/json' && request.target.startsWith('/api/search?')) {
    const found = searchResponse.parse(JSON.parse(text))
    for (const { markdownUrl, url } of found.results) addresses.add(url).add(markdownUrl)
    if (request.search !== null) yield* faultsOfSearch(found, request.search, siteUrl)
  } else if (type === 'application/json' && request.target.startsWith('/api/page?')) {
    const page = pageResponse.parse(JSON.parse(text))
    addresses.add(page.url).add(page.markdownUrl)
    if (headers.get('content-language') !== page.locale) yield 'another Content-Language'
  } else if (/json/.test(type)) JSON.parse(text)
}

t.setTimeout(900_000 + REQUESTS)

t.test('random requests get what the interface says, and every address in the answers is served', async (t) => {
  const service = await startService(t, { content: CONTENT })
  const { logs, url } = service
  const port = Number(new URL(url).port)
  const indexes = await Promise.all(
    ['en', 'zh', 'ko'].map(async (locale) => (await fetch(`${url}/${locale}/llms.txt`)).text()),
  )
  const words = [...new Set(indexes.join(' ').match(/[\p{L}\p{N}]+/gu))]
  const paths = [...new Set(indexes.join(' ').matchAll(/\]\(https?:\/\/[^/]+(\/[^)]+?)(?:\.md)?\)/g))].map(
    ([, path = '']) => path,
  )
  t.ok(words.length > 300 && paths.length > 50, `${words.length} words, ${paths.length} paths`)

  const nextRequest = createRandomRequests(seededRandom(SEED), { words, paths, siteUrl: url })
  const addresses = new Set<string>()
  const statuses = new Map<number, number>()
  const faults: string[] = []
  let sent = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      let connection = await RawConnection.open(port)
      while (sent < REQUESTS && faults.length < FAULTS_SHOWN) {
        sent++
        const request = nextRequest()
        if (connection.over || connection.socket.destroyed) connection = await RawConnection.open(port)
        const answer = await connection.ask(
          Buffer.from(requestFor(request.target, request.fields, request.method), 'latin1'),
        )
        // One in 256 answers without a body ends its connection and says so.
        if (answer?.headers.get('connection') === 'close') connection.destroy()
        const status = answer?.status ?? 0
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        try {
          for (const fault of faultsOf(request, answer, url, addresses))
            faults.push(`${fault}: ${JSON.stringify(request)}`)
        } catch (error) {
          faults.push(`${String(error)}: ${JSON.stringify(request)}`)
        }
      }
      connection.destroy()
    }),
  )
  t.comment(Object.fromEntries(statuses))
  t.same(faults, [])
  t.equal(sent, REQUESTS)
  for (const status of STATUSES) t.ok(statuses.has(status) || status === 304, `${status} was among the answers`)

  const sampled = [...addresses].slice(0, SAMPLED_ADDRESSES)
  for (const address of sampled) {
    const { status } = await fetch(address, { redirect: 'manual' })
    if (status !== 200) t.fail(`${address} is ${status}`)
  }
  t.ok(sampled.length > 150, `${sampled.length} addresses were fetched`)
  t.same(
    logs.filter(({ level }) => level > 40),
    [],
  )
  t.same(await service.stop(), { code: 0, signal: null })
})
