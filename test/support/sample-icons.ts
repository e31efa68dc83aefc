import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import type { Catalogue, CatalogueIcon, CatalogueRecord } from '../../src/icons/catalogue.ts'
import type { Guide } from '../../src/icons/icons-service.ts'
import { buildIcons } from '../../src/generation/build-icons.ts'
import type { IconParts } from '../../src/generation/generation.ts'
import { inMemory } from '../../src/generation/records/in-memory.ts'
import { packRecords } from '../../src/generation/records/pack-records.ts'
import { PooledIconsService } from '../../src/pool/pooled-icons-service.ts'
import { SearchDispatcher } from '../../src/pool/search-dispatcher.ts'
import { type AssetUrls, STATIC_NAMES } from '../../src/web/static-files.ts'
import { smallGeneration } from './small-generation.ts'

/** Rows `[name, category, tags, zh, ko]` of icons that the real sets contain. */
type Row = readonly [name: string, category: string, tags: string, zh: string, ko: string]

const METEOCONS: readonly Row[] = [
  ['rain', 'weather', 'rainy raining shower drops', '雨 下雨', '비'],
  ['snow', 'weather', 'snowy snowing winter', '雪 下雪', '눈'],
  ['sunset', 'weather', 'evening dusk', '日落', '일몰'],
  ['partly-cloudy-day', 'weather', 'cloud sun', '多云', '구름 조금'],
]
const LINE_MD: readonly Row[] = [
  ['home', 'places', 'house building', '首页 主页 房子', '홈 집'],
  ['search', 'actions', 'find magnifier look', '搜索 查找', '검색 돋보기'],
  ['trash', 'actions', 'delete remove bin rubbish', '删除 垃圾桶', '삭제 휴지통'],
  ['cog-loop', 'actions', 'gear settings preferences', '设置 齿轮', '설정 톱니바퀴'],
  ['loading-loop', 'loading', 'spinner loading wait', '加载', '로딩'],
  ['list', 'text', 'rows items', '列表', '목록'],
  ['document', 'files', 'file page guide', '文档', '문서'],
  ['monitor', 'devices', 'display screen', '显示器', '모니터'],
]
const SPINNERS: readonly Row[] = [
  ['ring-resize', 'loading', 'spinner loading', '加载', '로딩'],
  ['90-ring', 'loading', 'spinner loading', '加载', '로딩'],
]

const TITLES: Readonly<Record<string, string>> = { weather: 'Weather', actions: 'Actions', loading: 'Loading' }

function record(
  set: string,
  style: string,
  [name, category, tags, zh, ko]: Row,
  styles: readonly string[],
): CatalogueRecord {
  const idOf = (wanted: string): string => [set, wanted, name].filter((part) => part !== '').join('-')
  const id = idOf(style)
  const lottie = set === 'meteocons'
  const format = (ext: 'svg' | 'json', mediaType: string) => {
    const bytes = assetOf(id, ext)
    return { ext, mediaType, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  }
  const words = name.replaceAll('-', ' ')
  return {
    id,
    name,
    title: words.charAt(0).toUpperCase() + words.slice(1),
    set,
    category,
    style,
    tags: tags.split(' '),
    aliases: [],
    madeFrom: '',
    madeLoop: true,
    tagWords: [],
    localised: { zh: zh.split(' '), ko: ko.split(' ') },
    width: 24,
    height: 24,
    frameRate: lottie ? 60 : null,
    durationMs: lottie ? 6000 : 1000,
    loop: true,
    formats: [format('svg', 'image/svg+xml'), ...(lottie ? [format('json', 'application/json')] : [])],
    variants: styles.filter((other) => other !== style).map(idOf),
    license: { spdx: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
    author: { name: 'A. Author', url: 'https://author.example' },
    source: { package: `@sample/${set}`, version: '1.0.0' },
  }
}

function assetOf(id: string, ext: string): Buffer {
  return Buffer.from(ext === 'svg' ? `<svg xmlns="http://www.w3.org/2000/svg"><title>${id}</title></svg>` : '{"v":"5"}')
}

const SETS = [
  { id: 'line-md', title: 'Material Line Icons', styles: [], rows: LINE_MD },
  { id: 'meteocons', title: 'Meteocons', styles: ['fill', 'line'], rows: METEOCONS },
  { id: 'svg-spinners', title: 'SVG Spinners', styles: [], rows: SPINNERS },
] as const

/** A few icons of the real sets, so that the expected values of tests fit on one screen. */
function sampleCatalogue(): Catalogue {
  const icons: CatalogueIcon[] = SETS.flatMap(({ id: set, rows, styles }) =>
    rows.map((row) => ({
      key: `${set}-${row[0]}`,
      records:
        styles.length === 0 ? [record(set, '', row, [])] : styles.map((style) => record(set, style, row, styles)),
    })),
  ).toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const records = icons.flatMap((icon) => icon.records)
  const categories = [...new Set(records.map(({ category }) => category))].toSorted()
  return {
    version: 'sample',
    changedAt: 1_700_000_000_000,
    icons,
    sets: SETS.map(({ id, rows, styles, title }) => ({
      id,
      title,
      package: `@sample/${id}`,
      version: '1.0.0',
      license: { spdx: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
      author: { name: 'A. Author', url: 'https://author.example' },
      styles,
      icons: rows.length,
      records: rows.length * Math.max(styles.length, 1),
    })),
    categories: categories.map((id) => ({
      id,
      title: TITLES[id] ?? id,
      icons: icons.filter((icon) => icon.records[0]?.category === id).length,
    })),
    synonyms: [['trash', 'wastebasket']],
    knownWords: [],
    nearby: [{ names: ['home', 'castle', 'rain'], words: ['cottage', 'log cabin', '-hut', '小屋', '-屋', '오두막'] }],
    faults: [],
    assets: () => [],
  }
}

export const SAMPLE_GUIDES: readonly Guide[] = [
  {
    slug: 'quick-start',
    title: 'Quick start',
    description: 'Find an icon and put it on a page.',
    markdown: '# Quick start\n\nSearch, take an address, write an `<img>`.\n',
  },
  {
    slug: 'embedding',
    title: 'Embed icons in a page',
    description: 'HTML, React and players for Lottie.',
    markdown: '# Embed icons\n\nHow to embed an icon in HTML, and what to write in React.\n',
  },
  {
    slug: 'rate-limits',
    title: 'Rate limits',
    description: 'How many requests a minute there may be.',
    markdown: '# Rate limits\n\n120 requests a minute, 600 with a token. Wait as Retry-After says.\n',
  },
]

/** Starts the real icons service over the sample catalogue. */
export function startSampleIcons(t: Test, siteUrl = 'http://icons.example'): Promise<PooledIconsService> {
  const assets = inMemory(packRecords([]))
  return startIcons(t, { ...buildIcons(sampleCatalogue(), SAMPLE_GUIDES, siteUrl), content: 'sample', assets })
}

/** Starts the real icons service, with one search worker. */
export async function startIcons(t: Test, icons: Omit<IconParts, 'fingerprint'>): Promise<PooledIconsService> {
  const faults: string[] = []
  const generation = { ...smallGeneration(1), icons: { ...icons, fingerprint: 'sample' } }
  const dispatcher = new SearchDispatcher({
    workers: 1,
    queueLimit: 4096,
    htmlQueueLimit: 64,
    timeoutMs: 30_000,
    workerFile: fileURLToPath(new URL('search-worker.mjs', import.meta.url)),
    generation,
    settings: {
      assets: Object.fromEntries(STATIC_NAMES.map((name) => [name, `/${name}`])) as AssetUrls,
      kernel: 'auto',
      imageOrigins: [],
    },
    onFault: (message) => faults.push(message),
    onReleased: () => undefined,
  })
  t.teardown(async () => {
    await dispatcher.close()
    if (faults.length > 0) throw new Error(`the pool had faults: ${faults.join('; ')}`)
  })
  await dispatcher.ready()
  return new PooledIconsService(dispatcher, (message) => faults.push(message))
}
