import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import type { Content } from '../../src/docs/content.ts'
import { fingerprintContent } from '../../src/docs/fingerprint.ts'
import { readContent } from '../../src/docs/read-content.ts'
import { contentTree, type Files } from '../support/content-tree.ts'
import { BUILT_SITE } from './readers/html/built-site.ts'

async function read(t: Parameters<typeof contentTree>[0], files: Files, yaml: string): Promise<Content> {
  return readContent(await contentTree(t, { ...files, 'site.yaml': yaml }))
}

function paths({ locales }: Content): Record<string, string[]> {
  return Object.fromEntries([...locales].map(([locale, { pages }]) => [locale, pages.map(({ path }) => path)]))
}

function faults(content: Content): string[] {
  return content.faults.map(({ file, line, code, message }) => `${file}:${line} ${code} ${message}`)
}

const DOCS = {
  'docs/en/index.md': '# Home\n',
  'docs/en/guide.md': '# Guide\n',
  'docs/zh-Hans/guide.md': '# 指南\n',
  'docs/ko/guide.md': '# 안내\n',
}

t.test('folders of Markdown are read by the aliases of their locales, and hidden locales are not read', async (t) => {
  const content = await read(t, DOCS, 'locales:\n  en:\n  zh: [zh-cn, zh-hans]\n')
  t.same(paths(content), { en: ['', 'guide'], zh: ['guide'] })
  t.same(content.faults, [])
  t.match(faults(await read(t, DOCS, '')), [/^docs\/zh-Hans:1 unknown_locale /])
})

t.test('pages of a built site get their locale by aliases, and the root has the locale that is named', async (t) => {
  const site = { ...BUILT_SITE, 'cn/more.html': '<title>More</title><main><p>更多内容在这里。</p></main>' }
  const content = await read(t, site, 'locales: { en: , zh: [cn] }\n')
  t.same(paths(content), { en: ['', 'guide/start'], zh: ['', 'guide/start', 'more'] })
  t.equal(content.reports[0]?.leftOut.get('in a language that is not shown'), 1)
  t.equal(content.locales.get('zh')?.pages.find(({ path }) => path === 'more')?.address, 'cn/more.html')
  t.same(paths(await read(t, BUILT_SITE, 'rootLocale: ko\nlocales: { ko: [] }')), { ko: ['', 'guide/start'] })
})

t.test('beside a site, headings have no ids but those of the site', async (t) => {
  const page = `<title>A</title><main><h1>A</h1><p>a</p><h2>No id</h2><p>b</p><h2 id="own">Own</h2><p>c</p>
    <h3>None either</h3><p>d</p><h2 id="own">Twice</h2><p>e</p></main>`
  const anchors = async (yaml: string): Promise<string[] | undefined> =>
    (await read(t, { 'index.html': page }, yaml)).locales.get('en')?.pages[0]?.sections.map(({ anchor }) => anchor)
  t.same(await anchors('url: https://lantern.example'), ['', '', 'own', 'own', 'own'])
  t.same(await anchors(''), ['', 'no-id', 'own', 'none-either', 'twice'])
})

t.test('the name stands in for the title of the home page, and the description where there is none', async (t) => {
  const yaml = 'name: { en: Lantern }\ndescription: Light for all\n'
  t.match((await read(t, DOCS, yaml)).locales.get('en'), { title: 'Lantern', description: 'Light for all' })
  t.match((await read(t, DOCS, yaml)).locales.get('ko'), { title: null, description: 'Light for all' })
  const own = {
    ...DOCS,
    'docs/en/meta.json': '{"title":"Handbook"}',
    'docs/en/index.md': '---\ntitle: Home\ndescription: Own\n---\n',
  }
  t.match((await read(t, own, yaml)).locales.get('en'), { title: 'Handbook', description: 'Own' })
  t.match((await read(t, BUILT_SITE, yaml)).locales.get('en'), { title: 'Lantern', description: 'About Lantern' })
})

t.test('redirects that do nothing are faults', async (t) => {
  const yaml = `redirects:
  /old: /guide
  /older: /old
  /zh/guide: /zh/elsewhere
  /en/guide: /en
  /gone: /en/none
  /away: https://example.com/
  /home: /
`
  t.same(faults(await read(t, DOCS, `locales: { en: , zh: [zh-Hans], ko: }\n${yaml}`)), [
    'site.yaml:5 dead_redirect /zh/guide is the address of a page, so it is never redirected',
    'site.yaml:6 dead_redirect /en/guide is the address of a page, so it is never redirected',
    'site.yaml:7 dead_redirect /gone is redirected to /en/none, where no page is',
  ])
})

t.test('a faulty site.yaml is a fault of the content, and what is sound of it is used to check the rest', async (t) => {
  const content = await read(t, DOCS, 'name: Lantern\nlocale: en\n')
  t.match(faults(content), [/unknown_locale/, 'site.yaml:2 bad_site there is no member locale. Did you mean locales?'])
  t.equal(content.locales.get('en')?.title, 'Lantern')
})

t.test('a change of site.yaml changes the fingerprint', async (t) => {
  const folder = await contentTree(t, DOCS)
  const without = await fingerprintContent(folder)
  const file = join(folder, 'site.yaml')
  await writeFile(file, 'name: A\n')
  const first = await fingerprintContent(folder)
  t.not(first, without)
  await utimes(file, 1e9, 1e9)
  t.not(await fingerprintContent(folder), first)
})

t.test('a locale that no page has is a fault', async (t) => {
  const content = await read(t, DOCS, 'locales:\n  en:\n  zh: [chinese]\n')
  t.match(faults(content), [
    /^docs\/zh-Hans:1 unknown_locale /,
    /^site\.yaml:3 empty_locale no page is in the language zh/,
  ])
})
