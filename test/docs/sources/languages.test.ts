import t from 'tap'
import type { Files } from '../../support/content-tree.ts'
import { pathsOf, readFiles } from './pages-of.ts'

/** Sites of one language that does not stand in their configuration. */
const UNNAMED: Readonly<Record<string, Files>> = {
  docusaurus: { 'docusaurus.config.js': "module.exports = { title: 'T' }", 'docs/a.md': '# A\n' },
  vitepress: { '.vitepress/config.js': "export default { title: 'T' }", 'docs/a.md': '# A\n' },
  starlight: {
    'astro.config.mjs':
      "import starlight from '@astrojs/starlight'\nexport default { integrations: [starlight({ title: 'T' })] }",
    'src/content/docs/docs/a.md': '---\ntitle: A\n---\nText\n',
  },
  hugo: { 'hugo.toml': 'title = "T"\n', 'content/docs/a.md': '---\ntitle: A\n---\nText\n' },
  mkdocs: { 'mkdocs.yml': 'site_name: T\n', 'docs/docs/a.md': '# A\n' },
  nextra: { 'next.config.js': "require('nextra')({})()", 'content/docs/a.mdx': '# A\n' },
  fumadocs: { 'source.config.ts': "export const docs = defineDocs({ dir: 'content/docs' })", 'content/docs/a.mdx': '---\ntitle: A\n---\nText\n' }, // prettier-ignore
  mintlify: { 'docs.json': '{"name": "T", "navigation": {"pages": ["docs/a"]}}', 'docs/a.mdx': '---\ntitle: A\n---\nText\n' }, // prettier-ignore
  book: { 'book.toml': '[book]\n', 'src/SUMMARY.md': '- [A](docs/a.md)\n', 'src/docs/a.md': '# A\n' },
  folder: { 'docs/a.md': '# A\n', 'docs/b.md': '# B\n' },
}

const NAMES = 'locales:\n  en: []\n  zh: [tw, chinese]\n  ko: [kor]\n'

/** Sites whose pages are in English, and in two languages that nobody knows without `site.yaml`. */
const SITES: Readonly<Record<string, Files>> = {
  docusaurus: {
    'docusaurus.config.js':
      "module.exports = { title: 'T', i18n: { defaultLocale: 'en', locales: ['en', 'tw', 'kor'] } }",
    'docs/a.md': '# A\n',
    'i18n/tw/docusaurus-plugin-content-docs/current/a.md': '# 甲\n',
    'i18n/kor/docusaurus-plugin-content-docs/current/a.md': '# 가\n',
  },
  vitepress: {
    '.vitepress/config.js': "export default { locales: { root: { lang: 'en' }, tw: { lang: 'tw' }, kor: {} } }",
    'a.md': '# A\n',
    'tw/a.md': '# 甲\n',
    'kor/a.md': '# 가\n',
  },
  starlight: {
    'astro.config.mjs':
      "import starlight from '@astrojs/starlight'\nexport default { integrations: [starlight({ title: 'T', locales: { root: { lang: 'en' }, tw: { lang: 'tw' }, kor: {} } })] }",
    'src/content/docs/a.md': '---\ntitle: A\n---\nText\n',
    'src/content/docs/tw/a.md': '---\ntitle: 甲\n---\n文\n',
    'src/content/docs/kor/a.md': '---\ntitle: 가\n---\n글\n',
  },
  hugo: {
    'hugo.toml': 'title = "T"\n[languages.en]\n[languages.tw]\ncontentDir = "content/tw"\n[languages.kor]\n',
    'content/a.md': '# A\n',
    'content/tw/a.md': '# 甲\n',
    'content/a.kor.md': '# 가\n',
  },
  mkdocs: {
    'mkdocs.yml':
      'site_name: T\nplugins:\n  - i18n:\n      docs_structure: suffix\n      languages:\n        - locale: en\n          default: true\n        - locale: tw\n        - locale: kor\n',
    'docs/a.md': '# A\n',
    'docs/a.tw.md': '# 甲\n',
    'docs/a.kor.md': '# 가\n',
  },
  mintlify: {
    'docs.json': JSON.stringify({
      name: 'T',
      navigation: {
        languages: [
          { language: 'en', pages: ['a'] },
          { language: 'tw', pages: ['tw/a'] },
          { language: 'kor', pages: ['kor/a'] },
        ],
      },
    }),
    'a.mdx': '# A\n',
    'tw/a.mdx': '# 甲\n',
    'kor/a.mdx': '# 가\n',
  },
}

for (const [kind, files] of Object.entries(SITES)) {
  t.test(`names of languages in site.yaml hold for sources of ${kind}`, async (t) => {
    const content = await readFiles(t, { ...files, 'site.yaml': NAMES })
    t.equal(content.reports[0]?.kind, kind)
    const pages = pathsOf(content)
    t.same([pages['en']?.length, pages['zh']?.length, pages['ko']?.length], [1, 1, 1], JSON.stringify(pages))
    const without = await readFiles(t, files)
    t.equal(without.locales.has('ko'), false, 'nobody else knows the name')
  })
}

/** Sites that name two languages, and leave it to their generator that pages outside of their folders are in English. */
const IN_ENGLISH: Readonly<Record<string, Files>> = {
  docusaurus: {
    'docusaurus.config.js': "module.exports = { title: 'T', i18n: { locales: ['en', 'zh'] } }",
    'docs/a.md': '# A\n',
    'i18n/zh/docusaurus-plugin-content-docs/current/a.md': '# 甲\n',
  },
  vitepress: {
    '.vitepress/config.js': "export default { locales: { root: { label: 'English' }, zh: { label: '中文' } } }",
    'a.md': '# A\n',
    'zh/a.md': '# 甲\n',
  },
  starlight: {
    'astro.config.mjs':
      "import starlight from '@astrojs/starlight'\nexport default { integrations: [starlight({ title: 'T', locales: { root: { label: 'English' }, zh: { label: '中文' } } })] }",
    'src/content/docs/a.md': '---\ntitle: A\n---\nText\n',
    'src/content/docs/zh/a.md': '---\ntitle: 甲\n---\n文\n',
  },
  hugo: {
    'hugo.toml': 'title = "T"\n[languages.en]\n[languages.zh]\n',
    'content/a.md': '# A\n',
    'content/a.zh.md': '# 甲\n',
  },
  mkdocs: { 'mkdocs.yml': 'site_name: T\n', 'docs/a.md': '# A\n', 'docs/zh/a.md': '# 甲\n' },
}

for (const [kind, files] of Object.entries(IN_ENGLISH)) {
  t.test(`pages of ${kind} stay in English beside those in the first language of site.yaml`, async (t) => {
    const content = await readFiles(t, { ...files, 'site.yaml': 'rootLocale: zh\n' })
    t.same([pathsOf(content)['en']?.length, pathsOf(content)['zh']?.length], [1, 1], JSON.stringify(pathsOf(content)))
  })
}

/** Sites whose pages without a named language are in Chinese, as `site.yaml` says, beside other languages. */
const IN_CHINESE: Readonly<Record<string, Files>> = {
  docusaurus: {
    'docusaurus.config.js': "module.exports = { title: 'T', i18n: { locales: ['zh'] } }",
    'docs/a.md': '# 甲\n',
  },
  'docusaurus, computed': {
    'docusaurus.config.js': "module.exports = { title: 'T', i18n: { defaultLocale: made(), locales: ['zh', 'en'] } }",
    'docs/a.md': '# 甲\n',
  },
  vitepress: {
    '.vitepress/config.js': "export default { locales: { root: { label: '简体' }, 'zh-TW': {}, en: {} } }",
    'a.md': '# 甲\n',
    'en/b.md': '# B\n',
  },
  'vitepress, in two scripts': {
    '.vitepress/config.js': "export default { locales: { root: { label: '简体' }, 'zh-TW': {} } }",
    'a.md': '# 甲\n',
  },
  hugo: { 'hugo.toml': 'title = "T"\n[languages.zh]\n', 'content/a.md': '# 甲\n' },
  mkdocs: {
    'mkdocs.yml': 'site_name: T\nplugins: [{i18n: {languages: [{locale: zh}, {locale: en}]}}]\n',
    'docs/a.md': '# 甲\n',
    'docs/b.en.md': '# B\n',
  },
}

for (const [kind, files] of Object.entries(IN_CHINESE)) {
  t.test(
    `pages of ${kind} are in the first language of site.yaml, where the configuration names no other for them`,
    async (t) => {
      const content = await readFiles(t, { ...files, 'site.yaml': 'rootLocale: zh\n' })
      t.equal(pathsOf(content)['zh']?.length, 1, JSON.stringify(pathsOf(content)))
    },
  )
}

for (const [kind, files] of Object.entries(UNNAMED)) {
  t.test(`site.yaml tells the language of pages that ${kind} does not tell`, async (t) => {
    const content = await readFiles(t, {
      ...files,
      'site.yaml': `sources: [{ folder: ., kind: ${kind}, locale: ko }]\n`,
    })
    t.strictSame(Object.keys(pathsOf(content)), ['ko'])
    const rooted = await readFiles(t, { ...files, 'site.yaml': 'rootLocale: zh\n' })
    t.strictSame(Object.keys(pathsOf(rooted)), ['zh'])
  })
}
