import t from 'tap'
import { contentSecurityPolicy } from '../../../../src/web/content-security-policy.ts'
import { startOwnService } from '../../../support/own-catalogue.ts'

const PAGE = { headers: { accept: 'text/html' } }

t.test('the pages of the icons host, as a client gets them', async (t) => {
  const { iconsUrl } = await startOwnService(t)
  const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(iconsUrl + path, { headers: { ...PAGE.headers, ...headers } })
  const text = async (path: string, headers?: Readonly<Record<string, string>>): Promise<string> =>
    (await get(path, headers)).text()

  await t.test('the list and an icon may be kept, and are validated by their tags', async (t) => {
    for (const path of ['/', '/?q=rain&page=2', '/icons/line-md-heart']) {
      const first = await get(path)
      t.equal(first.status, 200)
      t.equal(first.headers.get('content-type'), 'text/html; charset=utf-8')
      t.equal(first.headers.get('cache-control'), 'public, max-age=60')
      t.match(first.headers.get('vary'), /Accept-Language/)
      t.equal(first.headers.get('content-security-policy'), contentSecurityPolicy())
      t.equal(first.headers.get('ratelimit'), null, 'pages do not count against a limit')
      const etag = first.headers.get('etag') ?? ''
      t.equal((await get(path, { 'if-none-match': etag })).status, 304)
      const head = await fetch(iconsUrl + path, { method: 'HEAD' })
      t.equal(head.status, 200)
      t.equal(await head.text(), '')
    }
  })

  await t.test('the language is that of the address, else that of the browser, else English', async (t) => {
    const languages: [path: string, accepted: string, expected: string][] = [
      ['/', 'ko-KR,en;q=0.5', 'ko'],
      ['/?lang=zh', 'ko-KR', 'zh'],
      ['/?lang=fr', 'zh-TW', 'zh'],
      ['/icons/line-md-heart', 'fr', 'en'],
      ['/icons/line-md-heart?lang=ko', 'zh', 'ko'],
    ]
    for (const [path, accepted, expected] of languages) {
      const answer = await get(path, { 'accept-language': accepted })
      t.equal(answer.headers.get('content-language'), expected, `${path} for ${accepted}`)
      t.match(await answer.text(), `<html lang="${expected}">`)
    }
    t.match(await text('/?lang=zh&q=rain'), 'href="/icons/meteocons-fill-rain?lang=zh"', 'links stay in the language')
    t.match(await text('/?q=rain', { 'accept-language': 'zh' }), 'href="/icons/meteocons-fill-rain" data-id')
  })

  await t.test('what is typed is text and nothing else', async (t) => {
    const hostile = `"><script>alert(1)</script>'&`
    const query = new URLSearchParams({ q: hostile, category: hostile, lang: hostile }).toString()
    const html = await text(`/?${query}`)
    t.notMatch(html, '<script>alert')
    t.match(html, 'value="&quot;&gt;&lt;script&gt;')
    t.match(await text(`/?q=${'%F0%9F%98%80'.repeat(3)}`), 'value="😀😀😀"')
  })

  await t.test('where nothing matches, the nearest icons are shown under a heading', async (t) => {
    for (const [query, heading] of [
      ['q=giraffe&lang=en', 'Nearest icons'],
      ['q=长颈鹿&lang=zh', '最接近的图标'],
      ['q=기린&lang=ko', '가장 가까운 아이콘'],
    ] as const) {
      const html = await text(`/?${query}`)
      t.match(html, `<h2 class="nearest">${heading}</h2>`)
      t.equal(html.match(/<a class="tile" href/g)?.length, 6, query)
      t.match(html, 'data-id="lucide-paw-print"')
    }
    t.match(await text('/?q=xqzvkwj&lang=en'), '<h2 class="nearest" hidden>')
  })

  await t.test('a filter or a page that does not exist is passed over', async (t) => {
    const all = await text('/')
    for (const query of ['?category=none', '?style=&set=&format=&category=&q=', '?page=0', '?page=x', '?format=gif']) {
      t.equal(await text(`/${query}`), all, query)
    }
    const last = await text('/?set=eos-icons&page=200')
    t.match(last, /<a class="previous"[^>]* href="\/\?set=eos-icons">/)
    t.match(last, /<a class="more"[^>]* hidden>/)
  })

  await t.test('a query that is too long is told so, and not searched', async (t) => {
    const answer = await get(`/?q=${'a'.repeat(201)}`)
    t.equal(answer.status, 400)
    t.equal(answer.headers.get('cache-control'), 'no-store')
    t.match(await answer.text(), 'Type at most 200 characters.')
    t.equal((await get(`/?q=${'a'.repeat(200)}`)).status, 200)
  })

  await t.test('the pages of a list hold every icon once, and as many as the API counts', async (t) => {
    const ids: string[] = []
    for (let page = 1; ids.length < 1000; page++) {
      const html = await text(`/?category=arrows&page=${page}`)
      ids.push(...[...html.matchAll(/class="tile" href="[^"]*" data-id="([^"]+)"/g)].map(([, id = '']) => id))
      if (/<a class="more"[^>]* hidden>/.test(html)) break
    }
    const { total } = (await (await get('/api/v1/icons?category=arrows&limit=1')).json()) as { total: number }
    t.ok(total > 48)
    t.equal(ids.length, total)
    t.equal(new Set(ids).size, total)
  })

  await t.test('every file of an icon is linked, and exists', async (t) => {
    const html = await text('/icons/meteocons-line-snow')
    const links = [...html.matchAll(/(?:href|src|srcset|data-lottie|data-player)="(\/(?:assets|_)\/[^"]+)"/g)]
    const addresses = new Set(links.map(([, address = '']) => address))
    t.ok(addresses.size > 12)
    for (const address of addresses) {
      const answer = await get(address)
      t.equal(answer.status, 200, address)
      t.match(answer.headers.get('cache-control'), address.includes('still=1') ? 'max-age=3600' : 'immutable', address)
      await answer.arrayBuffer()
    }
  })

  await t.test('an address shares what was chosen of an icon, and bad values of it count as none', async (t) => {
    const chosen = await text('/icons/lucide-heart?color=e11d48&size=96&speed=2')
    t.match(chosen, 'src="/assets/lucide-heart.svg?color=e11d48&amp;speed=2"')
    t.match(chosen, 'name="color" value="#e11d48"')
    t.match(chosen, '<option value="2" selected>')
    const plain = await text('/icons/lucide-heart')
    const bad = '?color=%22%3E%3Cscript%3E&size=9999&speed=-1&trigger=onload&inline=yes'
    t.equal(await text(`/icons/lucide-heart${bad}`), plain)
    t.equal(await text('/icons/meteocons-fill-rain?color=e11d48'), await text('/icons/meteocons-fill-rain'))
  })

  await t.test('an icon that does not exist is a page for people and an error for programs', async (t) => {
    for (const path of ['/icons/none', '/icons/', '/icons/Line-MD', '/icons/a%2F..%2Fb', '/none']) {
      const answer = await get(path, { 'accept-language': 'zh' })
      t.equal(answer.status, 404, path)
      t.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8', path)
      t.match(await answer.text(), '<h1>找不到页面</h1>')
    }
    const program = await get('/none', { accept: 'application/json' })
    t.equal(program.status, 404)
    t.match(await program.json(), { error: { code: 'endpoint_not_found' } })
  })
})
