import t from 'tap'
import { idsOf, pageAt, pathsIn, textOf } from './page-blocks.ts'
import { faultsOf, orderOf, pageOf, readFiles } from './pages-of.ts'

t.test('pages stand where MkDocs puts them, in the order of nav', async (t) => {
  const content = await readFiles(t, {
    'mkdocs.yml': [
      'site_name: Site',
      'plugins: [search, {redirects: {redirect_maps: {old.md: guide/second.md}}}]',
      'exclude_docs: |\n  /private/\n  *.tmp.md\n  !kept.tmp.md',
      'draft_docs: "draft.md"',
      'nav:',
      '  - Home: index.md',
      '  - User Guide:\n    - guide/second.md\n    - First: guide/first.md\n  - https://example.com/',
    ].join('\n'),
    'docs/index.md': '# Home',
    'docs/guide/first.md': 'Text without a heading',
    'docs/guide/second.md': '# Second',
    'docs/Other Page.md': '# Other',
    'docs/both/index.md': '# Both',
    'docs/both/README.md': '# Readme',
    'docs/only/README.md': '# Only',
    'docs/private/a.md': '# No',
    'docs/x.tmp.md': '# No',
    'docs/kept.tmp.md': '# Kept',
    'docs/draft.md': '# Draft',
    'README.md': '# Repository',
  })
  t.same(faultsOf(content), [])
  t.same(pathsIn(content), ['', 'Other Page', 'both', 'guide/first', 'guide/second', 'kept.tmp', 'only'])
  const guide = content.locales.get('en')?.nav[0]
  t.match(guide, { name: 'guide', title: 'User Guide' })
  t.same(
    guide?.pages.map(({ title }) => title),
    ['Second', 'First'],
  )
  t.same(
    content.reports[0]?.leftOut,
    new Map([
      ['outside of the documentation', 2],
      ['excluded by the configuration', 2],
      ['a draft', 1],
    ]),
  )
  const files = await readFiles(t, {
    'mkdocs.yml': 'use_directory_urls: false\ndocs_dir: !ENV [DOCS, content]\n',
    'content/a/b.md': '# B\n\n[A](index.md)',
    'content/a/index.md': '# A\n\n[B](b.html)',
  })
  t.same(pathsIn(files), ['a', 'a/b'])
  t.match(pageAt(files, 'a')?.blockLines, '"target":"/en/a/b"')
  t.same(faultsOf(files), [])
})

t.test('configurations inherit, and the names of Python in them are no faults', async (t) => {
  const content = await readFiles(t, {
    'mkdocs.yml':
      'INHERIT: base/mkdocs.base.yml\nmarkdown_extensions:\n  toc:\n    slugify: !!python/object/apply:pymdownx.slugs.slugify\n      kwds: {case: lower}\n',
    'base/mkdocs.base.yml': 'site_name: Inherited\nx: !!python/name:a.b.c\ny: !ENV KEY\n',
    'docs/index.md': '## Über  uns',
  })
  t.same(faultsOf(content), [])
  t.equal(content.locales.get('en')?.title, 'Inherited')
  t.same(idsOf(content, ''), ['über--uns'])
  const lost = await readFiles(t, { 'mkdocs.yml': 'INHERIT: ../../etc/x.yml\nsite_name: A', 'docs/index.md': '# A' })
  t.same(pathsIn(lost), [''])
  const bad = await readFiles(t, { 'mkdocs.yml': 'INHERIT: no.yml\nsite_name: [', 'docs/index.md': '# A' })
  t.same(faultsOf(bad), ['mkdocs.yml:2 unread_config'])
})

t.test('a configuration of ProperDocs is one of MkDocs, and comes before it', async (t) => {
  for (const name of ['properdocs.yml', 'properdocs.yaml']) {
    const content = await readFiles(t, {
      [name]: 'site_name: Proper\nmarkdown_extensions: [admonition]\nnav: [Start: a.md, index.md]\n',
      'mkdocs.yml': 'site_name: Old\n',
      'docs/index.md': '# Home\n\n!!! tip\n    Text\n',
      'docs/a.md': '# A\n',
    })
    t.equal(content.reports[0]?.kind, 'mkdocs')
    t.equal(content.locales.get('en')?.title, 'Proper')
    t.match(pageAt(content, '')?.blockLines, '"kind":"admonition"')
  }
})

t.test('the configuration of Zensical is read as that of MkDocs', async (t) => {
  const page = '# P\n\n!!! tip\n    Text\n\n==marked== and ++ctrl+c++\n'
  const content = await readFiles(t, {
    'zensical.toml':
      '[project]\nsite_name = "Lantern"\ndocs_dir = "pages"\nnav = [{ "Second" = "b.md" }, "a.md"]\n' +
      '[project.theme]\nlanguage = "ko"\n[project.markdown_extensions.admonition]\n[project.markdown_extensions.pymdownx.mark]\n',
    'pages/a.md': page,
    'pages/b.md': '# B\n',
  })
  t.equal(content.reports[0]?.kind, 'mkdocs')
  t.equal(content.locales.get('ko')?.title, 'Lantern')
  t.strictSame(orderOf(content, 'ko'), ['b', 'a'])
  t.match(pageOf(content, 'ko', 'a').markdown, '> [!TIP]\n> Text\n\n<mark>marked</mark> and ++ctrl+c++')
  const plain = await readFiles(t, { 'zensical.toml': '[project]\nsite_name = "T"\n', 'docs/a.md': page })
  t.match(pageOf(plain, 'en', 'a').markdown, '> [!TIP]\n> Text\n\n<mark>marked</mark> and <kbd>Ctrl</kbd>+<kbd>C</kbd>')
  const faulty = await readFiles(t, { 'zensical.toml': '[project', 'docs/a.md': page })
  t.same(faultsOf(faulty), ['zensical.toml:1 unread_config'])
  const moved = await readFiles(t, {
    'mkdocs.yml': 'site_name: Old\nnav: [a.md]',
    'zensical.toml': '[project]\nsite_name = "New"\n',
    'docs/a.md': page,
  })
  t.equal(moved.locales.get('en')?.title, 'New')
})

t.test('languages are told by folders, by names of files and by the theme', async (t) => {
  const folders = await readFiles(t, {
    'mkdocs.yml':
      'plugins:\n  - i18n:\n      docs_structure: folder\n      languages:\n        - {locale: en, default: true}\n        - {locale: zh}\n        - {locale: fr}\n',
    'docs/en/a.md': '# A\n\n[B](b.md)',
    'docs/en/b.md': '# B',
    'docs/zh/a.md': '# 甲',
    'docs/fr/a.md': '# Fr',
  })
  t.same([pathsIn(folders), pathsIn(folders, 'zh')], [['a', 'b'], ['a']])
  t.same(folders.reports[0]?.leftOut, new Map([['in a language that is not served', 1]]))
  t.same(faultsOf(folders), [])
  const suffixes = await readFiles(t, {
    'mkdocs.yml': 'plugins:\n  i18n:\n    default_language: ko\n    languages:\n      ko: 한국어\n      en: English\n',
    'docs/a.md': '# 가',
    'docs/a.en.md': '# A',
    'docs/v1.2.md': '# 판',
  })
  t.same([pathsIn(suffixes), pathsIn(suffixes, 'ko')], [['a'], ['a', 'v1.2']])
  const theme = await readFiles(t, { 'mkdocs.yml': 'theme: {name: material, language: zh}', 'docs/index.md': '# 首页' })
  t.same(pathsIn(theme, 'zh'), [''])
})

t.test('languages may have folders beside that of the configuration', async (t) => {
  const files = {
    'docs/en/mkdocs.yml':
      'site_name: S\ntheme:\n  language: en\nmarkdown_extensions: [mdx_include]\nnav: [index.md, b.md, a.md]\n',
    'docs/en/docs/index.md': '# Home\n\n[B](b.md)\n',
    'docs/en/docs/a.md': '# A\n',
    'docs/en/docs/b.md': '# B\n\n{!../../code/part.txt!}\n',
    'docs/zh/docs/index.md': '# 首页\n\n[乙](b.md) [图](/img/x.png)\n',
    'docs/zh/docs/b.md': '# 乙\n\n{!../../code/part.txt!}\n',
    'docs/zh/prompt.md': '# For translators\n',
    'docs/ko/docs/b.md': '# 비\n',
    'docs/fr/docs/b.md': '# Bé\n',
    'code/part.txt': 'of a file\n',
    'README.md': '# The repository\n',
  }
  const content = await readFiles(t, files)
  t.same(pathsIn(content).toSorted(), ['', 'a', 'b'])
  t.same(orderOf(content, 'en'), ['b', 'a'])
  t.same(pathsIn(content, 'zh'), ['', 'b'])
  t.same(pathsIn(content, 'ko'), ['b'])
  t.match(textOf(content, 'b', 'zh'), 'of a file')
  const below = await readFiles(t, {
    'mkdocs.yml': 'site_name: S\ndocs_dir: docs/zh\n',
    'docs/zh/a.md': '# 甲\n\n[乙](b.md)\n',
    'docs/zh/b.md': '# 乙\n',
    'docs/en/a.md': '# A\n\n[B](b.md)\n',
    'docs/en/b.md': '# B\n',
    'docs/images/c.md': '# No page\n',
  })
  t.same([pathsIn(below), pathsIn(below, 'zh'), faultsOf(below)], [['a', 'b'], ['a', 'b'], []])
  const apart = await readFiles(t, { ...files, 'docs/zh/mkdocs.yml': 'site_name: Z\n' })
  t.same([...apart.locales.keys()].toSorted(), ['en', 'ko'], 'a folder with a configuration is another site')
})

t.test('the configuration describes the documentation, unless its home page does', async (t) => {
  const config = 'site_name: Lantern\nsite_description: Light for all.\n'
  const plain = await readFiles(t, { 'mkdocs.yml': config, 'docs/index.md': '# Home\n' })
  t.equal(plain.locales.get('en')?.description, 'Light for all.')
  const own = await readFiles(t, { 'mkdocs.yml': config, 'docs/index.md': '---\ndescription: Own.\n---\n\n# Home\n' })
  t.equal(own.locales.get('en')?.description, 'Own.')
})

t.test('a whole address of the site itself leads to its files', async (t) => {
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>'
  const content = await readFiles(t, {
    'mkdocs.yml': 'site_url: https://lantern.example/base/\n',
    'docs/page.md': `# P

<img src="https://lantern.example/img/own.svg" alt="Own"> ![Based](https://lantern.example/base/img/own.svg)

![None](https://lantern.example/img/none.svg) ![Elsewhere](https://other.example/img/own.svg)
`,
    'docs/img/own.svg': picture,
  })
  const sources = [...(pageAt(content, 'page')?.blockLines ?? '').matchAll(/"source":"([^"]+)"/g)].map(([, source]) =>
    source?.replace(/\/files\/\w+/, '/files/…'),
  )
  t.same(sources, [
    '/files/…/own.svg',
    '/files/…/own.svg',
    'https://lantern.example/img/none.svg',
    'https://other.example/img/own.svg',
  ])
  t.same(faultsOf(content), [])
})

t.test('templates and documentation that programs make are faults', async (t) => {
  const content = await readFiles(t, {
    'mkdocs.yml': 'plugins: [macros, mkdocstrings]\nextra: {version: {major: 7}}',
    'docs/page.md':
      '---\nwho: me\n---\n# P\n\nVersion {{ version.major }} by {{ who }}.\n\n{% for x in y %}\n\n::: package.Class\n    options:\n      x: 1\n\nText\n',
  })
  t.same(faultsOf(content), ['docs/page.md:8 unread_template', 'docs/page.md:10 unread_template'])
  t.match(textOf(content, 'page'), 'Version 7 by me.')
  t.match(textOf(content, 'page'), 'package.Class\nText')
})

t.test('links to objects that programs document keep their text, and others lead where they are defined', async (t) => {
  const text =
    'Use the [`Field`][pkg.Field] of [pkg.Class][], `a[x][y]` or m[i][j], [it][own], [a note][^1] and [own][].\n\n' +
    '[own]: other.md\n[^1]: Note\n'
  const files = { 'docs/page.md': `# P\n\n${text}`, 'docs/other.md': '# O\n' }
  const content = await readFiles(t, {
    'mkdocs.yml': 'plugins: [mkdocstrings]\nmarkdown_extensions: [footnotes]',
    ...files,
  })
  t.match(
    pageOf(content, 'en', 'page').markdown,
    'Use the `Field` of pkg.Class, `a[x][y]` or m\\[i\\]\\[j\\], [it](/en/other), ',
  )
  t.match(pageOf(content, 'en', 'page').markdown, ' and [own](/en/other).')
  const plain = await readFiles(t, { 'mkdocs.yml': 'site_name: T', ...files })
  t.match(textOf(plain, 'page'), '[Field][pkg.Field]')
})

t.test('brackets that name no object stay as they are', async (t) => {
  const text =
    'Of [lab][], [one][r1], [two][lab3], [a][low] and [pkg.a.B][], matrix a [i][j], [`Field`][], [it][first-steps] and [is][one.two].\n\n' +
    '> [lab]: other.md\n\n- [r1]: other.md\n\n[lab3]:other.md\n[low]:\n  other.md\n[one.two]:other.md\n'
  const content = await readFiles(t, {
    'mkdocs.yml': 'plugins: [mkdocstrings]',
    'docs/page.md': `# P\n\n${text}`,
    'docs/other.md': '# O\n',
  })
  const to = '(/en/other)'
  t.match(
    pageOf(content, 'en', 'page').markdown,
    `Of [lab]${to}, [one]${to}, [two]${to}, [a]${to} and pkg.a.B, matrix a \\[i\\]\\[j\\], \`Field\`, it and [is]${to}.`,
  )
})

t.test('underscores in addresses are no marks', async (t) => {
  const content = await readFiles(t, {
    'mkdocs.yml': 'site_name: T',
    'docs/page.md': '# P\n\n## A __new__ name\n\n[It](#call-__new__) and [all](other.md#a-__new__) are __bold__.\n',
    'docs/other.md': '# O\n\n<a id="a-__new__"></a>Text\n',
  })
  t.match(pageOf(content, 'en', 'page').markdown, '[It](#call-__new__) and [all](/en/other#a-__new__) are **bold**.')
})

t.test('templates are filled in code too, but for what is raw', async (t) => {
  const content = await readFiles(t, {
    'mkdocs.yml': 'plugins: [macros]\nextra: {version: 7}\nmarkdown_extensions: [pymdownx.snippets]',
    'play.yml': 'pkg-{{ version }}\n{% raw %}\n',
    'docs/page.md':
      '# P\n\n```sh\npip install x=={{ version }}\n{% raw %}\necho {{ version }}\n{% endraw %}\n```\n\n```yaml\n--8<-- "play.yml"\n```\n',
  })
  t.match(textOf(content, 'page'), 'pip install x==7\n')
  t.match(textOf(content, 'page'), 'echo {{ version }}')
  t.notMatch(textOf(content, 'page'), 'endraw')
  t.match(textOf(content, 'page'), 'pkg-{{ version }}\n{% raw %}', 'a file that is put in stays as it is')
  t.same(faultsOf(content), [])
})

t.test('files that are no more lead to other sites and to parts of pages', async (t) => {
  const content = await readFiles(t, {
    'mkdocs.yml':
      "plugins: [{redirects: {redirect_maps: {old.md: 'https://x.example/', older.md: 'page.md#part', former.md: 'guide/README.md#part', gone.md: 'none.md#a'}}}]",
    'docs/page.md': '# P\n\n## Part\n\nText\n',
    'docs/guide/README.md': '# G\n\n## Part\n\nText\n',
  })
  t.strictSame(Object.fromEntries(content.redirects), {
    '/en/old': 'https://x.example/',
    '/en/older': '/en/page#part',
    '/en/former': '/en/guide#part',
  })
  t.same(faultsOf(content), ['mkdocs.yml:1 dead_redirect'])
})
