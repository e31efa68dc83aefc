import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { readContent } from '../../../src/docs/read-content.ts'
import { contentTree, temporaryFolder } from '../../support/content-tree.ts'
import { faultsOf, orderOf, pageOf, pathsOf, readFiles } from './pages-of.ts'

t.test('a folder of Markdown without any configuration is read as it is', async (t) => {
  const content = await readFiles(t, {
    'README.md': '# Project\n\n[Use](docs/use.md#set-up) [folder](docs/) [code](./LICENSE.md)',
    'LICENSE.md': '# License',
    'CHANGELOG.md': '# Changes\n\n## 1.0',
    'docs/README.md': '# Documentation\n\n[up](../README.md) [root](/docs/use.md)',
    'docs/use.md': '# Use\n\n## Set up\n\n[none](./none.md)',
    'docs/both/README.md': '# Readme',
    'docs/both/index.md': '# Index',
    'node_modules/x/README.md': '# No',
    'src/main.ts': 'no',
  })
  t.same(faultsOf(content), ['docs/use.md:5 dead_link'])
  t.same(pathsOf(content)['en'], ['', 'CHANGELOG', 'LICENSE', 'docs', 'docs/both', 'docs/both/README', 'docs/use'])
  t.equal(content.locales.get('en')?.title, 'Project')
  t.match(pageOf(content, 'en', '').blockLines, '/en/docs/use#set-up')
  t.match(pageOf(content, 'en', '').blockLines, '"/en/docs"')
  t.match(pageOf(content, 'en', 'docs').blockLines, '/en/docs/use')
})

t.test('folders and names of files tell languages', async (t) => {
  const content = await readFiles(t, {
    'README.md': '# Read me',
    'README.zh-CN.md': '# 读我\n\n[用](docs/zh/use.md)',
    'README_ko.md': '# 읽어보기',
    'README.ja.md': '# 読んで',
    'README.zh-TW.md': '# 讀我',
    'docs/use.md': '# Use',
    'docs/zh/use.md': '# 用\n\n[en](../use.md)',
    'docs/ja/use.md': '# 使う',
    'docs/it/README.md': '# Uso',
    'guide/id/README.md': '# Identifiers',
    'parts/table.md': '# 表格',
    'parts/table.en-US.md': '# Table',
    'notes.v2.md': '# Notes',
  })
  t.same(faultsOf(content), [])
  t.same(pathsOf(content)['en'], ['', 'docs/use', 'guide/id', 'notes.v2', 'parts/table'])
  t.same(pathsOf(content)['zh'], ['', 'docs/use', 'parts/table'])
  t.same(pathsOf(content)['ko'], [''])
  t.match(pageOf(content, 'zh', '').blockLines, '/zh/docs/use')
  t.match(pageOf(content, 'zh', 'docs/use').blockLines, '/en/docs/use')
})

t.test('a page that is named like another one and a language is its translation', async (t) => {
  const content = await readFiles(t, {
    'index.md': '# 首页\n\n[表格](parts/table.md)',
    'index_en.md': '# Home\n\n[Table](parts/table_en.md)',
    'parts/table.md': '# 表格',
    'parts/table_en.md': '# Table',
    'parts/plan-ko.md': '# Nothing stands beside it',
    'parts/use.md': '# Use',
    'parts/use-zh-CN.md': '# 用',
    'parts/use_it.md': '# Use it',
    'parts/fr.md': '# Free',
    'parts/fr_en.md': '# Free English',
  })
  t.same(faultsOf(content), [])
  t.same(pathsOf(content), { en: ['', 'parts/fr', 'parts/fr_en', 'parts/plan-ko', 'parts/table', 'parts/use', 'parts/use_it'], zh: ['', 'parts/table', 'parts/use'] }) // prettier-ignore
  t.match(pageOf(content, 'en', '').blockLines, '/en/parts/table')
})

t.test('numbers before names order pages and folders, and are no part of addresses', async (t) => {
  const content = await readFiles(t, {
    '.navigation.yml': '',
    'index.md': '# Home\n\n[A](/start/zebra) [B](./1.start/2.ant.md)',
    '2.guide/0.index.md': '# Guide',
    '2.guide/1.first.md': '# First',
    '1.start/.navigation.yml': 'title: Get going',
    '1.start/01.zebra.md': '# Zebra',
    '1.start/2.ant.md': '# Ant',
    '1.start/10.bee.md': '# Bee',
    'log/1.0.md': '# Log of 1.0',
    'log/1.same.md': '# One',
    'log/2.same.md': '# Two',
  })
  t.same(faultsOf(content), [])
  t.same(orderOf(content, 'en'), ['start/zebra', 'start/ant', 'start/bee', 'guide', 'guide/first', 'log/1.same', 'log/2.same', 'log/1.0']) // prettier-ignore
  t.equal(content.locales.get('en')?.nav.find(({ name }) => name === 'start')?.title, 'Get going')
})

t.test('numbers before names stay where nothing shows that Nuxt Content orders by them', async (t) => {
  const files = {
    '1.x/intro.md': '# A',
    '1.x/old.md': '# B',
    '2.x/intro.md': '# C',
    '2.x/new.md': '# D',
    '3.end.md': '# E',
  }
  const plain = await readFiles(t, { ...files, '1.first/a.md': ':::tip\nA\n:::\n' })
  t.same(pathsOf(plain)['en'], ['1.first/a', '1.x/intro', '1.x/old', '2.x/intro', '2.x/new', '3.end'])
  const shown = ['1.x/intro', '1.x/old', '2.x/intro', '2.x/new', 'end']
  for (const name of ['.navigation.yml', '1.x/.navigation.yml', 'nuxt.config.ts', 'content.config.mjs']) {
    t.same(pathsOf(await readFiles(t, { ...files, [name]: '' }))['en'], shown, name)
  }
  t.same(pathsOf(await readFiles(t, { ...files, '3.end.md': '# E\n\n::tip\nA\n::\n' }))['en'], shown)
})

t.test('folders that would be one without their numbers keep them', async (t) => {
  const content = await readFiles(t, {
    'nuxt.config.ts': '',
    '1.guide/1.a.md': '# A',
    '2.guide/2.b.md': '# B',
    '3.more/1.c.md': '# C',
    '3.more.md': '# More',
    '4.1.x.md': '# Name',
  })
  t.same(pathsOf(content)['en'], ['1.guide/a', '2.guide/b', '4.1.x', 'more', 'more/c'])
})

t.test('text that looks like a component stays where nothing shows Nuxt Content', async (t) => {
  const text = '# Page\n\nA :foo{bar} and [a]{b=c} of $x :y[z]$.\n\n:toc{max=2}\n\n::cpp\n\nRest\n'
  const content = await readFiles(t, { '01.page.md': text })
  t.same(faultsOf(content), [])
  const { markdown } = pageOf(content, 'en', '01.page')
  for (const part of [':foo{bar}', '{b=c}', ':y', ':toc{max=2}', '::cpp\n\nRest']) t.ok(markdown.includes(part), part)
})

t.test('a component of Nuxt Content that does not end begins nothing', async (t) => {
  const text = '# Page\n\n::cpp\n\n:::tip\nA tip\n:::\n\n::note\n:::lost\nNoted\n::\n\nRest\n'
  const content = await readFiles(t, { 'page.md': text })
  t.same(faultsOf(content), [])
  t.match(pageOf(content, 'en', 'page').markdown, '::cpp\n\n> [!TIP]\n> A tip\n\n> [!NOTE]\n> Noted\n\nRest\n')
})

t.test('components of Nuxt Content are shown', async (t) => {
  const text = `# Page

## Part :badge[new]{color="info"}

::note{title="Mind"}
Read \`:badge[x]{a=1}\`{lang="ts"} and [this]{.big} [link](./other.md){target="_blank"} :link[out]{to="https://a.b/c_(d)"} :icon{name="i-star"}.
::

::card-group
  ::card{title="First" to="./other.md"}
  In the card.
  ::
  :card{title="Second"}
::

::tabs
  :::tabs-item{label="One"}
  Text of one

  \`\`\`md
  ::note
  \`\`\`
  :::
::

::callout
---
title: From YAML
---
#default
Called
::

:read-more{to="/other#part"}

::widget
Kept
::

:::tip
A directive
:::

Not :: closed
`
  const content = await readFiles(t, { 'page.md': text, 'other.md': '# Other\n\n## Part' })
  t.same(faultsOf(content), ['page.md:1 unknown_component'])
  const { markdown, blockLines } = pageOf(content, 'en', 'page')
  t.match(blockLines, '"id":"part"')
  t.match(markdown, '> **Mind**\n>\n> Read `:badge[x]{a=1}` and this [link](/en/other) [out](https://a.b/c_%28d%29) .')
  t.match(markdown, '- **[First](/en/other)**\n\n  In the card.')
  t.match(markdown, '- **Second**')
  t.match(markdown, '**One**\n\nText of one\n\n```md\n::note\n```')
  t.match(markdown, '> **From YAML**\n>\n> Called')
  t.match(markdown, '[Other](/en/other#part)')
  t.match(markdown, '\n\nKept\n\n')
  t.match(markdown, '> [!TIP]\n> A directive')
  t.match(markdown, 'Not :: closed')
})

t.test('a folder without Markdown, or with docs/<locale>, is no such folder', async (t) => {
  await t.rejects(readContent(await contentTree(t, { 'a.txt': 'x', 'guides/mcp.md': '# G', '.hidden/a.md': 'x' })))
  await t.rejects(readContent(await temporaryFolder(t)))
  const content = await readFiles(t, { 'README.md': '# R', 'docs/en/a.md': '# A' })
  t.same(pathsOf(content)['en'], ['a'])
  t.equal(content.reports[0]?.kind, 'markdown')
})

t.test('hostile names and links do not throw', async (t) => {
  const folder = await contentTree(t, {
    'a.md': '[a](../../../../etc/passwd) [b](%zz) [c](//x) [d](a.md#%)',
    'zh.md': '# zh',
    'zh/zh/zh/zh.md': '# zh',
    '.zh.md': '# hidden',
    'x..zh.md': '# x',
    [`${'zh/'.repeat(50)}a.md`]: '# Deep',
  })
  await symlink('/etc/hostname', join(folder, 'out.md'))
  await symlink('.', join(folder, 'loop'))
  const content = await readContent(folder)
  t.ok(pathsOf(content)['en']?.includes('a'))
  t.same(
    faultsOf(content).filter((fault) => fault.includes('symlink')),
    ['out.md:1 symlink_outside'],
  )
})
