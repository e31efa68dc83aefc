import t from 'tap'
import { iconResources } from '../../../../src/hosts/icons/tools/icon-resources.ts'
import { iconTools } from '../../../../src/hosts/icons/tools/icon-tools.ts'
import { startSampleIcons } from '../../../support/sample-icons.ts'
import { call } from '../../../mcp/tool-kit/call.ts'

const icons = await startSampleIcons(t)
const tools = iconTools(icons)

interface Found {
  readonly total: number
  readonly results: readonly { readonly id: string; readonly style: string }[]
}

function idsOf(structured: unknown): string[] {
  return (structured as Found).results.map(({ id }) => id)
}

t.test('search_icons finds icons by what they show, in both forms', async (t) => {
  const { faults, structured, text } = await call(tools, 'search_icons', { query: 'rubbish' })
  t.same(faults, [])
  t.same(idsOf(structured)[0], 'line-md-trash')
  t.match(text, /^line-md-trash: Trash \[svg\] http:\/\/icons\.example\/assets\/line-md-trash\.svg\?v=[0-9a-f]{16}$/m)
})

t.test('search_icons says which icons are nearest where none matches, and get_icon knows them for an id', async (t) => {
  const { faults, structured, text } = await call(tools, 'search_icons', { query: 'cottage' })
  t.same(faults, [])
  t.match(structured, { total: 0, results: [], nearest: ['line-md-home', 'meteocons-fill-rain'] })
  t.equal(text, 'No icon matches “cottage”. Nearest: Home (line-md-home), Rain (meteocons-fill-rain).')
  t.match((await call(tools, 'get_icon', { id: 'log-cabin' })).text, 'Close ones: line-md-home, meteocons-fill-rain.')
  const none = await call(tools, 'search_icons', { query: 'xqzvkwj' })
  t.notOk('nearest' in (none.structured as object))
})

t.test('search_icons without a query lists every icon, a page at a time', async (t) => {
  const first = await call(tools, 'search_icons', { limit: 5 })
  const second = await call(tools, 'search_icons', { limit: 50, offset: 5 })
  t.same(first.faults, [])
  t.match(first.text, /^5 of 14 icons\n/)
  t.equal(new Set([...idsOf(first.structured), ...idsOf(second.structured)]).size, 14)
})

t.test('search_icons filters, and names the values there are when it is given another', async (t) => {
  const spinners = await call(tools, 'search_icons', { category: 'loading' })
  t.same(idsOf(spinners.structured).toSorted(), [
    'line-md-loading-loop',
    'svg-spinners-90-ring',
    'svg-spinners-ring-resize',
  ])
  const lines = await call(tools, 'search_icons', { query: 'rain', style: 'line', format: 'json' })
  t.equal((lines.structured as unknown as Found).results[0]?.style, 'line')
  for (const [args, known] of [
    [{ category: 'wether' }, 'weather'],
    [{ style: 'fat' }, 'fill, line'],
    [{ format: 'gif' }, 'svg, json'],
  ] as const) {
    const { isError, text } = await call(tools, 'search_icons', args)
    t.ok(isError)
    t.ok(text.includes(known), text)
  }
})

t.test('search_icons refuses arguments out of their bounds', async (t) => {
  for (const args of [
    { limit: 0 },
    { limit: 51 },
    { limit: 1.5 },
    { offset: -1 },
    { offset: 10_001 },
    { query: 'x'.repeat(201) },
    { query: true },
    { colour: 'red' },
  ]) {
    t.ok((await call(tools, 'search_icons', args)).isError, JSON.stringify(args).slice(0, 40))
  }
})

t.test('a query that is too long is refused as it came: normalising it could take a second', async (t) => {
  for (const query of ['\ufdfa'.repeat(340_000), `${' '.repeat(2_000)}rain`]) {
    const { isError, text } = await call(tools, 'search_icons', { query })
    t.same([isError, text], [true, 'query: at most 200 characters'])
  }
})

t.test('get_icon gives the whole record, and its addresses as text', async (t) => {
  const { faults, structured, text } = await call(tools, 'get_icon', { id: 'meteocons-fill-rain' })
  t.same(faults, [])
  t.match(structured, { id: 'meteocons-fill-rain', variants: ['meteocons-line-rain'], license: { spdx: 'MIT' } })
  t.match(text, /json: http:\/\/icons\.example\/assets\/meteocons-fill-rain\.json/)
  t.match(text, /other styles: meteocons-line-rain/)
})

t.test('an unknown id is answered with close ones', async (t) => {
  for (const name of ['get_icon', 'get_embed_code']) {
    const { isError, text } = await call(tools, name, { id: 'trash-can' })
    t.ok(isError)
    t.match(text, /Close ones: .*line-md-trash/, name)
    t.match((await call(tools, name, { id: '../../etc' })).text, /No icon has this id/)
    t.match((await call(tools, name, { id: '!!' })).text, /search_icons/, 'nothing to search for')
  }
})

t.test('get_embed_code gives code with the address of the file', async (t) => {
  for (const [target, ext] of [
    ['html', 'svg'],
    ['react', 'svg'],
    ['lottie-web', 'json'],
  ]) {
    const { faults, structured, text } = await call(tools, 'get_embed_code', { id: 'meteocons-fill-rain', target })
    t.same(faults, [])
    t.match(structured?.['assetUrl'], `/assets/meteocons-fill-rain.${ext}?v=`)
    t.ok(text.endsWith(String(structured?.['code'])))
  }
})

t.test('get_embed_code says which targets an icon has', async (t) => {
  const { isError, text } = await call(tools, 'get_embed_code', { id: 'line-md-home', target: 'lottie-web' })
  t.ok(isError)
  t.match(text, /html, react/)
})

t.test('list_categories gives what the filters of search_icons may be', async (t) => {
  const { faults, structured, text } = await call(tools, 'list_categories')
  t.same(faults, [])
  t.match(structured, { styles: ['fill', 'line'], formats: ['svg', 'json'] })
  t.match(text, /loading \(3\)/)
})

t.test('an icon is a resource, and nothing else is', async (t) => {
  const source = iconResources(icons)
  const [record] = (await source.read('icon://meteocons-fill-rain')) ?? []
  t.match(record, { uri: 'icon://meteocons-fill-rain', mimeType: 'application/json' })
  t.match(JSON.parse(record !== undefined && 'text' in record ? record.text : ''), { id: 'meteocons-fill-rain' })
  for (const uri of ['icon://nothing', 'icon://', 'icon://../x', 'icons://line-md-home', 'line-md-home', '']) {
    t.equal(await source.read(uri), null, uri)
  }
})
