import { parseXml, type XmlElement } from '@rgrove/parse-xml'
import t from 'tap'
import { fetchMade } from '../../support/fetch-made.ts'
import { startService } from '../../support/start-service.ts'
import { DOCUMENTATION } from './documentation.ts'

const CONTENT = {
  ...DOCUMENTATION,
  'docs/en/hidden.md': '---\ntitle: Hidden\nnoindex: true\n---\n\nNot for everyone.\n',
  'site.yaml': 'name: { en: "Widgets & <gears> of the world", zh: 小部件 }\n',
}

/** Elements of a name, wherever they stand. Not well-formed XML throws. */
function elements(xml: string, name: string): XmlElement[] {
  const found: XmlElement[] = []
  const visit = (element: XmlElement): void => {
    if (element.name === name) found.push(element)
    for (const child of element.children) if (child.type === 'element') visit(child as XmlElement)
  }
  visit(parseXml(xml).root as XmlElement)
  return found
}

const { url } = await startService(t, { content: CONTENT })

t.test('sitemaps list the pages of each locale with their translations', async (t) => {
  const get = async (path: string): Promise<string> => (await fetch(url + path)).text()
  const index = await fetch(`${url}/sitemap.xml`)
  t.equal(index.headers.get('content-type'), 'application/xml; charset=utf-8')
  t.ok(index.headers.get('etag'))
  const sitemaps = elements(await index.text(), 'loc').map(({ text }) => text)
  t.strictSame(sitemaps, ['en', 'zh', 'ko'].map((locale) => `${url}/${locale}/sitemap.xml`)) // prettier-ignore
  const english = await get('/en/sitemap.xml')
  const pages = elements(english, 'loc').map(({ text }) => text)
  t.strictSame(pages, ['', '/api/errors', '/guides/a%20b%3Fc%23d%25', '/guides/only-english', '/guides/start'].map((path) => `${url}/en${path}`)) // prettier-ignore
  for (const page of pages) t.equal((await fetch(page, { redirect: 'manual' })).status, 200, page)
  const start = elements(english, 'url').find(({ text }) => text.includes('/guides/start'))
  const links = start?.children.flatMap((child) => (child.type === 'element' && 'attributes' in child ? [child.attributes] : [])) // prettier-ignore
  t.match(links, [
    {},
    {},
    { hreflang: 'en', href: `${url}/en/guides/start` },
    { hreflang: 'zh', href: `${url}/zh/guides/start` },
    { hreflang: 'ko', href: `${url}/ko/guides/start` },
    { hreflang: 'x-default', href: `${url}/en/guides/start` },
  ])
  t.match(elements(english, 'lastmod')[0]?.text, /^2026-01-02/)
})

t.test('robots.txt leads to the sitemap and keeps crawlers from results', async (t) => {
  const response = await fetch(`${url}/robots.txt`)
  t.match(response.headers.get('signpost-generation'), /^sha256:/)
  const robots = await response.text()
  t.equal(robots, `User-agent: *\nDisallow: /search\nDisallow: /api/search\n\nSitemap: ${url}/sitemap.xml\n`)
})

t.test('beside a site there are no addresses of pages to list', async (t) => {
  const { url } = await startService(t, {
    content: { ...DOCUMENTATION, 'site.yaml': 'url: https://widgets.example\n' },
  })
  t.equal((await fetch(`${url}/sitemap.xml`)).status, 404)
  t.equal((await fetch(`${url}/en/sitemap.xml`)).status, 404)
  t.notMatch(await (await fetch(`${url}/robots.txt`)).text(), 'Sitemap')
})

t.test('browsers find the search of each language', async (t) => {
  const [, path = ''] =
    /<link rel="search" type="[^"]*" href="([^"]*)"/.exec(await (await fetch(`${url}/zh`)).text()) ?? []
  const described = await fetch(url + path)
  t.equal(described.headers.get('content-type'), 'application/opensearchdescription+xml')
  t.equal(described.headers.get('content-language'), 'zh')
  const xml = await described.text()
  t.equal(elements(xml, 'ShortName')[0]?.text, '小部件')
  const template = elements(xml, 'Url')[0]?.attributes['template'] ?? ''
  t.equal(template, `${url}/search?locale=zh&q={searchTerms}`)
  t.match(await (await fetch(template.replace('{searchTerms}', encodeURIComponent('启动')))).text(), '开始')
  const english = await (await fetch(`${url}/en/opensearch.xml`)).text()
  t.equal(elements(english, 'ShortName')[0]?.text, 'Widgets & <gear…', 'at most 16 characters')
})

t.test('a page says to other sites and search engines what it is', async (t) => {
  const title = 'A "</script><!-- & title'
  const content = { ...CONTENT, 'docs/en/guides/index.md': '# Guides\n', 'docs/en/guides/odd.md': `---\ntitle: '${title}'\n---\n\nOdd.\n` } // prettier-ignore
  const service = await startService(t, { content, env: { CARD_FONTS: '/none/a.ttf' } })
  const { url } = service
  const html = await (await fetch(`${url}/en/guides/odd`)).text()
  t.match(html, '<meta property="og:title" content="A &quot;&lt;/script&gt;&lt;!-- &amp; title">')
  t.match(html, `<meta property="og:url" content="${url}/en/guides/odd">`)
  t.match(html, '<meta property="og:site_name" content="Widgets &amp; &lt;gears&gt; of the world">')
  await t.test('its picture is drawn under an address that never changes', async (t) => {
    const picture = new URL(/"og:image" content="([^"]*)"/.exec(html)?.[1] ?? '').pathname
    t.match(picture, /^\/cards\/[\da-f]{32}\/en\/guides\/odd\.png$/)
    t.match(html, '<meta property="og:image:width" content="1200">\n<meta property="og:image:height" content="630">')
    t.match(html, '<meta name="twitter:card" content="summary_large_image">')
    const [answer, again] = await Promise.all([fetchMade(url + picture), fetchMade(url + picture)])
    const png = Buffer.from(await answer.arrayBuffer())
    t.equal(answer.headers.get('content-type'), 'image/png')
    t.match(await service.logged('a font cannot be read'), { err: { message: /^\/none\/a\.ttf: it cannot be read/ } })
    t.match(answer.headers.get('cache-control'), 'immutable')
    t.strictSame([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630])
    t.ok(png.equals(Buffer.from(await again.arrayBuffer())))
    const other = picture.replace('guides/odd', 'guides')
    const long = picture.replace('guides/odd', 'a'.repeat(4000))
    for (const none of [
      other,
      long,
      picture.replace('.png', ''),
      picture.replace('.png', '.md.png'),
      '/cards/x/en.png',
      picture.replace(/[\da-f]{32}/, '0'.repeat(32)),
      picture.replace('/en/', '/zh/'),
    ])
      // prettier-ignore
      t.equal((await fetch(url + none)).status, 404, none.slice(0, 100))
  })
  const [, json = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html) ?? []
  const { '@graph': graph } = JSON.parse(json) as { '@graph': unknown[] }
  t.match(graph, [
    { '@type': 'TechArticle', headline: title, url: `${url}/en/guides/odd`, inLanguage: 'en' },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'Widgets & <gears> of the world', item: `${url}/en` },
        { position: 2, name: 'Guides', item: `${url}/en/guides` },
        { position: 3, name: title, item: `${url}/en/guides/odd` },
      ],
    },
  ])
})
