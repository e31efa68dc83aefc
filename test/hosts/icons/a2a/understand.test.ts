import t, { type Test } from 'tap'
import { createUnderstand } from '../../../../src/hosts/icons/a2a/understand.ts'
import { startSampleIcons } from '../../../support/sample-icons.ts'

const ICONS = { skill: 'find_icons', limit: 10, offset: 0, category: null, style: null, set: null, format: null }

const icons = await startSampleIcons(t)
const understand = createUnderstand(icons)

function asks(t: Test, text: string, request: object): void {
  t.same(understand(text), [{ request, unmet: [] }], text)
}

t.test('what people say around the thing that they look for is taken off', async (t) => {
  for (const [text, query] of [
    ['rain', 'rain'],
    ['Find a rain icon', 'rain'],
    ['Find me a rain icon, please.', 'rain'],
    ['icons for delete', 'delete'],
    ['I am looking for an icon that means settings', 'settings'],
    ["I'd like an animated icon of a sunset", 'sunset'],
    ['Could you please show me some icons with snow?', 'snow'],
    ['which icons are there for home', 'home'],
    ['“loading” animation', 'loading'],
    ['trash-can icon', 'trash-can'],
    ['find icons for 24 hours', '24 hours'],
    ['下雨的图标', '下雨'],
    ['请帮我找几个关于删除的图标', '删除'],
    ['找一个下雨的图标', '下雨'],
    ['有下雨的图标吗？', '下雨'],
    ['加载动画', '加载'],
    ['로딩 아이콘 찾아줘', '로딩'],
    ['비 아이콘을 보여 주세요.', '비'],
    ['로딩용 아이콘이 있나요?', '로딩'],
  ] as const) {
    asks(t, text, { ...ICONS, query })
  }
})

t.test('a verb alone before the word icon is what the icon shows', async (t) => {
  for (const [text, query] of [
    ['search icon', 'search'],
    ['list icon', 'list'],
    ['list view icon', 'list view'],
    ['monitor icon', 'monitor'],
    ['搜索图标', '搜索'],
    ['显示器图标', '显示器'],
    ['용 아이콘', '용'],
  ] as const) {
    asks(t, text, { ...ICONS, query })
  }
})

t.test('a wish beside an id is said, as beside a search', async (t) => {
  for (const [text, unmet] of [
    ['line-md-home in blue', [{ name: 'colour', value: 'blue' }]],
    ['get icon line-md-home at 64px', [{ name: 'size', value: '64px' }]],
    ['line-md-home as gif', [{ name: 'format', value: 'gif' }]],
    ['react code for line-md-home in 32x32', [{ name: 'size', value: '32x32' }]],
    ['is line-md-home in the line-md set?', []],
    ['svg-spinners-ring-resize', []],
  ] as const) {
    t.strictSame(understand(text)[0]?.unmet, unmet, text)
  }
})

t.test('what is left unread is repeated in one line, without marks that enclose it', async (t) => {
  const [first] = understand(`rain ${'x'.repeat(1000 - 'rain '.length)}\n\`\`\`\n**tail**  of\n\nit`)
  t.match(first?.unmet, [{ name: 'words', value: /^``` \*\*tail\*\* of it$/ }])
})

t.test('asking for icons of nothing lists them', async (t) => {
  for (const text of [
    'icons',
    'list icons',
    'what icons do you have?',
    'show me all icons',
    '有哪些图标',
    '所有图标',
    '모든 아이콘',
  ]) {
    asks(t, text, { ...ICONS, query: '' })
  }
})

t.test('filters are taken from the words that say them', async (t) => {
  asks(t, 'loading spinner in line-md', { ...ICONS, query: 'loading spinner', set: 'line-md' })
  asks(t, 'snow from the meteocons set', { ...ICONS, query: 'snow', set: 'meteocons' })
  asks(t, 'rain in the fill style', { ...ICONS, query: 'rain', style: 'fill' })
  asks(t, 'line style snow icons as json', { ...ICONS, query: 'snow', style: 'line', format: 'json' })
  asks(t, 'weather category icons', { ...ICONS, query: '', category: 'weather' })
  asks(t, 'line-md 里的加载图标', { ...ICONS, query: '加载', set: 'line-md' })
  asks(t, 'svg-spinners에서 로딩 아이콘', { ...ICONS, query: '로딩', set: 'svg-spinners' })
})

t.test('a word that could be a filter and is not said as one stays a word', async (t) => {
  asks(t, 'line', { ...ICONS, query: 'line' })
  asks(t, 'weather icon', { ...ICONS, query: 'weather' })
  asks(t, 'svg', { ...ICONS, query: 'svg' })
})

t.test("an icon's id anywhere in the text gives that icon", async (t) => {
  for (const text of [
    'meteocons-fill-rain',
    'Get icon meteocons-fill-rain',
    'what licence has METEOCONS-FILL-RAIN?',
    'http://icons.example/assets/meteocons-fill-rain.svg',
    'meteocons-fill-rain 아이콘을 보여줘',
  ]) {
    asks(t, text, { skill: 'get_icon', id: 'meteocons-fill-rain' })
  }
  asks(t, 'meteocons-fill-unicorn', { ...ICONS, query: 'meteocons-fill-unicorn' })
})

t.test('questions of how, and words for guides, ask for guides', async (t) => {
  for (const [text, query] of [
    ['How do I embed an icon?', 'embed an icon'],
    ['how to style with currentColor', 'style with currentcolor'],
    ['How do rate limits work?', 'rate limits work'],
    ['Are there any tutorials on limits?', 'limits'],
    ['embed icons guide', 'embed icons'],
    ['Which guides are there?', ''],
    ['怎么嵌入图标？', '嵌入图标'],
    ['가이드 목록 보여줘', ''],
  ] as const) {
    asks(t, text, { skill: 'find_guides', query, limit: 10 })
  }
})

t.test('an icon that shows a guide is an icon', async (t) => {
  for (const [text, query] of [
    ['guide icon', 'guide'],
    ['find a document icon', 'document'],
    ['icons for documentation', 'documentation'],
    ['文档图标', '文档'],
    ['문서 아이콘', '문서'],
  ] as const) {
    asks(t, text, { ...ICONS, query })
  }
})

t.test("a guide's slug gives that guide", async (t) => {
  asks(t, 'read guide rate-limits', { skill: 'read_guide', slug: 'rate-limits' })
  asks(t, 'rate-limits', { skill: 'read_guide', slug: 'rate-limits' })
  asks(t, 'Read embedding', { skill: 'read_guide', slug: 'embedding' })
  asks(t, 'show me the guide to embedding', { skill: 'read_guide', slug: 'embedding' })
  asks(t, 'embedding', { ...ICONS, query: 'embedding' })
})

t.test('a greeting and an empty text ask what the agent can do', async (t) => {
  for (const text of ['', '  ', '?!', 'Hello!', 'What can you do?', '你好', '안녕하세요'])
    asks(t, text, { skill: 'help' })
})

t.test('of a long text the beginning is searched, within what a query may have', async (t) => {
  const [{ request, unmet } = { request: { skill: 'help' as const }, unmet: [] }] = understand(
    'rain 雨 '.repeat(20_000),
  )
  t.match(unmet, [{ name: 'words', value: /^(?:rain 雨 ?)+/ }])
  t.ok([...(unmet[0]?.value ?? '')].length <= 200)
  t.equal(request.skill, 'find_icons')
  t.ok(request.skill === 'find_icons' && [...request.query].length <= 200)
  t.ok(request.skill === 'find_icons' && request.query.startsWith('rain 雨'))
})

t.test('a text of many parts costs no more than its first parts', async (t) => {
  for (const piece of ['a. ', 'rain icon and ', '1. ', '3 icons ', ' ', 'a-', '吗']) {
    const understood = understand(piece.repeat(1000))
    t.ok(understood.length <= 3, piece)
  }
})
