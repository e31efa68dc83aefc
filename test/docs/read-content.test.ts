import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import type { Content } from '../../src/docs/content.ts'
import { readContent } from '../../src/docs/read-content.ts'
import { writeTree } from './write-tree.ts'

function paths(content: Content, locale: 'en' | 'zh' | 'ko' = 'en'): string[] {
  return (content.locales.get(locale)?.pages ?? []).map(({ path }) => path)
}

function faults(content: Content): string[] {
  return content.faults.map(({ file, line, code }) => `${file}:${line} ${code}`)
}

t.test('a tree becomes pages of each locale, ordered by path', async (t) => {
  const content = await readContent(
    await writeTree(t, {
      'en/index.mdx': '---\ntitle: Home\n---\nWelcome',
      'en/guides/index.md':
        '---\ntitle: Guides\ndescription: All guides\nupdated: 2026-11-20\n---\r\n\r\n# Guides\r\ntext\r\n',
      'en/guides/Start here.md': '\ufeff---\ntitle: Start\n---\nx',
      'en/guides/100% *:(中)?#.md': '# Odd',
      'en/Z.md': '# Z',
      'en/.hidden.md': '# no',
      'en/.git/x.md': '# no',
      'en/image.png': 'no',
      'zh/index.md': '# 首页',
    }),
  )
  t.same(faults(content), [])
  t.same(paths(content), ['', 'Z', 'guides', 'guides/100% *:(中)?#', 'guides/Start here'])
  t.same(paths(content, 'zh'), [''])
  t.notOk(content.locales.has('ko'))
  t.same(content.locales.get('en')?.pages[2], {
    file: 'docs/en/guides/index.md',
    locale: 'en',
    address: null,
    path: 'guides',
    label: null,
    navPath: null,
    title: 'Guides',
    description: 'All guides',
    section: 'guides',
    updatedAt: '2026-11-20T00:00:00Z',
    markdown: '# Guides\ntext\n',
    sections: [{ heading: '', anchor: '', level: 0, text: 'text' }],
    blockLines: [
      '{"kind":"heading","level":1,"id":"guides","content":["Guides"]}',
      '{"kind":"paragraph","content":["text"]}',
    ].join('\n'),
  })
  t.match(content.locales.get('en')?.pages[0], { section: '' })
})

t.test('every fault is reported with its file and line, and the page is served where it can be', async (t) => {
  const content = await readContent(
    await writeTree(t, {
      'en/brace.mdx': '---\ntitle: A\n---\n\ntext\n  a { b\n',
      'en/tag.mdx': '# B\n<Note>\nunclosed',
      'en/yaml.md': '---\ntitle: a: b\n---\nx',
      'en/date.md': '---\ntitle: D\nupdated: tomorrow\n---\nx',
      'en/utf8.md': Buffer.from('# E\n\n\xff bad\n', 'latin1'),
      'en/no-title_here.md': 'only text',
      'en/guide/index.mdx': '# First',
      'en/guide.md': '# Second',
      'en/two.md': '# Md',
      'en/two.mdx': '# Mdx',
      'en/back\\slash.md': '# F',
      'en/x.md.md': '# G',
      'en/big.md': Buffer.alloc(8 * 1_048_576 + 1, 0x61),
      'fr/index.md': '# H',
      'stray.md': '# I',
    }),
  )
  t.same(faults(content), [
    'docs/en/back\\slash.md:1 bad_name',
    'docs/en/big.md:1 too_large',
    'docs/en/brace.mdx:6 stray_brace',
    'docs/en/date.md:3 bad_date',
    'docs/en/guide.md:1 duplicate_path',
    'docs/en/no-title_here.md:1 no_title',
    'docs/en/tag.mdx:2 unclosed_tag',
    'docs/en/two.mdx:1 duplicate_path',
    'docs/en/utf8.md:3 invalid_utf8',
    'docs/en/x.md.md:1 bad_name',
    'docs/en/yaml.md:2 bad_yaml',
    'docs/fr:1 unknown_locale',
    'docs/stray.md:1 unknown_locale',
  ])
  t.equal(content.faults.find(({ code }) => code === 'stray_brace')?.column, 5)
  const pages = new Map(content.locales.get('en')?.pages.map((page) => [page.path, page]))
  t.match(pages.get('brace'), { title: 'A', markdown: 'text\n  a { b\n', sections: [{ text: 'text a { b' }] })
  t.match(pages.get('tag'), { title: 'B' })
  t.match(pages.get('yaml'), { title: 'a: b' })
  t.match(pages.get('date'), { title: 'D', updatedAt: null })
  t.match(pages.get('utf8'), { title: 'E', markdown: '# E\n\n\ufffd bad\n' })
  t.match(pages.get('no-title_here'), { title: 'No title here' })
  t.match(pages.get('guide'), { title: 'First' })
  t.match(pages.get('two'), { title: 'Md' })
})

t.test('links inside the tree are followed, links out of it and loops are not', async (t) => {
  const outside = await writeTree(t, { 'secret.md': '# Secret' })
  const folder = await writeTree(t, { 'en/a/page.md': '# A', 'en/b.md': '# B' })
  const docs = join(folder, 'docs', 'en')
  await symlink(join(outside, 'docs', 'secret.md'), join(docs, 'leak.md'))
  await symlink(join(outside, 'docs'), join(docs, 'leaks'))
  await symlink('a', join(docs, 'copy'))
  await symlink('../b.md', join(docs, 'a', 'b-too.md'))
  await symlink('.', join(docs, 'a', 'loop'))
  await symlink('..', join(docs, 'a', 'up'))
  await symlink('nowhere.md', join(docs, 'broken.md'))
  const content = await readContent(folder)
  t.same(paths(content), ['a/b-too', 'a/page', 'b', 'copy/b-too', 'copy/page'])
  t.same(faults(content), [
    'docs/en/a/loop:1 symlink_loop',
    'docs/en/a/up:1 symlink_loop',
    'docs/en/broken.md:1 unreadable',
    'docs/en/copy/loop:1 symlink_loop',
    'docs/en/copy/up:1 symlink_loop',
    'docs/en/leak.md:1 symlink_outside',
    'docs/en/leaks:1 symlink_outside',
  ])
})

t.test('meta.json orders sections and pages, and what it does not name follows by title', async (t) => {
  const content = await readContent(
    await writeTree(t, {
      'en/meta.json': '{"title": "The docs", "pages": ["guides", "api"], "icon": "x"}',
      'en/index.md': '# Home',
      'en/api/index.md': '# API',
      'en/api/b.md': '# Part 10',
      'en/api/a.md': '# Part 9',
      'en/guides/meta.json': '{"title": "How to", "pages": ["last", "deep"]}',
      'en/guides/index.md': '---\ntitle: Guides\ndescription: d\n---\n',
      'en/guides/deep/one.md': '# One',
      'en/guides/extra.md': '# Extra',
      'en/guides/last.md': '# Last',
      'en/about.md': '# About us',
    }),
  )
  t.same(faults(content), [])
  const english = content.locales.get('en')
  t.equal(english?.title, 'The docs')
  t.same(
    english?.nav.map(({ name, title, pages }) => [name, title, pages.map(({ path }) => path)]),
    [
      ['guides', 'How to', ['guides', 'guides/last', 'guides/deep/one', 'guides/extra']],
      ['api', 'API', ['api', 'api/a', 'api/b']],
      ['about', 'About us', ['about']],
    ],
  )
  t.same(english?.nav[0]?.pages[0], { path: 'guides', title: 'Guides', description: 'd' })
})

t.test('faults of meta.json and synonyms.json are reported, and the rest is served', async (t) => {
  const content = await readContent(
    await writeTree(t, {
      'en/a.md': '# A',
      'en/meta.json': '{\n  "pages": [\n    "a",\n    "a",\n    "gone"\n  ]\n}',
      'en/b/meta.json': '{\n  "pages": [,]\n}',
      'en/b/c.md': '# C',
      'en/d/meta.json': '{\n"title": 1}',
      'en/d/e.md': '# E',
      'en/synonyms.json': '{"groups": [["alone"]]}',
      'ko/a.md': '# 가',
      'ko/meta.json': '{"pages": ["a", "b"]}',
      'ko/synonyms.json': '{"groups": [["k8s", "쿠버네티스"]]}',
      'ko/llms.md': '---\ntitle: x\n---\nIntro\n',
    }),
  )
  t.same(faults(content), [
    'docs/en/b/meta.json:2 bad_meta',
    'docs/en/d/meta.json:2 bad_meta',
    'docs/en/meta.json:4 bad_meta',
    'docs/en/meta.json:5 bad_meta',
    'docs/en/synonyms.json:1 bad_synonyms',
  ])
  t.same(paths(content, 'ko'), ['a'])
  t.match(content.locales.get('ko'), { synonyms: [['k8s', '쿠버네티스']], intro: 'Intro' })
  t.same(content.locales.get('en')?.synonyms, [])
})

t.test('a meta.json of nothing but unknown names has its first hundred reported', async (t) => {
  const pages = JSON.stringify({ pages: Array.from({ length: 9000 }, (_, at) => `name-${at}-${'x'.repeat(80)}`) })
  const content = await readContent(await writeTree(t, { 'en/a.md': '# A', 'en/meta.json': pages }))
  t.equal(content.faults.length, 100)
})

t.test('a folder without docs is refused, and an aborted reading ends', async (t) => {
  await t.rejects(readContent('/nonexistent'), /content cannot be read/)
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [`en/${at}.md`, `# ${at}\n${'*x* '.repeat(5_000)}`]),
  )
  const folder = await writeTree(t, files)
  const controller = new AbortController()
  const onProgress = () => controller.abort(new Error('no longer wanted'))
  await t.rejects(readContent(folder, { signal: controller.signal, onProgress }), /no longer wanted/)
  const seen: number[] = []
  await readContent(folder, { onProgress: (done, total) => seen.push(done / total) })
  t.ok(seen.length > 1)
  t.equal(seen.at(-1), 1)
})

t.test('a link to a page that is left out is a fault, whichever of the two is read first', async (t) => {
  const draft = '---\ntitle: Draft\ndraft: true\n---\n'
  const content = await readContent(
    await writeTree(t, { 'en/a.md': '# A\n\n[b](b.md)\n', 'en/b.md': draft, 'en/c.md': '# C\n\n[b](b.md#x)\n' }),
  )
  t.same(faults(content), ['docs/en/a.md:3 dead_link', 'docs/en/b.md:1 not_published', 'docs/en/c.md:3 dead_link'])
})
