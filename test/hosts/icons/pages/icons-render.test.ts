import t from 'tap'
import { UNCHANGED } from '../../../../src/icons/rendition/rendition.ts'
import type { IconRecord } from '../../../../src/icons/icon-record.ts'
import type { IconFacets } from '../../../../src/icons/icons-service.ts'
import { iconsMessagesFor } from '../../../../src/hosts/icons/pages/messages/icons-messages.ts'
import { toChoices } from '../../../../src/hosts/icons/pages/icon-choices.ts'
import { readIconDrawing, type Drawing } from '../../../../src/icons/rendition/drawing.ts'
import { stillSvg } from '../../../../src/icons/rendition/still-svg.ts'
import { renderIconsHome } from '../../../../src/hosts/icons/pages/render-home.ts'
import { renderIconPage } from '../../../../src/hosts/icons/pages/render-icon.ts'
import { LOCALES } from '../../../../src/shared/locale.ts'
import { SITE as DOCS_SITE } from '../../docs/pages/page-fixture.ts'

const SITE = { ...DOCS_SITE, siteUrl: 'https://icons.example' }
const FACETS: IconFacets = {
  categories: [{ id: 'own', title: 'Own <things>', icons: 1 }],
  sets: [{ id: 'mine', title: 'Mine & yours', icons: 1, records: 1 }],
  styles: ['bold'],
  formats: ['svg', 'json'],
}

function icon(members: Partial<IconRecord> = {}): IconRecord {
  return {
    id: 'mine-star',
    name: 'star',
    title: 'Star',
    set: 'mine',
    category: 'own',
    style: '',
    tags: ['night', '星', '별'],
    aliases: ['shooting-star'],
    width: 24,
    height: 24,
    frameRate: null,
    durationMs: null,
    loop: false,
    formats: [format('svg')],
    variants: [],
    license: { spdx: 'MIT', url: 'https://license.example' },
    author: { name: 'A. Author', url: 'https://author.example' },
    source: { package: 'icons/mine', version: '1' },
    ...members,
  }
}

function format(ext: 'svg' | 'json' | 'png'): IconRecord['formats'][number] {
  const url = `https://icons.example/assets/mine-star.${ext}?v=0123456789abcdef`
  return { ext, mediaType: 'image/svg+xml', url, bytes: 700, sha256: '0'.repeat(64) }
}

const VIEW = { q: '', category: null, style: null, set: null, format: null, page: 1 }
const PAGE = {
  locale: 'en',
  lang: null,
  variants: [],
  facets: FACETS,
  abilities: { drawing: null, canRest: false, lottieColour: false },
  choices: { rendition: UNCHANGED, trigger: 'load', inline: false },
} as const
const HOME = { ...SITE, locale: 'en', lang: null, view: VIEW, facets: FACETS, suggestions: [] } as const

t.test("an operator's texts are escaped wherever they stand", async (t) => {
  const hostile = `"><img src=x onerror=alert(1)>`
  const evil = icon({
    title: hostile,
    tags: [hostile],
    author: { name: hostile, url: 'https://author.example' },
    source: { package: hostile, version: hostile },
  })
  for (const html of [
    renderIconPage({ ...SITE, ...PAGE, icon: evil }),
    renderIconsHome({ ...HOME, outcome: { total: 1, results: [evil] }, suggestions: [hostile] }),
  ]) {
    t.notMatch(html, '<img src=x')
    t.match(html, 'Own &lt;things&gt;')
  }
})

t.test('a still stands for the motion where there is one, and a sign where a loop has none', async (t) => {
  const source = (members: Partial<IconRecord>): string | undefined => {
    const html = renderIconsHome({ ...HOME, outcome: { total: 1, results: [icon(members)] } })
    return /<li><a class="tile"[^>]*>(<picture.*?<\/picture>)/.exec(html)?.[1]
  }
  t.match(source({ formats: [format('svg'), format('png')], loop: true }), 'srcset="/assets/mine-star.png?v=')
  t.notMatch(source({ formats: [format('svg'), format('png')], loop: true }), 'data-smil')
  t.match(source({ loop: true }), `data-smil="loop"`)
  t.match(source({ loop: true }), `srcset="${SITE.assets['paused.svg']}"`)
  t.match(source({}), 'data-smil="once"')
  t.notMatch(source({}), '<source')
})

t.test('only what an icon has is offered', async (t) => {
  const page = (members: Partial<IconRecord>): string => renderIconPage({ ...SITE, ...PAGE, icon: icon(members) })
  const plain = page({})
  t.notMatch(plain, 'class="lottie"')
  t.notMatch(plain, '<summary>lottie-web</summary>')
  t.notMatch(plain, 'class="variants"')
  t.match(plain, 'class="replay"')
  const lottie = page({ formats: [format('svg'), format('json')], loop: true })
  t.match(lottie, 'data-lottie="/assets/mine-star.json?v=')
  t.match(lottie, 'Needs the package <code>lottie-web</code>.')
  t.notMatch(lottie, 'class="replay"')
})

t.test('words that find an icon are marked with their language', async (t) => {
  const html = renderIconPage({ ...SITE, ...PAGE, icon: icon() })
  t.match(html, 'lang="en">shooting star<')
  t.match(html, 'lang="zh">星<')
  t.match(html, 'lang="ko">별<')
})

t.test('an outage is told in words, and nothing is said to be missing', async (t) => {
  const html = renderIconsHome({ ...HOME, outcome: 'unavailable' })
  t.match(html, '<p class="count">Too much is asked for at once.')
  t.match(html, '<div class="nothing" hidden>')
})

t.test('every language says everything, with the same places to fill in', async (t) => {
  const places = (text: unknown): unknown =>
    typeof text === 'string' ? [...text.matchAll(/\{\w+\}/g)].map(String).toSorted() : typeof text
  const english = Object.entries(iconsMessagesFor('en')).map(([name, text]) => [name, places(text)])
  for (const locale of LOCALES) {
    const messages = iconsMessagesFor(locale)
    t.strictSame(
      Object.entries(messages).map(([name, text]) => [name, places(text)]),
      english,
    )
    t.ok(messages.examples.every((word) => word !== ''))
  }
  t.strictSame(Object.keys(iconsMessagesFor('zh').names), Object.keys(iconsMessagesFor('ko').names))
})

t.test('every choice of a filter says how many icons it has, and those without are marked', (t) => {
  const facets = { category: [{ value: 'own', count: 1234 }], style: [], set: [], format: [{ value: 'svg', count: 7 }] }
  const html = renderIconsHome({ ...HOME, outcome: { total: 1, results: [icon()], facets } })
  t.match(html, /<label><input [^>]*value="own"[^>]*><span>Own &lt;things&gt;<\/span> <small>1,234<\/small>/)
  t.match(html, /<label class="none"><input [^>]*value="bold"[^>]*><span>Bold<\/span> <small>0<\/small>/)
  t.notMatch(renderIconsHome({ ...HOME, outcome: 'unavailable' }), /<small>|class="none"/, 'unknown is not none')
  t.end()
})

t.test('the page offers what the files of an icon allow, and says why not', (t) => {
  const read = (body: string): Drawing | null =>
    readIconDrawing(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${body}</svg>`), false)
  const moves = '<animate attributeName="opacity" dur="1s" values="0;1" fill="freeze"/>'
  const page = (body: string, query: Partial<Parameters<typeof toChoices>[0]> = {}): string => {
    const drawing = read(body)
    const canRest = drawing !== null && stillSvg(drawing.root, false) !== null
    const abilities = { drawing, canRest, lottieColour: false }
    const none = { color: null, size: null, speed: null, trigger: 'load', inline: false } as const
    const choices = toChoices({ ...none, ...query }, abilities)
    return renderIconPage({ ...SITE, ...PAGE, icon: icon(), abilities, choices })
  }
  const line = `<path fill="none" stroke="currentColor" d="M0 0h1">${moves}</path>`
  const plain = page(line)
  for (const name of ['color', 'size', 'speed', 'trigger', 'inline']) t.match(plain, `name="${name}"`)
  t.match(plain, 'data-copy-from="/assets/mine-star.svg?still=1"')
  t.match(plain, '<a class="reset" href="/icons/mine-star" hidden>')
  const chosen = page(line, { color: '#e11d48', size: 96, speed: 2, trigger: 'hover' })
  t.match(chosen, 'href="/assets/mine-star.svg?color=e11d48&amp;size=96&amp;speed=2" download')
  t.match(
    chosen,
    'hreflang="zh" href="https://icons.example/icons/mine-star?color=e11d48&amp;size=96&amp;speed=2&amp;trigger=hover&amp;lang=zh"',
  )
  t.match(chosen, 'onPointerEnter={play}', 'a trigger puts the drawing into the code')
  const coloured = page('<path fill="red" d="M0 0h1"/><path fill="blue" d="M0 0h1"/>', { color: '#e11d48', speed: 2 })
  t.match(coloured, 'several colours of its own')
  t.match(coloured, 'cannot be changed here')
  t.notMatch(coloured, /name="color"|name="speed"|color=e11d48|speed=2/)
  t.match(coloured, 'has no still SVG')
  t.end()
})
