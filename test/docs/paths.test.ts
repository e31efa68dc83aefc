import t from 'tap'
import { markdownUrl, pageUrl, parsePageAddress, parsePagePath } from '../../src/docs/paths.ts'

const SITE = { siteOrigins: ['http://localhost:4000', 'https://docs.example.org'] }

t.test('a path names a page', async (t) => {
  for (const [raw, locale, path] of [
    ['/en/guides/start', 'en', 'guides/start'],
    ['en/guides/start', 'en', 'guides/start'],
    ['/guides/start', 'en', 'guides/start'],
    ['guides', 'en', 'guides'],
    ['/zh/指南/开始', 'zh', '指南/开始'],
    ['/ko', 'ko', ''],
    ['/', 'en', ''],
    ['/ko/', 'ko', ''],
    ['/ko.md', 'ko', ''],
    ['/ko/index', 'ko', ''],
    ['/ko/index.md', 'ko', ''],
    ['index', 'en', ''],
    ['?q=x', 'en', ''],
    ['/en/guides/start/', 'en', 'guides/start'],
    ['/en/guides/start.md', 'en', 'guides/start'],
    ['/en/guides/start.md/', 'en', 'guides/start'],
    ['/en/guides/index', 'en', 'guides'],
    ['/en/guides/index.md?x=/../#y', 'en', 'guides'],
    ['/en/guides/start#part', 'en', 'guides/start'],
    ['/en/guides/start.mdx', 'en', 'guides/start.mdx'],
    ['/EN/guides', 'en', 'EN/guides'],
    ['/fr/guides', 'en', 'fr/guides'],
    ['/en/zh/guides', 'en', 'zh/guides'],
    ['/en/reindex', 'en', 'reindex'],
    ['/en/.md', 'en', '.md'],
    ['/en/a b*:(c)', 'en', 'a b*:(c)'],
    ['/en/100%25', 'en', '100%25'],
    ['/en/%2e%2e/x', 'en', '%2e%2e/x'],
    ['/en/...', 'en', '...'],
    ['http:x', 'en', 'http:x'],
    ['http://localhost:4000/ko/guides/', 'ko', 'guides'],
    ['HTTP://LOCALHOST:4000/ko', 'ko', ''],
    ['http://localhost:4000', 'en', ''],
    ['http://localhost:4000?x', 'en', ''],
    ['https://docs.example.org:443/zh/a', 'zh', 'a'],
    ['//docs.example.org/zh/a', 'zh', 'a'],
    ['http://localhost:4000/zh/%E6%8C%87%E5%8D%97.md?a#b', 'zh', '指南'],
    ['http://localhost:4000/en/what%3F', 'en', 'what?'],
    ['/en/' + 'a'.repeat(2044), 'en', 'a'.repeat(2044)],
    ['/en/' + '𠀀'.repeat(2044), 'en', '𠀀'.repeat(2044)],
  ] as const) {
    t.same(parsePagePath(raw, SITE), { ok: true, locale, path }, raw.slice(0, 60))
  }
})

t.test('what can name no page is refused', async (t) => {
  for (const raw of [
    '',
    '.',
    '..',
    '/en/../x',
    '/en/./x',
    '/en/x/..',
    'a\\b',
    '/en/\0',
    '/en/a\nb',
    '/en/\u007f',
    '/en/\u0085',
    '/en/x?\u0001',
    '/en/' + 'a'.repeat(2045),
    'http://localhost:4001/en/x',
    'https://localhost:4000/en/x',
    'http://localhost:4000@evil.example/en/x',
    'http://user@localhost:4000/en/x',
    'http://localhost:4000.evil.example/en',
    '//evil.example/en/x',
    'https://',
    'file:///etc/passwd',
    'ftp://localhost:4000/x',
    'http://localhost:4000/en/../x',
    'http://localhost:4000/en/%2e%2e/x',
    'http://localhost:4000/en/%5Cx',
    'http://localhost:4000/en/%00',
    'http://localhost:4000/en/%',
    'http://localhost:4000/en/%ff',
  ]) {
    const parsed = parsePagePath(raw, SITE)
    t.equal(parsed.ok, false, JSON.stringify(raw.slice(0, 60)))
    if (!parsed.ok) t.match(parsed.detail, /path/)
  }
})

t.test('the addresses of a page lead back to it', async (t) => {
  for (const path of [
    '',
    'a',
    'a b/c',
    '指南/开始',
    "a*:(b)'!",
    'what?',
    'a#b',
    '100%',
    '%2e%2e',
    'a+b&c=d;e,f@g$h',
    'x"<y>',
  ]) {
    const url = pageUrl('http://localhost:4000', 'zh', path)
    t.same(parsePagePath(url, SITE), { ok: true, locale: 'zh', path })
    t.equal(new URL(url).href, url)
    const address = url.slice('http://localhost:4000'.length)
    t.same(parsePageAddress(address), { locale: 'zh', path, markdown: false, canonical: true })
    t.same(parsePageAddress(`${address}.md`), { locale: 'zh', path, markdown: true, canonical: true })
    t.equal(markdownUrl('http://localhost:4000', 'zh', path), `${url}.md`)
  }
})

t.test('the path of a request names a page or none', async (t) => {
  for (const [raw, locale, path, markdown] of [
    ['/en/', 'en', '', false],
    ['/en/a/', 'en', 'a', false],
    ['/en/index', 'en', '', false],
    ['/en/a/index.md', 'en', 'a', true],
    ['/en/index.md', 'en', '', true],
  ] as const) {
    t.same(parsePageAddress(raw), { locale, path, markdown, canonical: false }, raw)
  }
  for (const raw of [
    '/',
    '/fr/a',
    '/guides',
    'en/a',
    '/en/../a',
    '/en/%2e%2e/a',
    '/en/a%2Fb',
    '/en/%',
    '/en/%ff',
    '/en/%00',
    '/en/a%5Cb',
  ]) {
    t.equal(parsePageAddress(raw), null, raw)
  }
})

t.test('an address of many slashes is parsed in linear time', async (t) => {
  const started = process.cpuUsage()
  for (let times = 0; times < 20; times++) parsePageAddress(`/en${'/'.repeat(30_000)}x`)
  t.ok(process.cpuUsage(started).user < 2_000_000)
})
