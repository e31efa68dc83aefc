import t from 'tap'
import { iconResources } from '../../../../src/hosts/icons/tools/icon-resources.ts'
import { iconTools } from '../../../../src/hosts/icons/tools/icon-tools.ts'
import { startSampleIcons } from '../../../support/sample-icons.ts'
import type { IconRecord } from '../../../../src/icons/icon-record.ts'
import { call } from '../../../mcp/tool-kit/call.ts'
import { leavesOf } from '../../../mcp/tool-kit/leaves.ts'

const icons = await startSampleIcons(t)
const tools = iconTools(icons)

/** Ids of the icons in the text of a list. */
function idsOf(text: string): string[] {
  return [...text.matchAll(/^([a-z0-9-]+): .* \[/gm)].map(([, id]) => id!)
}

t.test('search_icons finds icons by what they show', async (t) => {
  const { faults, text } = await call(tools, 'search_icons', { query: 'rubbish' })
  t.same(faults, [])
  t.same(idsOf(text)[0], 'line-md-trash')
  t.match(text, /^line-md-trash: Trash \[svg\] http:\/\/icons\.example\/assets\/line-md-trash\.svg\?v=[0-9a-f]{16}$/m)
})

t.test('search_icons says which icons are nearest where none matches, and get_icon knows them for an id', async (t) => {
  const { faults, text } = await call(tools, 'search_icons', { query: 'cottage' })
  t.same(faults, [])
  t.equal(text, 'No icon matches “cottage”. Nearest: Home (line-md-home), Rain (meteocons-fill-rain).')
  t.match((await call(tools, 'get_icon', { id: 'log-cabin' })).text, 'Close ones: line-md-home, meteocons-fill-rain.')
})

t.test('search_icons says what to try where nothing is near', async (t) => {
  const textOf = async (args: object) => (await call(tools, 'search_icons', { ...args })).text
  t.match(await textOf({ query: 'xqzvkwj' }), /^No icon matches “xqzvkwj”\. Try .*list_categories\.$/)
  t.match(await textOf({ query: 'xqzvkwj', style: 'line' }), /^No icon matches “xqzvkwj” with these filters\. Try /)
  t.match(await textOf({ category: 'loading', style: 'line' }), /^No icon matches these filters\. Try /)
})

t.test('search_icons without a query lists every icon, a page at a time', async (t) => {
  const first = await call(tools, 'search_icons', { limit: 5 })
  const second = await call(tools, 'search_icons', { limit: 50, offset: 5 })
  t.same(first.faults, [])
  t.match(first.text, /^5 of 14 icons\n/)
  t.equal(new Set([...idsOf(first.text), ...idsOf(second.text)]).size, 14)
})

t.test('search_icons filters, and names the values there are when it is given another', async (t) => {
  const spinners = await call(tools, 'search_icons', { category: 'loading' })
  t.same(idsOf(spinners.text).toSorted(), ['line-md-loading-loop', 'svg-spinners-90-ring', 'svg-spinners-ring-resize'])
  const lines = await call(tools, 'search_icons', { query: 'rain', style: 'line', format: 'json' })
  t.match(idsOf(lines.text)[0], /^meteocons-line-/)
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

t.test('get_icon says all of the record but what the addresses of its files say too', async (t) => {
  const [record] = (await iconResources(icons).read('icon://meteocons-fill-rain')) ?? []
  const whole = JSON.parse(record !== undefined && 'text' in record ? record.text : '') as IconRecord
  const { faults, text } = await call(tools, 'get_icon', { id: whole.id })
  t.same(faults, [])
  const { durationMs, formats, loop, name, ...rest } = whole
  t.ok(whole.id.endsWith(name))
  const files = formats.map(({ bytes, ext, url }) => ({ bytes, ext, url }))
  for (const leaf of leavesOf({ ...rest, files })) t.ok(leaf === 'null' || text.includes(leaf), leaf)
  t.match(text, `${(durationMs ?? 0) / 1000} s`)
  t.match(text, loop ? 'loops' : 'plays once')
})

t.test('a list of icons has what one is chosen by', async (t) => {
  const { text } = await call(tools, 'search_icons', { query: 'rain', category: 'weather' })
  t.match(text, /^meteocons-fill-rain: Rain .*\n  weather, rain.*; other styles: meteocons-line-rain$/m)
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
    const { faults, text } = await call(tools, 'get_embed_code', { id: 'meteocons-fill-rain', target })
    t.same(faults, [])
    t.match(text, /^(?:npm install .*\n\n)?```(?:html|jsx)\n/)
    t.ok(text.includes(`/assets/meteocons-fill-rain.${ext}?v=`))
    t.match(text, /\n```\n\nlicence MIT \(https:.*\), by .* \(https:.*\)$/)
  }
})

t.test('get_embed_code says which targets an icon has', async (t) => {
  const { isError, text } = await call(tools, 'get_embed_code', { id: 'line-md-home', target: 'lottie-web' })
  t.ok(isError)
  t.match(text, /html, react/)
})

t.test('list_categories gives what the filters of search_icons may be', async (t) => {
  const { faults, text } = await call(tools, 'list_categories')
  t.same(faults, [])
  t.match(text, /loading \(3\).*\nstyles: fill, line\n.*\nformats: svg, json/s)
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
