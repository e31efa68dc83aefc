import t from 'tap'
import { pageAt, pathsIn, textOf } from './page-blocks.ts'
import { faultsOf, readFiles } from './pages-of.ts'

t.test('pages stand where Hugo puts them', async (t) => {
  const content = await readFiles(t, {
    'hugo.yaml': 'title: Site\npermalinks:\n  blog: /:section/:year/:month/:slug/\n',
    'content/_index.md': '---\ntitle: Home\n---\n',
    'content/docs/_index.md': '---\ntitle: Docs\nweight: 2\n---\nText',
    'content/docs/First Page.md': '---\ntitle: First\nweight: 20\n---\nText',
    'content/docs/renamed.md': '---\ntitle: Renamed\nslug: new-name\nweight: 10\n---\nText',
    'content/docs/moved.md': '---\ntitle: Moved\nurl: /elsewhere/moved.html\naliases: [/old/]\n---\nText',
    'content/docs/leaf/index.md': '---\ntitle: Leaf\n---\nText',
    'content/docs/leaf/part.md': 'A part',
    'content/blog/post.md': '---\ntitle: A Post\ndate: 2024-03-09\n---\nText',
    'content/draft.md': '---\ndraft: true\n---\n',
    'content/expired.md': '---\nexpiryDate: 2001-01-01\n---\n',
    'content/later.md': '---\npublishDate: 2999-01-01\n---\n',
    'content/hidden/index.md': '---\nheadless: true\n---\n',
    'content/unrendered.md': '---\nbuild:\n  render: never\n---\n',
    'content/other.adoc': '= Other',
    'themes/x/README.md': '# Theme',
  })
  t.same(faultsOf(content), [
    'content/draft.md:1 not_published',
    'content/expired.md:1 not_published',
    'content/later.md:1 not_published',
    'content/other.adoc:1 unread_format',
  ])
  t.same(pathsIn(content), [
    '',
    'blog/2024/03/a-post',
    'docs',
    'docs/first-page',
    'docs/leaf',
    'docs/new-name',
    'elsewhere/moved',
  ])
  t.equal(content.reports[0]?.kind, 'hugo')
  t.same(
    content.reports[0]?.leftOut,
    new Map([
      ['a part of other pages', 2],
      ['a draft', 1],
      ['expired', 1],
      ['dated in the future', 1],
      ['excluded by the configuration', 1],
      ['outside of the documentation', 1],
    ]),
  )
  const docs = content.locales.get('en')?.nav.find(({ name }) => name === 'docs')
  t.same(
    docs?.pages.map(({ title }) => title),
    ['Docs', 'Renamed', 'First', 'Leaf', 'Moved'],
    'weights order pages',
  )
})

t.test('languages are told by folders and by names of files', async (t) => {
  const byFolder = await readFiles(t, {
    'config.toml':
      'contentDir = "content/en"\n[languages.en]\ntitle = "English"\n[languages.zh-tw]\ncontentDir = "content/zh-tw"\n' +
      '[languages.zh-cn]\ncontentDir = "content/zh"\n[languages.no]\ncontentDir = "content/no"\n',
    'content/en/a.md': '# A\n\n[B](/zh-cn/a/)',
    'content/zh/a.md': '# 甲\n\n[same](/a/) [other](/b/)',
    'content/en/b.md': '# B',
    'content/zh-tw/a.md': '# 甲',
    'content/no/a.md': '# Å',
  })
  t.same(pathsIn(byFolder), ['a', 'b'])
  t.equal(pageAt(byFolder, 'a', 'zh')?.title, '甲')
  t.same(byFolder.reports[0]?.leftOut, new Map([['in a language that is not served', 2]]))
  t.same(faultsOf(byFolder), [])
  t.match(pageAt(byFolder, 'a')?.blockLines, '"target":"/zh/a"')
  t.match(pageAt(byFolder, 'a', 'zh')?.blockLines, '"target":"/zh/a"')
  t.match(pageAt(byFolder, 'a', 'zh')?.blockLines, '"target":"/en/b"')

  const byName = await readFiles(t, {
    'config/_default/hugo.toml': 'title = "Site"\ndefaultContentLanguage = "en"\n',
    'config/_default/languages.yaml': 'en: {}\nko: {}\nzh-cn: {}\n',
    'go.mod': 'module x',
    'content/a.md': '# A',
    'content/a.ko.md': '# 가',
    'content/b/index.zh-cn.md': '# 乙',
    'content/v1.2.md': '# Version',
  })
  t.same(pathsIn(byName), ['a', 'v1.2'])
  t.same(pathsIn(byName, 'ko'), ['a'])
  t.same(pathsIn(byName, 'zh'), ['b'])
})

t.test('folders of the repository are mounted into the content, and no others', async (t) => {
  const content = await readFiles(t, {
    'site/hugo.yaml':
      'module:\n  mounts:\n    - {source: ../docs, target: content/guide, excludeFiles: ["private/**"]}\n' +
      '    - {source: ../../outside, target: content}\n    - {source: static, target: static}\n',
    'docs/start.md': '# Start',
    'docs/private/no.md': '# No',
    'site/content/lost.md': '# Lost',
  })
  t.same(pathsIn(content), ['guide/start'])
  t.same(faultsOf(content), ['site:1 unread_config'])
})

t.test(
  'pages that are mounted into other languages stay in their own, and files have the place of their mount',
  async (t) => {
    const content = await readFiles(t, {
      'hugo.yaml': 'defaultContentLanguage: en\nlanguages: {en: {}, de: {}, zh: {}}\n',
      'config/_default/module.yaml':
        'mounts:\n  - {source: content/de, target: content, sites: {matrix: {languages: [de]}}}\n' +
        '  - {source: content/en/docs, target: content/docs, files: ["! internal/**"], sites: {matrix: {languages: [de]}}}\n' +
        '  - {source: content/zh, target: content, lang: zh}\n  - {source: content/en, target: content, lang: zh}\n' +
        '  - {source: content/en, target: content, files: ["! **/left-out.md"]}\n' +
        '  - {source: parts/changes.md, target: content/docs/history.md}\n',
      'content/en/docs/a.md': '# A',
      'content/en/docs/internal/b.md': '# B',
      'content/en/docs/left-out.md': '# Left out',
      'content/zh/docs/a.md': '# 甲',
      'content/de/docs/a.md': '# Ä',
      'parts/changes.md': '# History',
    })
    t.same(pathsIn(content), ['docs/a', 'docs/history', 'docs/internal/b'])
    t.same(pathsIn(content, 'zh'), ['docs/a'])
    t.same(faultsOf(content), [])
  },
)

t.test('a folder of a language within one that is mounted without a language keeps its language', async (t) => {
  const content = await readFiles(t, {
    'hugo.yaml':
      'languages: {en: {}, zh: {}}\nmodule:\n  mounts:\n    - {source: content, target: content}\n' +
      '    - {source: content/zh-docs, target: content/zh-docs, lang: zh}\n',
    'content/a.md': '# A',
    'content/zh-docs/b.md': '# 二',
  })
  t.same(pathsIn(content), ['a'])
  t.same(pathsIn(content, 'zh'), ['zh-docs/b'])
})

t.test('fields come from the configuration too, for the pages that a cascade is for', async (t) => {
  const content = await readFiles(t, {
    'hugo.yaml':
      'cascade:\n  - {build: {render: never}, target: {path: "{,/**}/_includes{,/**}"}}\n' +
      '  - {slug: renamed, target: {path: /docs/one, kind: page}}\n  - {draft: true, target: {path: /docs/**, lang: zh}}\n' +
      '  - {draft: true, target: {environment: staging}}\n  - {draft: true, _target: {kind: home}}\n',
    'content/_index.md': '# Home',
    'content/_includes/a.md': 'Part',
    'content/docs/_includes/b.md': 'Part',
    'content/docs/_index.md': '---\ncascade: [{draft: true, target: {path: /docs/two}}]\n---\n# Docs',
    'content/docs/one.md': '# One',
    'content/docs/two.md': '# Two',
  })
  t.same(pathsIn(content), ['docs', 'docs/renamed'])
})

t.test('links to files count from the content too, whatever the addresses of their pages are', async (t) => {
  const content = await readFiles(t, {
    'hugo.yaml':
      'permalinks: {page: {manuals: "/:sections[1:]/:slugorcontentbasename/"}, section: {manuals: "/:sections[1:]/"}}\n' +
      'languages: {en: {contentDir: content/en}, ko: {contentDir: content/ko}}\n',
    'content/en/manuals/engine/_index.md': '# Engine',
    'content/en/manuals/engine/a.md': '# A\n\n[E](/manuals/engine/_index.md)',
    'content/ko/manuals/engine/a.md': '# 가\n\n[A](/manuals/engine/a.md) [E](/manuals/engine/_index.md#none)',
  })
  t.match(pageAt(content, 'engine/a')?.blockLines, '"target":"/en/engine"')
  t.match(pageAt(content, 'engine/a', 'ko')?.blockLines, '"target":"/ko/engine/a"')
  t.match(pageAt(content, 'engine/a', 'ko')?.blockLines, '"target":"/en/engine#none"')
  t.same(faultsOf(content), ['content/ko/manuals/engine/a.md:3 dead_anchor'])
})

t.test('front matter in TOML and JSON is read', async (t) => {
  const content = await readFiles(t, {
    'hugo.toml': '',
    'content/a.md':
      '+++\ntitle = "TOML: one"\nweight = 3\ndate = 2023-01-02\nlastmod = 2024-01-02\n[params]\nx = 1\n+++\n\nText\n',
    'content/b.md': '{\n  "title": "JSON",\n  "draft": false\n}\nText',
    'content/c.md': '+++\ntitle = \n+++\nText',
    'content/d.md': '{ not front matter }',
  })
  t.equal(pageAt(content, 'a')?.title, 'TOML: one')
  t.equal(pageAt(content, 'a')?.updatedAt, '2024-01-02T00:00:00Z')
  t.equal(pageAt(content, 'b')?.title, 'JSON')
  t.equal(textOf(content, 'b'), 'Text')
  t.equal(textOf(content, 'd'), '{ not front matter }')
  t.same(faultsOf(content), ['content/c.md:2 bad_toml'])
})

t.test('images are found beside pages, by the address of the page and from the root of the site', async (t) => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
  const content = await readFiles(t, {
    'hugo.toml': '',
    'content/docs/page.md':
      '# P\n\n![a](a.svg) ![b](../shared/b.svg) ![c](images/c.svg) ![d](/images/c.svg)\n\n{{< imgproc sun Fill "1x1" >}}Sun{{< /imgproc >}}\n\n![e](no.svg)\n\n![f](../f.svg) [data](../data.json)\n',
    'content/docs/f.svg': svg,
    'content/docs/data.json': '{}',
    'content/docs/a.svg': svg,
    'content/docs/sunset.svg': svg,
    'static/docs/shared/b.svg': svg,
    'static/images/c.svg': svg,
  })
  t.same(faultsOf(content), ['content/docs/page.md:7 missing_image'])
})

t.test('nothing of a hostile site throws or takes long', async (t) => {
  const deep = 5000
  const content = await readFiles(t, {
    'hugo.toml': 'title = [[[',
    'config/_default/params.yaml': `a: &a [x]\nb: [${'*a, '.repeat(1000)}]\n${'c: {'.repeat(500)}`,
    'content/deep.md': '{{< a >}}'.repeat(deep) + 'core' + '{{< /a >}}'.repeat(deep),
    'content/open.md': '{{< "'.repeat(20_000),
    'content/quotes.md': '{{< x a="'.repeat(20_000),
    'content/shown.md': '{{</* '.repeat(20_000),
    'content/pairs.md': '{{< a >}}{{< b >}}'.repeat(5000) + '{{< /a >}}'.repeat(5000),
    'content/ticks.md': `{{< highlight x >}}\n${'```\n'.repeat(150_000)}{{< /highlight >}}`,
    'content/definitions.md': 'a\n: b\n'.repeat(20_000),
    'content/nested/toml.md': `+++\na = ${'['.repeat(5000)}\n+++\nText`,
    'content/bomb.md': '{{% include "bomb2" %}}'.repeat(50),
    'content/bomb2.md': '{{% include "bomb3" %}}'.repeat(50),
    'content/bomb3.md': '{{% include "bomb4" %}}'.repeat(50),
    'content/bomb4.md': 'boom',
    'content/template.md': '{{< big >}}{{< nested >}}',
    'layouts/shortcodes/big.html':
      '{{ $a := "xxxxxxxxxx" }}' + '{{ $a = printf "%s%s%s%s" $a $a $a $a }}'.repeat(40) + '{{ $a }}',
    'layouts/shortcodes/nested.html': `{{ ${'('.repeat(5000)}1${')'.repeat(5000)} }}`,
  })
  t.match(textOf(content, 'deep'), 'core')
  t.ok(content.faults.some(({ code, file }) => code === 'unread_config' && file === 'hugo.toml'))
  t.ok(content.faults.some(({ code, file }) => code === 'unresolved_include' && file === 'content/bomb.md'))
})

t.test('a configuration whose aliases stand for too many values is not read', async (t) => {
  const names = Array.from({ length: 21_000 }, (_, at) => `  K${at}: 1\n`).join('')
  const content = await readFiles(t, {
    'hugo.yaml': 'title: T\n',
    'config/_default/params.yaml': `a: &a\n${names}b: [${'*a, '.repeat(99)}]\n`,
    'config/_default/other.yaml': `a: &a { b: 1 }\nb: [${'*a, '.repeat(99)}]\n`,
    'content/page.md': 'Text',
  })
  t.match(content.faults, [
    { code: 'unread_config', file: 'config/_default/params.yaml', message: 'its aliases stand for too many values' },
  ])
  t.equal(content.faults.length, 1)
})

t.test('old addresses of a page lead to it, in links too', async (t) => {
  const content = await readFiles(t, {
    'hugo.toml': `baseURL = 'https://lantern.example/'\n`,
    'content/guides/start.md': '---\ntitle: Start\naliases: [/old/start/, begin.html, /guides/other]\n---\nText.\n',
    'content/guides/other.md': '---\ntitle: Other\n---\n[start](/old/start)\n',
  })
  t.strictSame([...content.redirects], [
    ['/en/old/start', '/en/guides/start'],
    ['/en/guides/begin', '/en/guides/start'],
    ['/en/guides/other', '/en/guides/start'],
  ]) // prettier-ignore
  t.match(pageAt(content, 'guides/other')?.markdown, '[start](/en/guides/start)')
})

t.test('a section without a text lists the pages below it, and what shows nothing is left out', async (t) => {
  const content = await readFiles(t, {
    'hugo.toml': 'title = "T"',
    'content/_index.md': '---\ntitle: Home\n---\n\n<!-- Nothing\n -->\n',
    'content/docs/_index.md': '---\ntitle: Docs\n---\nSee [the search](/search/), [people](/people/).',
    'content/docs/tasks/_index.md': '---\ntitle: Tasks\nweight: 1\n---\n',
    'content/docs/tasks/b.md': '---\ntitle: Second\nweight: 2\ndescription: What comes then.\n---\nText',
    'content/docs/tasks/a.md': '---\nweight: 1\n---\n# First *one*\n\nText',
    'content/docs/tasks/hidden/c.md': '---\ntitle: Third\nweight: 3\n---\nText',
    'content/docs/tasks/void.md': '---\ntitle: Void\n---\n',
    'content/docs/told.md': '---\ntitle: Told\ndescription: Only this.\n---\n',
    'content/people/_index.md': '---\ntitle: People\n---\n',
    'content/people/void/_index.md': '---\ntitle: Void\n---\n',
    'content/search.md': '---\ntitle: Search\nlayout: search\n---\nText',
  })
  t.same(pathsIn(content), [
    '',
    'docs',
    'docs/tasks',
    'docs/tasks/a',
    'docs/tasks/b',
    'docs/tasks/hidden/c',
    'docs/told',
  ])
  t.same(
    content.reports[0]?.leftOut,
    new Map([
      ['a page of search results', 1],
      ['without any text', 3],
    ]),
  )
  t.same(faultsOf(content), ['content/docs/_index.md:4 dead_link', 'content/docs/_index.md:4 dead_link'])
  t.equal(
    pageAt(content, 'docs/tasks')?.markdown,
    '- [First one](/en/docs/tasks/a)\n\n- [Second](/en/docs/tasks/b)\n\n  What comes then.\n\n- [Third](/en/docs/tasks/hidden/c)\n',
  )
  t.equal(pageAt(content, '')?.markdown, '- [Docs](/en/docs)\n')
})

t.test('posts with dates in their addresses stand in the section of their files, the newest first', async (t) => {
  const content = await readFiles(t, {
    'hugo.yaml': 'title: T\npermalinks:\n  blog: /:year/:month/:slug/\n',
    'content/blog/_index.md': '---\ntitle: Blog\n---\n',
    'content/blog/news/_index.md': '---\ntitle: News\n---\n',
    'content/blog/news/old.md': '---\ntitle: Old\nslug: old\ndate: 2023-01-02\n---\nText',
    'content/blog/news/new.md': '---\ntitle: A new post\nlinkTitle: New\nslug: new\ndate: 2024-01-02\n---\nText',
  })
  t.same(pathsIn(content), ['2023/01/old', '2024/01/new', 'blog', 'blog/news'])
  t.strictSame(content.locales.get('en')?.nav, [
    {
      name: 'blog',
      title: 'Blog',
      pages: [
        { path: 'blog', title: 'Blog', description: '' },
        { path: 'blog/news', title: 'News', description: '' },
        { path: '2024/01/new', title: 'New', description: 'Text' },
        { path: '2023/01/old', title: 'Old', description: 'Text' },
      ],
      groups: [{ path: 'blog/news', title: 'News', at: 1, count: 3 }],
    },
  ])
  t.match(pageAt(content, '2024/01/new'), { title: 'A new post', label: 'New', updatedAt: null })
  t.equal(
    pageAt(content, 'blog/news')?.markdown,
    '- [A new post](/en/2024/01/new)\n- [Old](/en/2023/01/old)\n',
    'a publication is no change',
  )
})

t.test('an image that is processed keeps its caption, its byline and its description', async (t) => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
  const content = await readFiles(t, {
    'hugo.toml': '',
    'content/post/index.md':
      '---\ntitle: P\nresources:\n- src: "**.svg"\n  title: A red sun\n  params:\n    byline: Drawn by A. B.\n---\n' +
      '{{< imgproc sun Crop "5x5" >}}Seen from afar{{< /imgproc >}}\n\n{{< imgproc sun Fill "5x5" />}}\n',
    'content/post/sunset.svg': svg,
  })
  t.same(faultsOf(content), [])
  t.equal(textOf(content, 'post'), 'A red sun\nSeen from afar\nDrawn by A. B.\nA red sun\nDrawn by A. B.')
})

t.test('covers do not repeat the title of the page, and colours may stand before classes', async (t) => {
  const content = await readFiles(t, {
    'hugo.toml': '',
    'content/a.md':
      '---\ntitle: The thing\n---\n{{% blocks/cover title="The thing" subtitle="It is" %}}\nOne\n{{% /blocks/cover %}}\n\n' +
      '{{% blocks/cover title="Another" %}}\nTwo\n{{% /blocks/cover %}}\n\n' +
      '{{% pageinfo color="warning td-wide mx-0" %}}\nThree\n{{% /pageinfo %}}\n',
  })
  t.equal(pageAt(content, 'a')?.markdown, 'It is\n\nOne\n\n**Another**\n\nTwo\n\n> [!WARNING]\n> Three\n')
})

t.test('descriptions are plain text, and Docsy shows them below the title', async (t) => {
  const files = {
    'content/_index.md': '---\ntitle: Home\ndescription: All of it\n---\nText',
    'content/a.md': '---\ntitle: A\ndescription: A **bold** &mdash; _word_\n---\nText',
    'content/b.md': '---\ntitle: B\ndescription: Said\n---\n# B\n\nSaid\n\nText',
    'content/c.md': '---\ntitle: C\ndescription: Alone\n---\n',
  }
  const docsy = await readFiles(t, {
    'hugo.yaml': 'module: {imports: [{path: github.com/google/docsy/theme}]}',
    ...files,
  })
  t.equal(pageAt(docsy, 'a')?.description, 'A bold — word')
  t.equal(pageAt(docsy, 'a')?.markdown, 'A **bold** — *word*\n\nText\n')
  t.equal(pageAt(docsy, 'b')?.markdown, '# B\n\nSaid\n\nText\n')
  t.equal(pageAt(docsy, 'c')?.markdown, 'Alone\n')
  t.equal(pageAt(docsy, '')?.markdown, 'Text\n')
  const other = await readFiles(t, { 'hugo.yaml': 'theme: docsylike', ...files })
  t.equal(pageAt(other, 'a')?.markdown, 'Text\n')
})

t.test('settings and colours with names that every object has do no harm', async (t) => {
  const content = await readFiles(t, {
    'hugo.toml': 'title = "T"\n[markup.goldmark.parser]\nautoHeadingIDType = "constructor"\n',
    'content/page.md':
      '---\ntitle: P\n---\n\n## A b\n\n{{% alert color="constructor" %}}Mind it.{{% /alert %}}\n\n{{% alert type="__proto__" %}}Too.{{% /alert %}}\n',
  })
  t.match(textOf(content, 'page'), /A b[^]*Mind it\.[^]*Too\./)
})
