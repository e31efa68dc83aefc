import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { readSiteConfig } from '../../../src/docs/site/read-site-config.ts'
import { textFor } from '../../../src/docs/site/localised.ts'
import { siteUrlOf } from '../../../src/docs/site/site-address.ts'
import { contentTree } from '../../support/content-tree.ts'

async function read(t: Parameters<typeof contentTree>[0], yaml: string): ReturnType<typeof readSiteConfig> {
  return readSiteConfig(await contentTree(t, { 'site.yaml': yaml, 'docs/en/index.md': '# Lantern' }))
}

function lines({ faults }: Awaited<ReturnType<typeof readSiteConfig>>): string[] {
  return faults.map(({ line, column, message }) => `${line}:${column} ${message}`)
}

t.test('without a site.yaml, and with an empty one, nothing is configured', async (t) => {
  t.match(await readSiteConfig(await contentTree(t, { 'docs/en/index.md': '# A' })), { config: {}, faults: [] })
  t.match(await read(t, ''), { config: {}, faults: [] })
  t.match(await read(t, '# nothing yet\n'), { config: {}, faults: [] })
})

t.test('every member is read', async (t) => {
  const { config, faults, placeOf } = await read(
    t,
    `name: { en: Lantern, zh: 灯笼 }
description: How to light it.
url: https://docs.example.com/lantern/
locales:
  en:
  zh: [zh-cn, zh-Hans]
rootLocale: en
sources:
  - folder: docs
    kind: vitepress
    mount: guides/server
    locale: en
    include: ['**/*.md']
    exclude: ['drafts/**']
    selector: main .content
redirects:
  /old: /guides/new#part
  /zh/older: https://example.com/x
`,
  )
  t.same(faults, [])
  t.same(config, {
    name: { en: 'Lantern', zh: '灯笼' },
    description: 'How to light it.',
    url: 'https://docs.example.com/lantern/',
    locales: { en: null, zh: ['zh-cn', 'zh-Hans'] },
    rootLocale: 'en',
    sources: [
      {
        folder: 'docs',
        kind: 'vitepress',
        mount: 'guides/server',
        locale: 'en',
        include: ['**/*.md'],
        exclude: ['drafts/**'],
        selector: 'main .content',
      },
    ],
    redirects: { '/old': '/guides/new#part', '/zh/older': 'https://example.com/x' },
  })
  t.equal(siteUrlOf(config), 'https://docs.example.com/lantern')
  t.same([textFor(config.name, 'zh'), textFor(config.name, 'ko')], ['灯笼', null])
  t.equal(textFor(config.description, 'ko'), 'How to light it.')
  t.same(placeOf(['redirects', '/old']), { line: 17, column: 9 })
})

t.test('all faults come together, each with its place and what to write', async (t) => {
  const site = await read(
    t,
    `nmae: Lantern
name: { en: Lantern, zx: x }
description: 4
url: docs.example.com
locales:
  en:
  zh: [zh-cn, zh_CN, en]
sources:
  - folder: ../x
    kindd: html
  - folder: docs
    kind: hmtl
    include: ['a[b', '{a,{b}}']
redirects:
  old: /new
  /a: https://
`,
  )
  t.same(site.config, {})
  t.same(lines(site), [
    '1:1 there is no member nmae. Did you mean name?',
    '2:22 name: there is no member zx. Did you mean zh?',
    '3:14 description: must be text, or texts by locale',
    '4:6 url: must be a whole address such as https://docs.example.com',
    '7:22 locales.zh.2: is a name of en already',
    '9:13 sources.0.folder: must be a folder below the folder of site.yaml, such as docs or . for that folder itself',
    '10:5 sources.0: there is no member kindd. Did you mean kind?',
    '12:11 sources.1.kind: must be one of markdown, html, docusaurus, vitepress, starlight, hugo, mintlify, nextra, fumadocs, mkdocs, book, folder',
    '13:15 sources.1.include.0: may use *, ?, ** and {a,b}, and is relative to the folder',
    '13:22 sources.1.include.1: has braces that do not match, lie in one another, or stand for more than 64 globs',
    '15:3 redirects.old: must begin with one slash, such as /guides/start, or with https://',
    '16:7 redirects./a: must be a whole address such as https://example.com/guide',
  ])
})

t.test('addresses of sites that cannot be used are refused', async (t) => {
  for (const url of [
    'ftp://example.com',
    '/docs',
    'https://me:secret@example.com',
    'https://example.com/?q=1',
    'https://example.com/docs#start',
    'javascript:alert(1)',
    `https://example.com/${'a'.repeat(2050)}`,
  ]) {
    const site = await read(t, `url: ${JSON.stringify(url)}`)
    t.match(lines(site), [/^1:6 url: /], url.slice(0, 40))
  }
})

t.test('redirects in a circle, repeated members and folders that are not there are faults', async (t) => {
  t.match(lines(await read(t, 'redirects:\n  /a: /b\n  /b: /a\n  /c: /d\n')), [
    /^2:7 redirects: \/a leads around in a circle/,
  ])
  t.match(lines(await read(t, 'name: A\nname: B\n')), ['2:1 name stands here a second time'])
  t.match(lines(await read(t, 'sources:\n  - folder: none\n    selector: "a[["\n')), [
    '2:13 sources.0.folder: there is no such folder',
    /^3:15 sources\.0\.selector: /,
  ])
})

t.test('a source cannot lie outside by a symbolic link', async (t) => {
  const folder = await contentTree(t, { 'site.yaml': 'sources: [{ folder: out }, { folder: in }]' })
  await mkdir(join(folder, 'real'))
  await symlink(tmpdir(), join(folder, 'out'))
  await symlink(join(folder, 'real'), join(folder, 'in'))
  t.match(lines(await readSiteConfig(folder)), [
    '1:21 sources.0.folder: leads out of the folder of site.yaml by a symbolic link',
  ])
})

t.test('hostile files give faults, and never throw nor hang', async (t) => {
  const folder = await contentTree(t, { 'docs/en/index.md': '# A' })
  const n = 250_000
  for (const [what, text] of Object.entries({
    brackets: '['.repeat(n),
    quotes: '"'.repeat(n),
    mappings: '{a: '.repeat(n / 4),
    names: Array.from({ length: 20_000 }, (_, i) => `k${i}: 1\n`).join(''),
    redirects: `redirects:\n${Array.from({ length: 12_000 }, (_, i) => `  /a${i}: /b\n`).join('')}`,
    laughs: `a: &a [x, x]\n${Array.from({ length: 60 }, (_, i) => `b${i}: &b${i} [*${i === 0 ? 'a' : `b${i - 1}`}, *${i === 0 ? 'a' : `b${i - 1}`}]\n`).join('')}`,
    prototype: '__proto__: { url: https://example.com }',
    list: '- a\n- b\n',
    bytes: 'name: \u0000',
    large: `#${' '.repeat(300_000)}\n`,
  })) {
    await writeFile(join(folder, 'site.yaml'), text)
    const { config, faults } = await readSiteConfig(folder)
    t.ok(faults.length > 0 && faults.length <= 100, `${what}: ${faults[0]?.message}`)
    t.ok(
      faults.every(({ line, column = 0 }) => line >= 1 && column >= 1),
      what,
    )
    t.same(config, {}, what)
  }
  await writeFile(join(folder, 'site.yaml'), Buffer.from([0x6e, 0xff, 0xfe]))
  t.match((await readSiteConfig(folder)).faults, [{ code: 'bad_site', message: /UTF-8/ }])
})

t.test('a circle of ten thousand redirects is found', async (t) => {
  const chain = Array.from({ length: 9_999 }, (_, i) => `  /a${i}: /a${(i + 1) % 9_999}\n`).join('')
  const site = await read(t, `redirects:\n${chain}`)
  t.equal(site.faults.length, 1)
})

t.test('a member at fault hides no fault of another one', async (t) => {
  const site = await read(
    t,
    `accent: green
name: Lantern
sources:
  - folder: nowhere
redirects:
  /a: /b
  /b: /a
versions:
  - name: '1'
  - name: '1'
`,
  )
  t.strictSame(lines(site), [
    '1:9 accent: must be a colour such as "#0a7c5c", in quotes',
    '4:13 sources.0.folder: there is no such folder',
    '6:7 redirects: /a leads around in a circle',
    '10:11 versions.1.name: 1 stands here a second time',
  ])
  t.strictSame(site.config, { name: 'Lantern' }, 'what is at no fault is read, so that its faults are found')
})
