import t from 'tap'
import { faultsOf, orderOf, pageOf, pathsOf, readFiles, textOf } from './pages-of.ts'

const CONFIG = `
import { defineConfig } from 'vitepress'
import { ko } from './locales/ko'
export default defineConfig({
  title: 'Lantern',
  base: '/base/',
  cleanUrls: true,
  srcDir: 'src',
  srcExclude: ['**/drafts/**'],
  rewrites: { 'en/:rest*': ':rest*' },
  locales: { root: { label: 'English', lang: 'en-US' }, zh: { lang: 'zh-Hans' }, ko, ja: { lang: 'ja' } },
  themeConfig: { sidebar: { '/guide/': { base: '/guide/', items: [{ text: 'Two', link: 'two' }, { text: 'One', link: 'one.md' }] } } },
})`

const SITE = {
  'docs/.vitepress/config.mts': CONFIG,
  'docs/.vitepress/locales/ko.ts': `export const ko = { label: '한국어', lang: 'ko-KR' }`,
  'docs/src/en/index.md': `---
layout: home
hero:
  name: Lantern
  text: Light for all
  tagline: It never goes out.
  actions:
    - text: Begin
      link: /guide/two
  image:
    src: https://example.org/lantern.png
    alt: A lantern
features:
  - title: Bright
    details: As the sun.
    link: /guide/one
---
`,
  'docs/src/en/guide/one.md':
    '# One <Badge type="tip" text="new" />\n\n## `useLight` <Badge text="2.0" />\n\n[two](./two#1-über-alles)\n',
  'docs/src/en/guide/two.md': '# Two\n\n## 1. Über alles!\n\n## Again\n\n## Again\n\n[one](/guide/one.html#uselight)\n',
  'docs/src/en/drafts/x.md': '# X\n',
  'docs/src/en/[package].md': '# Template\n',
  'docs/src/zh/guide/one.md': '# 一\n\n[二](./two) [二](/guide/two) [首页](/)\n',
  'docs/src/ko/guide/one.md': '# 하나\n\n## 시작하기\n\n[위](#시작하기)\n',
  'docs/src/ja/guide/one.md': '# 一\n',
  'README.md': '# The repository\n',
}

t.test('addresses are those of the site', async (t) => {
  const content = await readFiles(t, SITE)
  t.strictSame(pathsOf(content), {
    en: ['', 'guide/one', 'guide/two'],
    zh: ['guide/one'],
    ko: ['guide/one'],
  })
  t.strictSame(Object.fromEntries(content.reports[0]?.leftOut ?? []), {
    'excluded by the configuration': 1,
    'a template of pages': 1,
    'in a language that is not served': 1,
    'outside of the documentation': 1,
  })
  t.strictSame(orderOf(content, 'en'), ['guide/two', 'guide/one'])
  t.equal(content.locales.get('en')?.title, 'Lantern')
})

t.test('ids of headings are those of the site, and links lead to them', async (t) => {
  const content = await readFiles(t, SITE)
  const anchors = (path: string): string[] => pageOf(content, 'en', path).sections.map(({ anchor }) => anchor)
  t.strictSame(anchors('guide/two'), ['_1-uber-alles', 'again', 'again-1'])
  t.match(
    pageOf(content, 'en', 'guide/one').sections,
    [
      { heading: '', anchor: '', text: 'new' },
      { heading: 'useLight', anchor: 'uselight', text: '2.0\ntwo' },
    ],
    'labels beside a heading are no part of it and of its id',
  )
  t.match(pageOf(content, 'en', 'guide/two').markdown, '[one](/en/guide/one#uselight)')
  t.match(pageOf(content, 'zh', 'guide/one').markdown, '[二](/en/guide/two) [二](/en/guide/two) [首页](/en)')
  t.match(pageOf(content, 'en', 'guide/one').markdown, '[two](/en/guide/two#_1-uber-alles)')
  t.strictSame(faultsOf(content), [], 'fragments of links are made as ids are')
})

t.test('a line of an id alone is where links lead to, and code keeps it', async (t) => {
  const content = await readFiles(t, {
    '.vitepress/config.js': 'export default {}',
    'a.md': '# A\n\nTwo kinds:\n\n{#kinds}\n\n- one\n\n```md\n{#code}\n```\n\n[kinds](#kinds)\n',
  })
  t.strictSame(faultsOf(content), [])
  t.equal(textOf(content, 'en', 'a'), 'Two kinds:\none\n{#code}\nkinds')
})

t.test('addresses on the site end as its configuration says', async (t) => {
  const files = { 'index.md': '# Home\n', 'guide/index.md': '# Guide\n', 'guide/one.md': '# One\n' }
  const addresses = async (config: string): Promise<(string | null | undefined)[]> => {
    const { locales } = await readFiles(t, { '.vitepress/config.js': `export default { ${config} }`, ...files })
    return [...(locales.get('en')?.pages ?? [])].map(({ address }) => address)
  }
  t.strictSame(await addresses(''), ['', 'guide/', 'guide/one.html'])
  t.strictSame(await addresses('cleanUrls: true'), ['', 'guide/', 'guide/one'])
})

t.test('a home page says what its front matter says', async (t) => {
  const { markdown, title } = pageOf(await readFiles(t, SITE), 'en', '')
  t.equal(title, 'Lantern Light for all')
  for (const text of [
    'It never goes out.',
    '[Begin](/en/guide/two)',
    '![A lantern](https://example.org/lantern.png)',
    '[Bright](/en/guide/one)',
    'As the sun.',
  ])
    t.match(markdown, text)
})

t.test('inclusions, snippets of code and values of front matter are put where the page has them', async (t) => {
  const content = await readFiles(t, {
    '.vitepress/config.js': `export default { srcExclude: ['parts/**'] }`,
    'page.md': `---
title: Page
---
# {{ $frontmatter.title }}

[[toc]]

<!--@include: ./parts/a.md-->
<!--@include: ./parts/lines.md{2,3}-->
<!--@include: @/parts/regions.md#named-->
<!-- @include: ./parts/none.md -->

<<< @/code/light.js#start{1,2 ts:line-numbers} [light]

::: code-group

<<< ./code/whole.py

:::

\`\`\`md
<!--@include: ./parts/a.md-->
\`\`\`
`,
    'parts/a.md': '---\ntitle: A\n---\nText of A with [b](./b.md).\n\n<!--@include: ./b.md-->\n',
    'parts/b.md': 'Text of B.\n',
    'parts/lines.md': 'one\ntwo\nthree\nfour\n',
    'parts/regions.md': 'before\n<!-- #region named -->\nwithin\n<!-- #endregion named -->\nbehind\n',
    'code/light.js':
      '// #region start\n  const on = true\n  // #region inner\n    use(on)\n  // #endregion inner\n// #endregion start\nlast()\n',
    'code/whole.py': 'print(1)\n',
  })
  const { markdown, title } = pageOf(content, 'en', 'page')
  t.equal(title, 'Page')
  for (const text of [
    '# Page',
    'Text of A',
    'Text of B.',
    'two three',
    'within',
    'print(1)',
    '<!--@include: ./parts/a.md-->\n```',
  ])
    t.match(markdown, text)
  t.match(markdown, '```ts title="light"\nconst on = true\n  use(on)\n```')
  for (const text of ['toc', 'before', 'behind', 'four', '\none', 'last()']) t.notMatch(markdown, text)
  t.strictSame(faultsOf(content), ['page.md:4 dead_link', 'page.md:11 unresolved_include'])
})

t.test('marks for a highlighter are no part of code, and ids may stand in other signs than braces', async (t) => {
  const content = await readFiles(t, {
    '.vitepress/config.js': `export default { markdown: { attrs: { leftDelimiter: '%{', rightDelimiter: '}%' }, anchor: { slugify: (s) => made[s] } } }`,
    'index.md': '# Home\n\n## Part %{#own}%\n\n```js\na() // [!code ++]\nb() // [!code highlight]\nc() // kept\n```\n',
  })
  const { markdown, sections } = pageOf(content, 'en', '')
  t.equal(sections.at(-1)?.anchor, 'own')
  t.match(markdown, '```js\na()\nb()\nc() // kept\n```')
  t.strictSame(faultsOf(content), ['.vitepress/config.js:1 unread_config'])
})

t.test('ids are made by the chain of methods that the configuration has', async (t) => {
  const content = await readFiles(t, {
    '.vitepress/config.js': `
      const rSpaces = /\\s+/g
      const slugify = (str) => str.trim().replace(rSpaces, '_').replace(/^(\\d)/, 'n$1').replaceAll('!', '')
      export default { markdown: { anchor: { slugify } } }`,
    'index.md': '# Home\n\n## Big Light!\n\n## 2 Lamps\n\n## 2 Lamps\n\n[lamps](#n2_Lamps-1) [light](#big_light)\n',
  })
  t.strictSame(
    pageOf(content, 'en', '').sections.map(({ anchor }) => anchor),
    ['Big_Light', 'n2_Lamps', 'n2_Lamps-1'],
  )
  t.strictSame(faultsOf(content), ['index.md:9 dead_anchor'])
})

t.test('the fixed markup of components of the theme and of imported ones is shown', async (t) => {
  const content = await readFiles(t, {
    '.vitepress/config.js': 'export default {}',
    '.vitepress/theme/parts/OwnBadge.vue': `<script setup>const a = '<b>'</script>
<template>
  <a href="/more#why" class="x">
    <Badge type="info" text="own" />
  </a>
</template>
`,
    '.vitepress/theme/parts/TheLogo.vue': `<template>
  <a :href="to"><img src="https://example.org/logo.png" alt="Logo" /><span v-if="x">hidden <b>too</b></span> shown</a>
</template>`,
    '.vitepress/theme/parts/Talks.vue': '<template><p>{{ text }}</p></template>',
    'parts/Plain.vue': '<template><em>plain</em></template>',
    'index.md': `<script setup>
import Plain from './parts/Plain.vue'
</script>

# Home

## Lamp <OwnBadge />

## Bright <Plain/>

A <Plain/> word, and \`<Plain/>\`.

<TheLogo for="all">
</TheLogo>

<Talks />

\`\`\`vue
<OwnBadge />
\`\`\`
`,
    'more.md': '# More\n\n## Why\n',
  })
  const { blockLines, markdown, sections } = pageOf(content, 'en', '')
  t.match(
    blockLines,
    '{"kind":"link","target":"/en/more#why","title":null,"content":[{"kind":"badge","text":"own","tone":"note"}]}',
  )
  t.equal(sections.find(({ heading }) => heading.startsWith('Lamp'))?.anchor, 'lamp')
  t.equal(sections.find(({ heading }) => heading.startsWith('Bright'))?.anchor, 'bright')
  t.match(
    blockLines,
    '{"kind":"span","element":"em","content":["plain"]}," word, and ",{"kind":"code","text":"<Plain/>"}',
  )
  t.match(blockLines, '"source":"https://example.org/logo.png"')
  t.match(markdown, 'shown')
  t.notMatch(markdown, 'hidden')
  t.match(markdown, '```vue\n<OwnBadge />\n```')
  t.strictSame(faultsOf(content), ['index.md:13 unknown_component', 'index.md:16 unknown_component'])
})

t.test('each locale has the description of the configuration, and vite may name the folder of files', async (t) => {
  const content = await readFiles(t, {
    '.vitepress/config.js': `export default {
      description: 'Light for all',
      vite: { publicDir: '../assets-of-all' },
      locales: { root: { lang: 'en' }, ko: { lang: 'ko', description: '모두의 빛' }, zh: { lang: 'zh' } },
    }`,
    'index.md': '# Home\n\n![Lamp](/lamp.svg)\n',
    'assets-of-all/lamp.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>',
    'ko/index.md': '# 홈\n',
    'zh/index.md': '# 首页\n',
  })
  t.strictSame(
    [...content.locales].map(([locale, { description }]) => [locale, description]),
    [
      ['en', 'Light for all'],
      ['zh', 'Light for all'],
      ['ko', '모두의 빛'],
    ],
  )
  t.match(pageOf(content, 'en', '').blockLines, /\/files\/\w+\/lamp\.svg/)
})

t.test('a rewriting that a program does is told', async (t) => {
  const content = await readFiles(t, {
    '.vitepress/config.js': `export default { rewrites: (id) => id.replace('a', 'b') }`,
    'index.md': '# Home\n',
  })
  t.strictSame(faultsOf(content), ['.vitepress/config.js:1 unread_config'])
})

t.test('hostile sources lose nothing but themselves', async (t) => {
  const content = await readFiles(t, {
    '.vitepress/config.js': 'export default {{{',
    'loop.md': '# Loop\n\n<!--@include: ./loop.md-->\n',
    'out.md':
      '# Out\n\n<!--@include: ../../../../../etc/hostname-->\n\n<<< ../../../../../etc/hostname\n\n<<< @/../../../etc/hostname\n',
    'twice.md': '# Twice\n\n<!--@include: ./parts.md-->\n',
    'parts.md': `${'<!--@include: ./parts.md-->\n'.repeat(30)}text\n`,
  })
  t.strictSame(pathsOf(content), { en: ['loop', 'out', 'parts', 'twice'] })
  t.ok(faultsOf(content).includes('loop.md:3 unresolved_include'), 'what is left out is told')
  t.strictSame(faultsOf(content).filter((fault) => fault.startsWith('out')), ['out.md:3 unresolved_include', 'out.md:5 unresolved_include', 'out.md:7 unresolved_include']) // prettier-ignore
})

t.test('an inclusion of a region or of lines that are not there is reported, and never the whole file', async (t) => {
  const content = await readFiles(t, {
    '.vitepress/config.js': 'export default {}',
    'index.md': [
      '# Home',
      '<!--@include: ./r.md#none-->',
      '<!--@include: ./r.md#r.none-->',
      '<!--@include: ./r.md{90,99}-->',
      '<<< ./a.ts#absent',
      '<<< ./a.ts#absent{1} [named]',
      '<!--@include: ./r.md#part-->',
      '<!--@include: ./r.md#r.dotted-->',
    ].join('\n\n'),
    'r.md': 'First.\n\n<!-- #region part -->\nWithin.\n<!-- #endregion part -->\n\nLast.\n',
    'a.ts': '// #region one\nconst one = 1\n// #endregion one\nconst two = 2\n',
  })
  const { markdown } = pageOf(content, 'en', '')
  t.match(markdown, 'Within.')
  for (const text of ['First', 'Last', '#region', 'one', 'two', '@include']) t.notMatch(markdown, text)
  t.strictSame(
    faultsOf(content),
    [3, 5, 7, 9, 11, 15].map((line) => `index.md:${line} unresolved_include`),
  )
})
