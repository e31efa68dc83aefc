import t from 'tap'
import { besideSite, siteAddressKey } from '../../../src/docs/site/site-address.ts'

const SITE = 'https://docs.example.com/3'

t.test('a page has the address that its reader knows, else one by its locale and path', async (t) => {
  const site = besideSite({ url: `${SITE}/`, locales: { zh: ['zh-cn', 'zh'] }, rootLocale: 'en' })
  const addressOf = (locale: 'en' | 'zh' | 'ko', path: string, address: string | null = null) =>
    site?.addressOf({ locale, path, address })
  t.equal(addressOf('en', 'library/json', 'library/json.html'), `${SITE}/library/json.html`)
  t.equal(addressOf('en', 'a', 'a b/ü/'), `${SITE}/a%20b/%C3%BC/`)
  t.equal(addressOf('en', ''), `${SITE}/`)
  t.equal(addressOf('en', 'guide/start'), `${SITE}/guide/start`)
  t.equal(addressOf('zh', 'guide/start'), `${SITE}/zh-cn/guide/start`)
  t.equal(addressOf('zh', ''), `${SITE}/zh-cn/`)
  t.equal(addressOf('ko', 'guide'), `${SITE}/ko/guide`)
  t.equal(besideSite({ name: 'Lantern' }), null)
})

t.test('every form of an address names the same page', async (t) => {
  for (const [address, key] of [
    [`${SITE}/library/json.html#json.dump`, 'library/json'],
    [`${SITE}/library/json`, 'library/json'],
    [`${SITE}/library/json/`, 'library/json'],
    [`${SITE}/library/json/index.html?x`, 'library/json'],
    ['HTTPS://DOCS.example.com:443/3/library/json.HTML', 'library/json'],
    [`${SITE}/a%20b//`, 'a b'],
    [SITE, ''],
    [`${SITE}/`, ''],
    [`${SITE}/index.html`, ''],
    [`${SITE}11/library`, null],
    ['https://docs.example.com/library', null],
    ['https://evil.example/3/library', null],
    ['https://docs.example.com@evil.example/3/', null],
    ['//docs.example.com/3/library', null],
    ['/3/library', null],
    [`${SITE}/%ff`, null],
    [`${SITE}/../2/library`, null],
    [`${SITE}/${'/'.repeat(100_000)}x/`, `${'/'.repeat(99_999)}/x`],
  ] as const) {
    t.equal(siteAddressKey(SITE, address), key, address.slice(0, 60))
  }
  t.equal(siteAddressKey('https://docs.example.com', 'https://docs.example.com/a/'), 'a')
})
