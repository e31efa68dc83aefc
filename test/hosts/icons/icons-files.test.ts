// Files of the icons host (interface §4.4, choices §3): catalogue, assets and guides, which no limit holds back.
import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { strFromU8, unzipSync } from 'fflate'
import t from 'tap'
import { createIconsClient, jsonOf, newAddress, type Asked } from '../../support/icons-client.ts'
import { startOwnService } from '../../support/own-catalogue.ts'
import type { RawAnswer } from '../../support/raw-http.ts'

interface Format {
  readonly ext: 'svg' | 'json' | 'lottie' | 'png'
  readonly mediaType: string
  readonly url: string
  readonly bytes: number
  readonly sha256: string
}

const SAMPLE_STEP = 10
/** More than a whole budget. */
const REQUESTS_OVER_BUDGET = 200
const REVALIDATED = 'public, max-age=3600'
const IMMUTABLE = 'public, max-age=31536000, immutable'
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
const MEDIA_TYPES = {
  svg: 'image/svg+xml',
  json: 'application/json',
  lottie: 'application/zip+dotlottie',
  png: 'image/png',
}

const { iconsUrl } = await startOwnService(t, { HOSTS: 'icons', TRUSTED_PROXIES: '127.0.0.1/32' })
const { ask, newToken } = createIconsClient(t, iconsUrl)

const catalogFile = await ask('/catalog.json')
const catalog = jsonOf(catalogFile) as { icons: { id: string; formats: string[] }[]; [member: string]: unknown }
const sampled = catalog.icons.filter((_, index) => index % SAMPLE_STEP === 0)

const formats: (Format & { readonly path: string })[] = []
for (const { id } of sampled) {
  const record = jsonOf(await ask(`/api/v1/icons/${id}`)) as unknown as { formats: Format[] }
  formats.push(...record.formats.map((format) => ({ ...format, path: `/assets/${id}.${format.ext}` })))
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

function decode({ body, headers }: RawAnswer): Buffer {
  const coding = headers.get('content-encoding')
  return coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body
}

/** What is wrong with the file of a format as it is asked for here. */
async function faultsOf({ bytes, ext, path, sha256: digest, url }: (typeof formats)[number]): Promise<string[]> {
  const faults: string[] = []
  const expect = (holds: boolean, fault: string): unknown => holds || faults.push(`${path}: ${fault}`)
  const version = digest.slice(0, 16)
  expect(url === `${iconsUrl}${path}?v=${version}`, `the address ${url}`)
  for (const [query, caching] of [
    [`?v=${version}`, IMMUTABLE],
    ['', REVALIDATED],
  ]) {
    const { body, headers, status } = await ask(`${path}${query}`)
    expect(status === 200, `status ${status}`)
    expect(body.length === bytes && sha256(body) === digest, 'other bytes')
    expect(headers.get('etag') === `"${digest}"`, `the tag ${headers.get('etag')}`)
    expect(headers.get('cache-control') === caching, `kept as ${headers.get('cache-control')}`)
    expect(headers.get('content-type') === MEDIA_TYPES[ext], `the type ${headers.get('content-type')}`)
    expect(headers.get('x-content-type-options') === 'nosniff', 'no nosniff')
    expect(headers.get('accept-ranges') === 'bytes', 'no ranges')
    expect(!headers.has('ratelimit') && !headers.has('ratelimit-policy'), 'a limit')
    expect((headers.get('content-security-policy') ?? '') === (ext === 'svg' ? SVG_POLICY : ''), 'another policy')
  }
  const tags = new Set([`"${digest}"`])
  for (const coding of ['br', 'gzip']) {
    const answer = await ask(path, { fields: [`Accept-Encoding: ${coding}`] })
    const used = answer.headers.get('content-encoding')
    expect(decode(answer).length === bytes && sha256(decode(answer)) === digest, `other bytes as ${coding}`)
    if (used === undefined) continue
    expect(used === coding, `sent as ${used}`)
    expect(answer.body.length < bytes, `${coding} makes it no smaller`)
    expect(answer.headers.get('etag')?.startsWith(`"${digest}-`) === true, `the tag ${answer.headers.get('etag')}`)
    tags.add(answer.headers.get('etag') ?? '')
  }
  const isText = ext === 'svg' || ext === 'json'
  expect(isText ? bytes < 1024 || tags.size === 3 : tags.size === 1, `${tags.size} tags`)
  return faults
}

t.test('each file of a tenth of the records is what its record says, in every coding', async (t) => {
  const faults: string[] = []
  for (const format of formats) faults.push(...(await faultsOf(format)))
  t.strictSame(faults, [])
  t.ok(sampled.length > 300, `${sampled.length} records`)
  const counts = Object.keys(MEDIA_TYPES).map((ext) => formats.filter((format) => format.ext === ext).length)
  t.ok(Math.min(...counts) > 100, `${counts.join(', ')} files`)
})

const svg = formats.find(({ bytes, ext }) => ext === 'svg' && bytes > 1000)
const json = formats.find(({ ext }) => ext === 'json')

for (const query of [
  'v=',
  'v=0000000000000000',
  'v=none',
  `v=${svg!.sha256.slice(0, 15)}`,
  `v=${'f'.repeat(64)}`,
  'v=%zz',
  'v=%FF',
]) {
  t.test(`a file under "${query}", which is not its version, may not be kept for ever`, async (t) => {
    const { body, headers, status } = await ask(`${svg!.path}?${query}`)
    // A version that cannot be read is a parameter that cannot be read; nothing of either is kept for long.
    t.ok(status === 200 ? headers.get('cache-control') === REVALIDATED : headers.get('cache-control') === 'no-store')
    if (status === 200) t.equal(sha256(body), svg!.sha256)
    else t.equal(status, 400)
  })
}

t.test('a longer beginning of its hash is its version too', async (t) => {
  for (const length of [16, 17, 64]) {
    const { headers } = await ask(`${svg!.path}?v=${svg!.sha256.slice(0, length)}`)
    t.equal(headers.get('cache-control'), IMMUTABLE, `${length} digits`)
  }
})

const RANGED = [
  svg!.path,
  json!.path,
  json!.path.replace('.json', '.lottie'),
  json!.path.replace('.json', '.png'),
  '/catalog.json',
  '/docs/search.md',
]

for (const path of RANGED) {
  t.test(`parts of ${path} can be asked for`, async (t) => {
    const whole = await ask(path)
    const { length } = whole.body
    const tag = whole.headers.get('etag') ?? ''
    const part = (range: string, fields: readonly string[] = []): Promise<RawAnswer> =>
      ask(path, { fields: [`Range: ${range}`, ...fields] })
    for (const [range, first, last] of [
      ['bytes=0-0', 0, 0],
      ['bytes=10-99', 10, 99],
      ['bytes=-7', length - 7, length - 1],
      ['bytes=100-', 100, length - 1],
      [`bytes=0-${length * 2}`, 0, length - 1],
    ] as const) {
      const { body, headers, status } = await part(range)
      t.equal(status, 206, range)
      t.equal(headers.get('content-range'), `bytes ${first}-${last}/${length}`)
      t.ok(body.equals(whole.body.subarray(first, last + 1)))
      t.equal(headers.get('etag'), tag)
    }
    const compressed = await part('bytes=0-9', ['Accept-Encoding: br, gzip'])
    t.equal(compressed.status, 206)
    t.ok(compressed.body.equals(whole.body.subarray(0, 10)), 'a part is one of the file itself')
    for (const range of [`bytes=${length}-`, 'bytes=-0', `bytes=${length}-${length + 5}`]) {
      const { headers, status } = await part(range)
      t.equal(status, 416, range)
      t.equal(headers.get('content-range'), `bytes */${length}`)
    }
    for (const [condition, status] of [
      [tag, 206],
      [new Date().toUTCString(), 200],
      ['"other"', 200],
      [`W/${tag}`, 200],
      ['Thu, 01 Jan 1970 00:00:00 GMT', 200],
    ] as const) {
      const answer = await part('bytes=0-9', [`If-Range: ${condition}`])
      t.equal(answer.status, status, condition)
      t.equal(answer.body.length, status === 206 ? 10 : length)
    }
    for (const range of ['lines=0-1', 'bytes=5-1', 'bytes=a-b', 'bytes=0-1,3-4']) {
      t.equal((await part(range)).status, 200, `${range} is no part that is served`)
    }
    t.equal((await part('bytes=0-9', [`If-None-Match: ${tag}`])).status, 304)
  })
}

t.test('files have no date, so that no node calls the file of another unchanged', async (t) => {
  for (const path of RANGED) {
    const { headers } = await ask(path)
    t.equal(headers.get('last-modified'), undefined, path)
    t.match(headers.get('signpost-generation'), /^sha256:[0-9a-f]{64}$/, path)
    const later = await ask(path, { fields: [`If-Modified-Since: ${new Date().toUTCString()}`] })
    t.equal(later.status, 200, path)
  }
})

t.test('the catalogue says what it is', async (t) => {
  t.strictSame(Object.keys(catalog), ['version', 'generatedAt', 'counts', 'sets', 'categories', 'icons'])
  t.match(catalog['version'], /^[0-9a-f]{16,64}$/)
  t.ok(Date.parse(String(catalog['generatedAt'])) <= Date.now())
  t.match(catalog['counts'], { icons: 3627, records: 4968 })
  t.equal(catalogFile.headers.get('content-type'), 'application/json')
  t.equal(catalogFile.headers.get('cache-control'), REVALIDATED)
  for (const { formats, id } of catalog.icons) {
    const expected = /^(?:meteocons|lucide)-/.test(id) ? ['svg', 'json', 'lottie', 'png'] : ['svg']
    if (formats.join() !== expected.join()) t.fail(`${id} has ${formats.join()}`)
  }
})

const GUIDES = [...(await ask('/docs/index.md')).body.toString().matchAll(/\]\((\S+\/docs\/[a-z0-9-]+\.md)\)/g)].map(
  ([, url = '']) => url.slice(iconsUrl.length),
)

t.test('the guides are listed and served, and no address in them is missing', async (t) => {
  t.ok(GUIDES.length >= 10, `${GUIDES.length} guides`)
  const addresses = new Set<string>()
  for (const path of ['/docs/index.md', '/auth.md', ...GUIDES]) {
    const { body, headers, status } = await ask(path)
    t.equal(status, 200, path)
    t.equal(headers.get('content-type'), 'text/markdown; charset=utf-8')
    t.match(body.toString(), /^# \S/, 'it begins with its title')
    for (const [url] of body.toString().matchAll(new RegExp(`${iconsUrl}/[^\\s"'\`)<>\\\\|…]*`, 'g')))
      addresses.add(url)
  }
  t.ok(addresses.size > 30, `${addresses.size} addresses`)
  for (const url of addresses) {
    const path = url.slice(iconsUrl.length).replace(/[.,;:]+$/, '')
    const { status } = await ask(path)
    if (/[{}$]/.test(path) || path.endsWith('/')) continue
    t.ok([200, 405].includes(status), `${path} is ${status}`)
  }
})

t.test('files, metadata, pages and health are outside every limit', async (t) => {
  const from = newAddress()
  for (let n = 0; n < 120; n++) await ask('/api/v1/sets', { from })
  t.equal((await ask('/api/v1/sets', { from })).status, 429, 'the budget is used up')
  const { headers } = catalogFile
  const unlimited: readonly (readonly [path: string, asked?: Asked])[] = [
    // The whole of it so many times would measure memory more than anything.
    ['/catalog.json', { fields: [`If-None-Match: ${headers.get('etag')}`] }],
    [svg!.path],
    [`${json!.path}?v=${json!.sha256.slice(0, 16)}`],
    [GUIDES[0]!],
    ['/docs/index.md'],
    ['/.well-known/jwks.json'],
    ['/.well-known/agent-card.json'],
    ['/.well-known/oauth-protected-resource'],
    ['/.well-known/oauth-authorization-server'],
    ['/openapi.json'],
    ['/auth.md'],
    ['/healthz'],
    ['/readyz'],
  ]
  for (const [path, asked] of unlimited) {
    const statuses = new Set<number>()
    for (let n = 0; n < REQUESTS_OVER_BUDGET; n++) {
      const answer = await ask(path, { ...asked, from })
      statuses.add(answer.status)
      if (answer.headers.has('ratelimit')) statuses.add(0)
    }
    t.strictSame([...statuses], [asked === undefined ? 200 : 304], path)
  }
  t.equal((await ask('/catalog.json', { from })).body.length, catalogFile.body.length)
  for (const path of ['/', `/icons/${sampled[0]!.id}`, '/?q=rain'])
    t.equal((await ask(path, { from })).status, 200, path)
  t.equal((await ask('/api/v1/sets', { from })).status, 429, 'it still is')
})

t.test('a token that is no good keeps nobody from a file', async (t) => {
  const token = `${(await newToken()).slice(0, -6)}AAAAAA`
  t.equal((await ask('/api/v1/sets', { token })).status, 401)
  for (const path of [...RANGED, '/openapi.json', '/healthz', '/auth.md', '/.well-known/jwks.json'])
    t.equal((await ask(path, { token })).status, 200, path)
})

t.test('a file is changed as its address says, and refused where it cannot be', async (t) => {
  const get = (path: string): Promise<Response> => fetch(`${iconsUrl}/assets/${path}`)
  const textOf = async (path: string): Promise<string> => (await get(path)).text()

  const red = await get('lucide-heart.svg?v=0&color=E11D48&size=96&speed=2')
  t.equal(red.headers.get('cache-control'), 'public, max-age=3600', 'no version names what code has changed')
  t.match(red.headers.get('content-security-policy'), "default-src 'none'")
  const svg = await red.text()
  t.match(svg, 'width="96" height="96" viewBox="0 0 24 24"')
  t.match(svg, 'stroke="#e11d48"')
  t.notMatch(svg, 'currentColor')
  t.match(svg, 'dur="1s"')
  t.match(await textOf('lucide-heart.svg'), 'dur="2s"', 'the file itself stays as it is')
  t.notMatch(await textOf('line-md-bell-alert-loop.svg?still=1'), '<animate')

  const lottie = (await (await get('meteocons-monochrome-rain.json?color=f00&speed=0.5')).json()) as { fr: number }
  t.equal(lottie.fr, 30)
  t.match(JSON.stringify(lottie), '"k":[1,0,0,1]')
  const packed = unzipSync(new Uint8Array(await (await get('lucide-heart.lottie?color=00ff00')).arrayBuffer()))
  t.match(strFromU8(packed['a/lucide-heart.json']!), '"k":[0,1,0,1]')

  for (const query of [
    'lucide-heart.svg?color=red',
    'lucide-heart.svg?color=%22/%3E%3Cscript%3E',
    'lucide-heart.svg?size=15',
    'lucide-heart.svg?size=513',
    'lucide-heart.svg?speed=0.1',
    'lucide-heart.svg?speed=1e1',
    'lucide-heart.svg?still=yes',
    'lucide-heart.png?color=f00',
    'lucide-heart.json?size=64',
    'meteocons-fill-rain.svg?color=f00',
    'meteocons-fill-rain.json?color=f00',
  ]) {
    const answer = await get(query)
    t.equal(answer.status, 400, query)
    t.match(await answer.json(), { error: { code: 'invalid_rendition' } }, query)
  }
  t.equal((await get('none.svg?color=f00')).status, 404)
})
