import t from 'tap'
import type { IconRecord } from '../../../../src/icons/icon-record.ts'
import type { IconFacets } from '../../../../src/icons/icons-service.ts'
import { iconsMessagesFor } from '../../../../src/hosts/icons/pages/messages/icons-messages.ts'
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
    renderIconPage({ ...SITE, locale: 'en', lang: null, icon: evil, variants: [], facets: FACETS }),
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
  const page = (members: Partial<IconRecord>): string =>
    renderIconPage({ ...SITE, locale: 'en', lang: null, icon: icon(members), variants: [], facets: FACETS })
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
  const html = renderIconPage({ ...SITE, locale: 'en', lang: null, icon: icon(), variants: [], facets: FACETS })
  t.match(html, 'lang="en">shooting star<')
  t.match(html, 'lang="zh">星<')
  t.match(html, 'lang="ko">별<')
})

t.test('an outage is told in words, and nothing is said to be missing', async (t) => {
  const html = renderIconsHome({ ...HOME, outcome: 'unavailable' })
  t.match(html, '<p class="count">The search is busy.')
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
