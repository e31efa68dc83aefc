import { createHash } from 'node:crypto'
import t from 'tap'
import { startService } from '../../support/start-service.ts'
import { DOCUMENTATION } from './documentation.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="30"><circle r="9"/></svg>'
/** A PNG file of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const CONTENT = {
  ...DOCUMENTATION,
  'brand/light.svg': SVG,
  'brand/dark.svg': SVG.replace('r="9"', 'r="8"'),
  'brand/card.png': PNG,
  'site.yaml': `name: Widgets
logo: { light: brand/light.svg, dark: brand/dark.svg, replacesName: true }
favicon: brand/light.svg
image: brand/card.png
accent: '#b23a07'
navigation:
  - { label: { en: Guides, ko: 안내 }, to: /guides/start#turn-the-crank }
  - { label: Widgets on GitHub, to: https://github.com/widgets/widgets, icon: github }
  - { label: "Code <b>", to: https://code.example/widgets }
footer:
  text: { en: '© Widgets' }
  groups:
    - title: More
      links: [{ label: API, to: /openapi.json }, { label: Errors, to: /en/api/errors }]
editUrl: https://code.example/edit/{path}
security:
  contact: ['mailto:security@widgets.example', https://widgets.example/report]
  expires: '2099-01-01T00:00:00Z'
  policy: https://widgets.example/policy
`,
}

t.test('pages have the look that site.yaml gives them', async (t) => {
  const { url } = await startService(t, { content: CONTENT })
  const get = (path: string): Promise<Response> => fetch(url + path, { headers: { accept: 'text/html' } })
  const english = await (await get('/en/guides/start')).text()
  const korean = await (await get('/ko/guides/start')).text()

  t.test('logo, favicon and the image for other sites are served as files that never change', async (t) => {
    const [light, dark] = [
      ...english.matchAll(/<img class="site-logo in-\w+" src="([^"]+)" alt="" width="120" height="30">/g),
    ]
    t.not(light?.[1], dark?.[1])
    t.match(english, `<link rel="icon" href="${light?.[1]}" type="image/svg+xml">`)
    t.notMatch(english, '<b>Widgets</b>', 'the logo shows the name')
    const card = /<meta property="og:image" content="([^"]+)">/.exec(english)?.[1] ?? ''
    t.ok(card.startsWith(`${url}/files/`), card)
    t.notMatch(english, '/cards/', 'an image of the site stands for pictures of its pages')
    for (const address of [light?.[1], dark?.[1], card.slice(url.length)]) {
      const file = await get(address ?? '')
      t.equal(file.status, 200, address ?? '')
      t.match(file.headers.get('cache-control'), 'immutable')
    }
  })

  t.test('what a page begins with stands in it, and its policy names that alone', async (t) => {
    for (const path of ['/en/guides/start', '/ko', '/search', '/search?q=crank', '/en/none']) {
      const answer = await get(path)
      const html = await answer.text()
      const policy = answer.headers.get('content-security-policy') ?? ''
      const sources = (directive: string): string[] =>
        [...(new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1] ?? '').matchAll(/'sha256-[^']+'/g)].map(
          ([hash]) => hash,
        )
      const hashes = (name: string): string[] =>
        [...html.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g'))].map(
          ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
        )
      t.match(html, '--accent: light-dark(#b23a07, ')
      const isKept = answer.headers.get('cache-control') !== 'no-store'
      t.equal(hashes('style').length, isKept ? 2 : 1, path)
      t.equal(html.includes('<link rel="stylesheet" href="/_/style.'), !isKept, path)
      t.ok(
        hashes('style').every((hash) => sources('style-src').includes(hash)),
        path,
      )
      if (isKept) t.strictSame([hashes('style'), hashes('script')], [sources('style-src'), sources('script-src')], path)
    }
  })

  t.test('links of header, menu and footer stay in the locale of the reader, and need a text in it', async (t) => {
    t.equal(english.match(/<a href="\/en\/guides\/start#turn-the-crank">Guides<\/a>/g)?.length, 2, 'header and menu')
    t.match(english, '<a href="https://code.example/widgets">Code &lt;b&gt;</a>')
    t.match(english, /<footer class="site-footer">.*<h2>More<\/h2>.*href="\/openapi.json".*<p>© Widgets<\/p>/s)
    t.match(korean, '<a href="/ko/guides/start#turn-the-crank">안내</a>')
    t.notMatch(korean, '© Widgets')
    const chinese = await (await get('/zh')).text()
    t.notMatch(chinese, 'guides/start#')
    for (const path of ['/search', '/en/none']) {
      t.match(await (await get(path)).text(), 'class="site-footer"', path)
    }
  })

  t.test('a link to a service is its icon, which its text names, after the others', async (t) => {
    const link =
      '<a href="https://github.com/widgets/widgets" aria-label="Widgets on GitHub" title="Widgets on GitHub"><svg viewBox="0 0 24 24" aria-hidden="true"><path class="line" d="M'
    const header = english.slice(english.indexOf('<nav class="site-links in-header"'))
    t.match(header, link)
    t.ok(header.indexOf(link) > header.indexOf('Code &lt;b&gt;'))
    t.match(korean, link)
  })

  t.test('each page leads to the place where its file is edited', async (t) => {
    t.match(english, '<a href="https://code.example/edit/docs/en/guides/start.mdx">')
    const translated = await (await get('/ko/guides/only-english')).text()
    t.match(translated, '<a href="https://code.example/edit/docs/en/guides/only-english.md">')
  })

  t.test('security.txt says where vulnerabilities are reported', async (t) => {
    const answer = await fetch(`${url}/.well-known/security.txt`)
    t.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8')
    t.equal(
      await answer.text(),
      `Contact: mailto:security@widgets.example
Contact: https://widgets.example/report
Expires: 2099-01-01T00:00:00Z
Policy: https://widgets.example/policy
Canonical: ${url}/.well-known/security.txt
`,
    )
  })
})

t.test('an expired security.txt is not served, and neither is one that nobody wrote', async (t) => {
  const security = 'security: { contact: ["mailto:a@b.example"], expires: "2020-01-01T00:00:00Z" }\n'
  const expired = await startService(t, { content: { ...DOCUMENTATION, 'site.yaml': security } })
  t.equal((await fetch(`${expired.url}/.well-known/security.txt`)).status, 404)
})
