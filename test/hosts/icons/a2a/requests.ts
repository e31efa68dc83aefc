// What people and models write to the agent, and what they must get: judged by the answer, not by how the text was read.

/** What one answer must be. Ids and slugs are among the first three results; `*` matches any characters. */
export interface Wanted {
  readonly skill: 'find_icons' | 'get_icon' | 'get_embed_code' | 'find_guides' | 'read_guide' | 'help'
  readonly first?: readonly string[]
  /** The query that was searched. */
  readonly query?: string
  readonly limit?: number
  /** Every result has this value. */
  readonly every?: { readonly set?: string; readonly style?: string; readonly category?: string }
  /** Every result has a file of this format. */
  readonly format?: string
  readonly target?: string
}

export interface JudgedRequest {
  readonly text: string
  readonly wanted: readonly Wanted[]
  /** What the text part must say. */
  readonly says?: RegExp
}

const RAIN = ['meteocons-*rain*', 'lucide-cloud-rain*']
const SNOW = ['meteocons-*snow*', 'lucide-snowflake*', 'lucide-cloud-snow']
const TRASH = ['line-md-trash*', 'line-md-*delete*', 'line-md-*remove*', 'lucide-trash*', 'lucide-delete*']
const LOADING = ['svg-spinners-*', 'line-md-loading-*', 'eos-icons-*loading', 'lucide-loader*']
const GEAR = ['line-md-*cog*', 'line-md-*settings*', 'eos-icons-rotating-gear', 'lucide-settings*', 'lucide-cog*']
const HOME = ['line-md-home*', 'lucide-house*']
const SEARCH = ['line-md-*search*', 'lucide-*search*']
const CAT = ['lucide-cat*']
const SUN = ['line-md-sunny*', 'meteocons-*sun*', 'meteocons-*clear-day', 'lucide-sun*']

function icons(text: string, first: readonly string[], more: Partial<Wanted> = {}, says?: RegExp): JudgedRequest {
  return { text, wanted: [{ skill: 'find_icons', first, ...more }], ...(says === undefined ? {} : { says }) }
}
const every = (text: string, more: Partial<Wanted>, first: readonly string[] = []): JudgedRequest =>
  icons(text, first, more)
const guides = (text: string, ...first: string[]): JudgedRequest => ({
  text,
  wanted: [{ skill: 'find_guides', first }],
})
const guide = (text: string, slug: string): JudgedRequest => ({
  text,
  wanted: [{ skill: 'read_guide', first: [slug] }],
})
const icon = (text: string, id: string): JudgedRequest => ({ text, wanted: [{ skill: 'get_icon', first: [id] }] })
const code = (text: string, target: string, first: readonly string[], says?: RegExp): JudgedRequest => ({
  text,
  wanted: [{ skill: 'get_embed_code', target, first }],
  ...(says === undefined ? {} : { says }),
})
const help = (text: string): JudgedRequest => ({ text, wanted: [{ skill: 'help' }] })

/** What is found, in sentences of all kinds, polite and curt. */
const FIND = [
  icons('rain', RAIN, { query: 'rain' }),
  icons('Find a rain icon', RAIN, { query: 'rain' }),
  icons('Find me a rain icon, please.', RAIN, { query: 'rain' }),
  icons('Please find a trash icon', TRASH, { query: 'trash' }),
  icons('could you maybe show me an icon for delete? thanks!', TRASH),
  icons('Hi! Can you find me a snow icon?', SNOW, { query: 'snow' }),
  icons('Hello, I need icons for a settings page', GEAR),
  icons('I need an icon for loading', LOADING, { query: 'loading' }),
  icons("I'd like an animated icon of a cat", CAT, { query: 'cat' }),
  icons("we're looking for an icon that means home", HOME, { query: 'home' }),
  icons('do you have any snow icons?', SNOW, { query: 'snow' }),
  icons('what rain icons do you have', RAIN, { query: 'rain' }),
  icons('is there a cat icon', CAT, { query: 'cat' }),
  icons('got anything for delete?', TRASH),
  icons('search for sun', SUN, { query: 'sun' }),
  icons('Search for a home icon', HOME, { query: 'home' }),
  icons('show me loading animations', LOADING, { query: 'loading' }),
  icons('give me the trash icon', TRASH, { query: 'trash' }),
  icons('An icon to show deleting', TRASH),
  icons('which icon represents settings', GEAR, { query: 'settings' }),
  icons('the best icon for home', HOME),
  icons('recommend an icon for loading', LOADING, { query: 'loading' }),
  icons('Use a snow icon', SNOW, { query: 'snow' }),
  icons('can i have a cat symbol', CAT, { query: 'cat' }),
  icons('icon: snow', SNOW),
  icons('下雨', RAIN, { query: '下雨' }),
  icons('下雨的图标', RAIN, { query: '下雨' }),
  icons('请帮我找几个关于删除的图标', TRASH, { query: '删除' }),
  icons('我想要一个加载动画', LOADING, { query: '加载' }),
  icons('你能给我一个设置图标吗？', GEAR, { query: '设置' }),
  icons('有没有表示首页的图标', HOME, { query: '首页' }),
  icons('麻烦你找一下雪的图标，谢谢', SNOW, { query: '雪' }),
  icons('帮我搜索下雨的图标', RAIN, { query: '下雨' }),
  icons('找下雨图标', RAIN, { query: '下雨' }),
  icons('你好，请给我一个删除图标', TRASH, { query: '删除' }),
  icons('비 아이콘', RAIN, { query: '비' }),
  icons('로딩 아이콘 찾아줘', LOADING, { query: '로딩' }),
  icons('삭제 아이콘을 보여 주세요', TRASH, { query: '삭제' }),
  icons('설정을 나타내는 아이콘이 있나요?', GEAR, { query: '설정' }),
  icons('로딩용 아이콘 추천해 주세요', LOADING, { query: '로딩' }),
  icons('혹시 눈 아이콘 있어요?', SNOW, { query: '눈' }),
  icons('안녕하세요, 삭제 아이콘 찾아주세요', TRASH, { query: '삭제' }),
  icons('집 아이콘이 필요합니다', HOME, { query: '집' }),
  icons('Can you help me find a good icon for a house?', HOME, { query: 'house' }),
  icons('I want to see some snow icons', SNOW, { query: 'snow' }),
  icons("I'd love a cat icon", CAT, { query: 'cat' }),
  icons('let me see the trash icons', TRASH, { query: 'trash' }),
  icons('a bunch of snow icons', SNOW, { query: 'snow' }),
  icons('icons related to rain', RAIN, { query: 'rain' }),
  icons('I need the following icons: home, search, settings', [], { query: 'home, search, settings' }),
  icons('能不能找一个猫图标', CAT, { query: '猫' }),
  icons('给我看看猫的图标', CAT, { query: '猫' }),
  icons('고양이 아이콘 좀 찾아줄래요?', CAT, { query: '고양이' }),
]

/** A command word may be what the icon shows. */
const PICTURES = [
  icons('search icon', SEARCH, { query: 'search' }),
  icons('find a search icon', SEARCH, { query: 'search' }),
  icons('list view icon', ['lucide-*list*', 'line-md-*list*'], { query: 'list view' }),
  icons('icons for search history', [...SEARCH, 'lucide-*history*']),
  icons('like icon', ['line-md-thumbs-up*', 'line-md-heart*', 'lucide-thumbs-up*'], { query: 'like' }),
  icons('log in icon', ['line-md-log*', 'lucide-log-in*'], { query: 'log in' }),
  icons('at sign icon', ['*at-sign*', 'line-md-at*'], { query: 'at sign' }),
  icons('please wait', LOADING, { query: 'please wait' }),
  icons('buy me a coffee icon', ['line-md-buy-me-a-coffee*'], { query: 'buy me a coffee' }),
  icons('three dots loading icon', ['eos-icons-three-dots-loading', 'svg-spinners-3-dots-*']),
  icons('to do list icon', ['lucide-list-todo*', 'lucide-*list*', 'line-md-*list*'], { query: 'to do list' }),
  icons('help icon', ['line-md-question*', 'line-md-help*', 'lucide-*help*', 'lucide-*question*'], { query: 'help' }),
  icons('hello icon', [], { query: 'hello' }),
  icons('wave', ['lucide-wave*', 'lucide-audio-wave*', 'svg-spinners-blocks-wave'], { query: 'wave' }),
  icons('icon of a waving hand', ['lucide-hand*'], { query: 'waving hand' }),
  icons('guide icon', [], { query: 'guide' }),
  icons('code icon', ['lucide-code*', 'lucide-*code*'], { query: 'code' }),
  icons('icon for documentation', [], { query: 'documentation' }),
  icons('搜索图标', SEARCH, { query: '搜索' }),
  icons('显示器图标', ['lucide-monitor*', 'line-md-monitor*', 'lucide-*'], { query: '显示器' }),
  icons('列表图标', ['lucide-*list*', 'line-md-*list*'], { query: '列表' }),
  icons('文档图标', ['line-md-*document*', 'lucide-file*', 'line-md-*file*'], { query: '文档' }),
  icons('검색 아이콘', SEARCH, { query: '검색' }),
  icons('목록 아이콘', ['lucide-*list*', 'line-md-*list*'], { query: '목록' }),
]

const LISTS = [
  every('icons', { query: '' }),
  every('list all icons', { query: '' }),
  every('what icons do you have?', { query: '' }),
  every('show me everything', { query: '' }),
  every('所有图标', { query: '' }),
  every('有哪些图标？', { query: '' }),
  every('모든 아이콘 보여줘', { query: '' }),
]

const FILTERS = [
  every('loading spinner in line-md', { every: { set: 'line-md' } }, LOADING),
  every('home from lucide', { every: { set: 'lucide' } }, HOME),
  every('icons from the eos-icons set', { query: '', every: { set: 'eos-icons' } }),
  every('rain in the flat style', { every: { style: 'flat' } }, RAIN),
  every('line style snow icons', { query: 'snow', every: { style: 'line' } }, SNOW),
  every('monochrome-style rain', { query: 'rain', every: { style: 'monochrome' } }, RAIN),
  every('style: fill rain icon', { every: { style: 'fill' } }, RAIN),
  every('icons in the animals category', { query: '', every: { category: 'animals' } }),
  every('Food and drink category icons', { query: '', every: { category: 'food-and-drink' } }),
  every('category: weather, snow', { every: { category: 'weather' } }, SNOW),
  every('rain as lottie', { query: 'rain', format: 'lottie' }, RAIN),
  every('snow icons as json', { query: 'snow', format: 'json' }, SNOW),
  every('a cat icon in png format', { query: 'cat', format: 'png' }, CAT),
  every('Find a Lottie animation of rain', { query: 'rain', format: 'lottie' }, RAIN),
  every('flat style rain icons from meteocons as json', {
    query: 'rain',
    every: { style: 'flat', set: 'meteocons' },
    format: 'json',
  }),
  every('line-md 里的加载图标', { query: '加载', every: { set: 'line-md' } }, LOADING),
  every('line 风格的下雪图标', { every: { style: 'line' } }),
  every('找 weather 类别的下雨图标', { every: { category: 'weather' } }, RAIN),
  every('lottie 格式的下雨图标', { query: '下雨', format: 'lottie' }, RAIN),
  every('svg-spinners에서 로딩 아이콘', { query: '로딩', every: { set: 'svg-spinners' } }, LOADING),
  every('flat 스타일의 비 아이콘', { query: '비', every: { style: 'flat' } }, RAIN),
  every('json 형식으로 비 아이콘 보여줘', { query: '비', format: 'json' }, RAIN),
  every('Material Line Icons home', { query: 'home', every: { set: 'line-md' } }, HOME),
  every('rain in meteocons, monochrome', { query: 'rain', every: { style: 'monochrome' } }, RAIN),
  every('填充风格的下雨图标', { query: '下雨', every: { style: 'fill' } }, RAIN),
  every('lucide 图标集里的猫', { query: '猫', every: { set: 'lucide' } }, CAT),
  every('lucide 세트에서 고양이 아이콘 찾아줘', { query: '고양이', every: { set: 'lucide' } }, CAT),
  icons('line', ['lucide-*line*', 'line-md-*', 'lucide-*'], { query: 'line' }),
  icons('weather icon', [], { query: 'weather' }),
]

const COUNTS = [
  icons('three icons of a cat', CAT, { limit: 3, query: 'cat' }),
  icons('3 cat icons', CAT, { limit: 3, query: 'cat' }),
  icons('give me five rain icons', RAIN, { limit: 5, query: 'rain' }),
  icons('give me 5 rain icons', RAIN, { limit: 5, query: 'rain' }),
  icons('a dozen snow icons', SNOW, { limit: 12, query: 'snow' }),
  icons('half a dozen loading icons', LOADING, { limit: 6, query: 'loading' }),
  icons('a couple of home icons', HOME, { limit: 2, query: 'home' }),
  icons('show me the first 4 trash icons', TRASH, { limit: 4, query: 'trash' }),
  icons('top ten weather icons', [], { limit: 10, query: 'weather' }),
  icons('Twenty icons for delete please', TRASH, { limit: 20, query: 'delete' }),
  icons('just one snow icon', SNOW, { limit: 1, query: 'snow' }),
  icons('show me two', [], { query: 'two' }),
  icons('24 hours icon', ['lucide-*24*', 'line-md-*24*', 'lucide-*', 'line-md-*'], { limit: 10, query: '24 hours' }),
  icons('uv index 5', ['meteocons-*uv-index-5'], { limit: 10, query: 'uv index 5' }),
  icons('500 rain icons', RAIN, { limit: 100, query: 'rain' }, /100/),
  icons('up to 4 snow icons', SNOW, { limit: 4, query: 'snow' }),
  icons('snow icons, max 3', SNOW, { limit: 3, query: 'snow' }),
  icons('一打下雪图标', SNOW, { limit: 12, query: '下雪' }),
  icons('五种删除图标', TRASH, { limit: 5, query: '删除' }),
  icons('고양이 아이콘 하나 주세요', CAT, { limit: 1, query: '고양이' }),
  icons('三个下雨的图标', RAIN, { limit: 3, query: '下雨' }),
  icons('给我五个删除图标', TRASH, { limit: 5, query: '删除' }),
  icons('找两个雪的图标', SNOW, { limit: 2, query: '雪' }),
  icons('来十二个设置图标', GEAR, { limit: 12, query: '设置' }),
  icons('3个加载图标', LOADING, { limit: 3, query: '加载' }),
  icons('找一个下雨的图标', RAIN, { limit: 10, query: '下雨' }),
  icons('비 아이콘 두 개', RAIN, { limit: 2, query: '비' }),
  icons('세 가지 로딩 아이콘', LOADING, { limit: 3, query: '로딩' }),
  icons('삭제 아이콘 다섯 개 보여줘', TRASH, { limit: 5, query: '삭제' }),
  icons('눈 아이콘 3개 찾아줘', SNOW, { limit: 3, query: '눈' }),
  icons('열 개의 집 아이콘', HOME, { limit: 10, query: '집' }),
]

const IDS = [
  icon('meteocons-fill-rain', 'meteocons-fill-rain'),
  icon('Get icon meteocons-fill-rain', 'meteocons-fill-rain'),
  icon('what licence has METEOCONS-FILL-RAIN?', 'meteocons-fill-rain'),
  icon('who made lucide-heart', 'lucide-heart'),
  icon('http://icons.example/assets/meteocons-fill-rain.svg', 'meteocons-fill-rain'),
  icon('lucide-heart 的许可证是什么', 'lucide-heart'),
  icon('meteocons-fill-rain 아이콘을 보여줘', 'meteocons-fill-rain'),
  icons('Get icon meteocons-fill-unicorn', [], {}, /meteocons-fill-unicorn/),
]

const CODE = [
  code(
    'Give me React code for meteocons-fill-rain',
    'react',
    ['meteocons-fill-rain'],
    /export function MeteoconsFillRain/,
  ),
  code('Give me Vue code for lucide-heart', 'vue', ['lucide-heart'], /<template>/),
  code('svelte component for lucide-heart please', 'svelte', ['lucide-heart'], /\$props/),
  code('HTML for lucide-heart', 'html', ['lucide-heart'], /<img /),
  code('embed code for lucide-heart', 'html', ['lucide-heart'], /<img /),
  code('lucide-heart in React', 'react', ['lucide-heart']),
  code('How do I use lucide-heart in Svelte?', 'svelte', ['lucide-heart']),
  code('code for lucide-heart with lottie-web', 'lottie-web', ['lucide-heart'], /npm install lottie-web/),
  code('dotLottie code for meteocons-fill-rain', 'dotlottie', ['meteocons-fill-rain']),
  code('web component for lucide-heart', 'html', ['lucide-heart'], /web component/i),
  code('Angular code for lucide-heart', 'html', ['lucide-heart'], /angular/i),
  code('Give me React code for a rain icon', 'react', RAIN, /export function/),
  code('a cat icon as a Vue component', 'vue', CAT),
  code('JSX for the trash icon', 'react', TRASH),
  code('HTML snippet for a loading spinner', 'html', LOADING),
  code('给我 lucide-heart 的 React 代码', 'react', ['lucide-heart'], /许可|MIT|ISC/),
  code('下雨图标的 Vue 代码', 'vue', RAIN),
  code('lucide-heart 嵌入代码', 'html', ['lucide-heart']),
  code('lucide-heart 리액트 코드 줘', 'react', ['lucide-heart']),
  code('비 아이콘 Svelte 코드 보여줘', 'svelte', RAIN),
  code('react native code for lucide-heart', 'html', ['lucide-heart'], /react native/),
  code('how to embed lucide-heart', 'html', ['lucide-heart']),
  code('用 React 显示 lucide-heart', 'react', ['lucide-heart']),
  code('lucide-heart을 Vue에서 어떻게 쓰나요?', 'vue', ['lucide-heart']),
  icons('react icon', ['*react*', 'lucide-atom*'], { query: 'react' }),
  icons('html code icon', ['lucide-*code*', 'line-md-*code*', '*html*']),
]

const GUIDES = [
  guides('How do I embed an icon?', 'embed-in-html', 'react', 'getting-started'),
  guides('how to use icons in react', 'react'),
  guides('How do rate limits work?', 'rate-limits'),
  guides('how many requests can I make?', 'rate-limits'),
  guide('Are there any tutorials on licences?', 'licences'),
  guide('accessibility guide', 'accessibility'),
  guides('documentation about paging', 'filters-and-paging'),
  guides('Which guides are there?', 'getting-started'),
  guides('list guides', 'getting-started'),
  guides('怎么嵌入图标？'),
  guides('有哪些指南？', 'getting-started'),
  guides('如何使用 React', 'react'),
  guides('가이드 목록 보여줘', 'getting-started'),
  guides('React에서 어떻게 쓰나요?', 'react'),
  guide('Read guide rate-limits', 'rate-limits'),
  guide('read accessibility', 'accessibility'),
  guide('open the getting-started guide please', 'getting-started'),
  guide('show me the guide to search', 'search'),
  guide('rate-limits', 'rate-limits'),
  guide('阅读指南 rate-limits', 'rate-limits'),
  guide('rate-limits 가이드 읽어줘', 'rate-limits'),
]

const HELP = [
  ...['Hi, what can you do?', 'who are you and what can you do?', 'how are you?', 'please'].map(help),
  ...[
    'What sets are there?',
    'which styles do you have?',
    'list the categories',
    '有哪些类别',
    '어떤 스타일이 있나요',
  ].map(help),
  ...['在吗', '你好，有什么功能', '반가워요', '너는 누구야?', '무엇을 도와줄 수 있어?'].map(help),
  ...['hi', 'Hello!', 'hello there', 'Hey', 'hi there!', 'good morning', 'help', 'Help!', 'help me'].map(help),
  ...['What can you do?', 'what do you do', 'who are you?', 'what are your skills?', 'how does this work?'].map(help),
  ...['thanks', 'ok', '👋', '?!', '   ', '…'].map(help),
  ...['你好', '您好！', '嗨', '你能做什么？', '你会什么', '帮助', '谢谢'].map(help),
  ...['안녕하세요', '안녕', '뭘 할 수 있어?', '도와줘', '도움말', '고마워요'].map(help),
]

/** Whatever cannot be done is said, and the rest is done. */
const UNMET = [
  icons('rain in duotone style', RAIN, { query: 'rain' }, /duotone[^\n]*fill, flat, line, monochrome/),
  icons('cat from the feather set', CAT, { query: 'cat' }, /feather[^\n]*lucide/),
  icons('rain as gif', RAIN, { query: 'rain' }, /gif[^\n]*svg, json, lottie, png/i),
  icons('snow icon in mp4 format', SNOW, { query: 'snow' }, /mp4/),
  icons('icons in the dinosaurs category', [], { query: '' }, /dinosaurs[^\n]*animals/),
  icons('a cat icon in red', CAT, { query: 'cat' }, /red[^\n]*color=/),
  icons('blue cat icon', CAT, {}, /blue[^\n]*color=/),
  icons('#ff0000 home icon', HOME, { query: 'home' }, /ff0000[^\n]*color=/),
  icons('home icon in blue at 64px', HOME, { query: 'home' }, /64[^]*blue/),
  icons('32x32 trash icon', TRASH, { query: 'trash' }, /32[^\n]*size=/),
  icons('红色的首页图标', HOME, { query: '首页' }, /红色[^\n]*color=/),
  icons('gif 格式的下雨图标', RAIN, { query: '下雨' }, /gif/),
  icons('빨간색 집 아이콘', HOME, { query: '집' }, /빨간색[^\n]*color=/),
  icons('gif 형식의 비 아이콘', RAIN, { query: '비' }, /gif/),
]

function both(text: string, ...wanted: Wanted[]): JudgedRequest {
  return { text, wanted }
}
const found = (first: readonly string[], more: Partial<Wanted> = {}): Wanted => ({
  skill: 'find_icons',
  first,
  ...more,
})

const SEVERAL = [
  both('Find a rain icon and a snow icon', found(RAIN), found(SNOW)),
  both('rain icon and snow icon', found(RAIN), found(SNOW)),
  both('Show me rain icons. Also, how do I embed one in React?', found(RAIN), {
    skill: 'find_guides',
    first: ['react'],
  }),
  both('Find a home icon; then read guide licences', found(HOME), { skill: 'read_guide', first: ['licences'] }),
  both('three cat icons and two home icons', found(CAT, { limit: 3 }), found(HOME, { limit: 2 })),
  both('Find a rain icon.\nFind a snow icon.', found(RAIN), found(SNOW)),
  both('下雨的图标和删除的图标', found(RAIN), found(TRASH)),
  both('找一个下雨的图标。怎么嵌入图标？', found(RAIN), { skill: 'find_guides' }),
  both('비 아이콘과 눈 아이콘 보여줘', found(RAIN), found(SNOW)),
  both('Find a cat icon, a home icon and a snow icon', found(CAT), found(HOME), found(SNOW)),
  both('1. rain icon 2. snow icon', found(RAIN), found(SNOW)),
  both('- rain icon\n- snow icon', found(RAIN), found(SNOW)),
  both('meteocons-fill-rain and lucide-heart', { skill: 'get_icon' }, { skill: 'get_icon' }),
  both('找下雨的图标，还有下雪的图标', found(RAIN), found(SNOW)),
  both('비 아이콘, 눈 아이콘 찾아줘', found(RAIN), found(SNOW)),
  both('rain, snow and sun icons', found([...RAIN, ...SNOW, ...SUN])),
  {
    text: 'rain icon and snow icon and cat icon and home icon',
    wanted: [found(RAIN), found(SNOW), found(CAT)],
    says: /“home icon”/,
  },
  both('icon for black and white', found([], { query: 'black and white' })),
  both('drag and drop icon', found([], { query: 'drag and drop' })),
  {
    text: "I'm building a weather app. I need a rain icon.",
    wanted: [found(RAIN, { query: 'rain' })],
    says: /weather app/,
  },
]

const TYPOS = [
  icons('fnd a trahs icon', TRASH),
  icons('Find a calender icon', ['line-md-calendar*', 'lucide-calendar*']),
  icons('pls show me a thermomter icon', ['meteocons-*thermometer*', 'lucide-thermometer*']),
  icons('setings icons', GEAR, { query: 'setings' }),
  icons('i want a downlod icon', ['line-md-*download*', 'lucide-*download*'], { query: 'downlod' }),
  icons('SHOW ME RAIN ICONS!!!', RAIN, { query: 'rain' }),
  icons('find   a    rain\ticon', RAIN, { query: 'rain' }),
]

export const JUDGED: Readonly<Record<string, readonly JudgedRequest[]>> = {
  find: FIND,
  pictures: PICTURES,
  lists: LISTS,
  filters: FILTERS,
  counts: COUNTS,
  ids: IDS,
  code: CODE,
  guides: GUIDES,
  help: HELP,
  unmet: UNMET,
  several: SEVERAL,
  typos: TYPOS,
}
