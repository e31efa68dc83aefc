import t from 'tap'
import { headingsOf } from '../../../../src/docs/model/sections.ts'
import { readMarkdown } from '../../../../src/docs/readers/markdown/read-markdown.ts'
import { renderBlocks, type RenderedBlocks } from '../../../../src/hosts/docs/pages/render-blocks.ts'
import { toHtml } from '../../../../src/web/markup.ts'
import { messagesFor } from '../../../../src/web/messages.ts'

function render(markdown: string, format: 'md' | 'mdx' = 'mdx', title = 'Title'): RenderedBlocks {
  const { blocks } = readMarkdown(markdown, { mdx: format === 'mdx' })
  return renderBlocks(blocks, {
    title,
    messages: messagesFor('en'),
    imageOrigins: ['https://img.example'],
    resolveLink: (href) => href,
  })
}

function html(markdown: string, format?: 'md' | 'mdx'): string {
  return toHtml(render(markdown, format).body)
}

t.test('a first heading that repeats the title is left out, and still counts for the ids of later ones', async (t) => {
  const { body, headings } = render('# Title\n\n## Title\n')
  t.notMatch(toHtml(body), '<h1')
  t.strictSame(headings, [{ level: 2, id: 'title-1', text: 'Title' }])
})

t.test('a heading without text is a paragraph that keeps its id, and no contents list it', async (t) => {
  const { body, headings } = render(
    '## ![](https://img.example/a.svg) {#drawn}\n\n## <i class="fa fa-star"></i> {#icon}\n\n## Text\n',
    'md',
  )
  t.match(toHtml(body), /^<p id="drawn"><img [^>]*><\/p>\n<p id="icon"><\/p>\n<div class="heading"><h2 id="text">/)
  t.notMatch(toHtml(body), 'href="#drawn"')
  t.strictSame(headings, [{ level: 2, id: 'text', text: 'Text' }])
})

t.test('an abbreviation says what it stands for', async (t) => {
  t.match(html('An <abbr title="Light &amp; dark">LD</abbr>.', 'md'), '<abbr title="Light &amp; dark">LD</abbr>')
})

t.test(
  'labels have the tone of admonitions, and stand beside the title and beside headings that do not name them',
  async (t) => {
    const { body, headings, titleLabels } = render(
      '# Title <Badge text="<2.0>" />\n\n## Tabs <Badge text="New" variant="caution" />\n\n<Badge text="a" type="info" /><Badge text="b" variant="success" />\n',
    )
    t.equal(toHtml(titleLabels), ' <span class="badge">&lt;2.0&gt;</span>')
    t.strictSame(headings, [{ level: 2, id: 'tabs', text: 'Tabs' }])
    t.match(toHtml(body), '<h2 id="tabs">Tabs <span class="badge warning">New</span></h2>')
    t.match(toHtml(body), 'aria-label="Link to this section: Tabs"')
    t.match(toHtml(body), '<span class="badge note">a</span> <span class="badge tip">b</span>')
    t.notMatch(toHtml(body), '<h1')
  },
)

t.test(
  'icons of cards, tabs, buttons and lines are drawn where there is one of that name, and are never a word',
  async (t) => {
    const star =
      /<span class="icon"><svg class="line" viewBox="0 0 24 24" aria-hidden="true"><path d="[^"]+"[^>]*><\/svg><\/span>/
    const card = (icon: string): string => html(`<Card title="Stars" icon="${icon}">\n\nText.\n\n</Card>\n`)
    t.match(card('star'), new RegExp(`<p class="component-title">${star.source}Stars</p>`))
    t.equal(card('open-book'), card('book-open'), 'a name of Starlight is that of Lucide')
    t.match(card('github'), '<span class="icon"><svg viewBox="0 0 24 24" aria-hidden="true"><path class="line"')
    for (const none of ['starlight', '../../LICENSE', '/star', 'con', 'constructor', '🚀'])
      t.match(card(none), '<p class="component-title">Stars</p>', none)
    const tabs = html('<Tabs>\n<TabItem label="A" icon="star">a</TabItem>\n<TabItem label="B">b</TabItem>\n</Tabs>\n')
    t.match(tabs, new RegExp(`<button type="button">${star.source}A</button><button type="button">B</button>`))
    t.match(
      html('<LinkButton href="/en" icon="right-arrow">Go on</LinkButton>\n'),
      />Go on<span class="icon last"><svg/,
    )
    t.match(
      html('<LinkButton href="/en" icon="star" iconPlacement="start">Go</LinkButton>\n'),
      /"><span class="icon"><svg.*>Go</,
    )
    t.match(
      html('A <Icon name="star" /> and <Icon name="none-such" />.\n'),
      new RegExp(`<p>A ${star.source} and .</p>`),
    )
  },
)

t.test('the first of several footnotes with one label is shown', async (t) => {
  t.match(html('a[^1]\n\n[^1]: first\n\n[^1]: second\n', 'md'), '<li id="ui:note-1">first</li>')
})

t.test('a link within another is its text', async (t) => {
  t.match(html('<Card href="/x">[a](/b)</Card>\n'), '<p><a href="/x">a</a></p>')
  t.match(html('<Card href="/x">\n\nGo [a](/b)\n\nMore\n\n</Card>\n'), '<a href="/x">Go a</a></p>\n<p>More</p>')
})

t.test('a member that every object has is no tone', async (t) => {
  t.match(html('<Note type="constructor">\n\nText.\n\n</Note>\n'), '<aside class="callout note" role="note">')
  t.match(html('A <Badge text="x" type="constructor" />.\n'), '<span class="badge">x</span>')
})

t.test('headings never skip a level, so that a list of them reads as an outline', async (t) => {
  const levels = render('#### A\n\n# B\n\n###### C\n\n## D\n').headings.map(({ level }) => level)
  t.strictSame(levels, [2, 2, 3, 2])
})

t.test('the ids of headings are the anchors of the search index', async (t) => {
  const pages = [
    '## Hello *world* & `co`\n\n## Hello world co\n\nSetext one\n===\n\n### 설치 방법\n\n### 설치 방법\n\n## 安装：说明\n',
    '## With {#explicit}\n\n## [A link][ref] here\n\n## ![image alt](x.png) too\n\n## snake_case and C++\n\n[ref]: https://example.com\n',
    '> ## In a quotation\n\n- ## In a list\n\n## <b>bold</b> {"text"} {expression}\n\n## ...\n',
    '# Title\n\n## Closed ##\n\n<Note>\n\n## In a note\n\n</Note>\n\n```\n## in code\n```\n\n## Last\n',
  ]
  for (const format of ['md', 'mdx'] as const) {
    for (const page of pages) {
      const { blocks } = readMarkdown(page, { mdx: format === 'mdx' })
      const ids = headingsOf(blocks).map(({ id }) => id)
      t.strictSame(
        render(page, format, 'none').headings.map(({ id }) => id),
        ids,
        page,
      )
    }
  }
})

t.test('an explicit id is used and not shown', async (t) => {
  const { body, headings } = render('## Set up {#setup}\n', 'md')
  t.strictSame(headings, [{ level: 2, id: 'setup', text: 'Set up' }])
  t.match(toHtml(body), '<h2 id="setup">Set up</h2>')
})

t.test('known components become blocks with their title, on one line or with indented children', async (t) => {
  const note =
    '<aside class="callout note" role="note">\n<p class="component-title">Note</p>\n<p>Some <strong>text</strong></p>'
  t.match(html('<Note>Some **text**</Note>\n'), note)
  t.match(html('<Note>\n    Some **text**\n</Note>\n'), note)
  t.match(html('<Note>\n\nSome **text**\n\n</Note>\n', 'md'), note)
  t.match(html('> [!NOTE]\n> Some **text**\n'), note)
  t.match(html(':::note\nSome **text**\n:::\n', 'md'), note)
  t.match(html(':::warning[Mind the gap]\nText\n:::\n'), /callout warning[^]*Mind the gap[^]*<p>Text<\/p>\n<\/aside>/)
  t.match(html('<Tabs>\n  <Tab title="npm">\n    ```sh\n    npm ci\n    ```\n  </Tab>\n</Tabs>\n'), />npm ci\n<\/code>/)
  t.match(html('<Card title="Go" href="/en/go">There</Card>\n'), '<a href="/en/go">Go</a>')
})

t.test('a component within a list item leaves the list whole', async (t) => {
  const markup = html('1. One\n\n   <Tip>Hint</Tip>\n\n2. Two\n')
  t.equal(markup.match(/<ol/g)?.length, 1)
  t.match(markup, /<li>[^]*callout tip[^]*Hint[^]*<\/aside>\n<\/li>/)
})

t.test('the summary of details is their title', async (t) => {
  t.match(
    html('<details>\n<summary>More **here**</summary>\n\nText\n\n</details>\n', 'md'),
    '<summary>More <strong>here</strong></summary>',
  )
})

t.test('unknown tags go and their children stay', async (t) => {
  t.equal(
    html('<Chart data={[{ a: "}" }]} />\n\n<Box>\n  **in** a <Badge kind="x">box</Badge>\n</Box>\n'),
    '<p><strong>in</strong> a box</p>\n',
  )
})

t.test('in plain Markdown, what only looks like a tag or an expression is text', async (t) => {
  t.match(
    html('A Map<K> of <your-name> where 2 < 3 and {value}\n', 'md'),
    'A Map&lt;K&gt; of &lt;your-name&gt; where 2 &lt; 3 and {value}',
  )
})

t.test('module code, comments and expressions of MDX are neither shown nor run', async (t) => {
  const page =
    "import A from './a'\nexport const meta = {\n  a: 1,\n\n  b: [2],\n}\n\n{/* note */}\n\n<!-- c -->\n\n{process.exit(1)}\n\nText {1 + 1}{'!'}\n"
  t.equal(html(page), '<p>Text !</p>\n')
})

t.test('code is shown as it was written', async (t) => {
  const code = "import a from 'a'\n<Note>{x}</Note>\n<!-- c -->\n:::note\n"
  const shown = "import a from 'a'\n&lt;Note&gt;{x}&lt;/Note&gt;\n&lt;!-- c --&gt;\n:::note\n".replaceAll("'", '&#39;')
  t.match(html('```ts\n' + code + '```\n'), `<code class="language-ts">${shown}</code>`)
  t.match(html('<Note>\n  ```ts\n' + code.replace(/^(?=.)/gm, '  ') + '  ```\n</Note>\n'), shown)
  t.match(html('Use `<Note>{x}</Note>` here\n'), '<code>&lt;Note&gt;{x}&lt;/Note&gt;</code>')
})

t.test('harmless inline elements are kept without their attributes, and only in pairs', async (t) => {
  t.equal(
    html('<kbd onclick="x()">A</kbd> 2<sup>3</sup> a<br>b </sub> <mark>c\n', 'md'),
    '<p><kbd>A</kbd> 2<sup>3</sup> a<br>\nb c</p>\n',
  )
})

t.test('tables can be scrolled by keyboard, align without inline style, and have no empty heading cells', async (t) => {
  const markup = html('| | B |\n| :-: | --: |\n| 1 | 2 |\n')
  t.match(markup, /<div class="table" role="group" aria-label="Table" tabindex="0">/)
  t.match(markup, /<td class="center"><\/td>\s*<th class="right" scope="col">B<\/th>/)
  t.notMatch(markup, 'style=')
})

t.test('images of listed sites are shown, and tell those sites no address of a page', async (t) => {
  t.equal(
    html('![A chart](https://img.example/a.png)\n'),
    '<p><img src="https://img.example/a.png" alt="A chart" referrerpolicy="no-referrer" decoding="async"></p>\n',
  )
  const others = [
    'http://img.example/a.png',
    'https://img.example.evil.example/a.png',
    'https://img.example@evil.example/a.png',
    'https://img.example:444/a.png',
    'https://sub.img.example/a.png',
    '//evil.example/a.png',
  ]
  for (const other of others) t.notMatch(html(`![A chart](${other})\n`), '<img', other)
})

t.test('a file of the content is an image with its size, and all images but the first wait', async (t) => {
  const source = `/files/${'0'.repeat(32)}/a.png`
  const written = html(`![One](${source})\n\n![Two](${source} "Below it")\n\n[![Three](${source})](/en/a)\n`)
  t.match(written, `<p><img src="${source}" alt="One" decoding="async"></p>`)
  t.match(
    written,
    `<figure><img src="${source}" alt="Two" loading="lazy" decoding="async"><figcaption>Below it</figcaption></figure>`,
  )
  t.match(written, `<a href="/en/a"><img src="${source}" alt="Three" loading="lazy" decoding="async"></a>`)
})

t.test('an image for one theme alone is shown in that theme', async (t) => {
  const image = (theme: string): string => html(`![It](data:image/png;base64,AAAA#gh-${theme}-mode-only)\n`, 'md')
  for (const theme of ['light', 'dark']) t.match(image(theme), `loading="lazy" class="in-${theme}"`)
})

t.test(
  'a film or a sound that is no file of the content is a link, and nothing of other sites is loaded',
  async (t) => {
    const film = html('![Tour](https://img.example/tour.mp4)\n', 'md')
    t.equal(film, '<p><a class="image external" href="https://img.example/tour.mp4" rel="noopener">Tour</a></p>\n')
    t.match(html('<iframe src="https://x.example/e?a=1"></iframe>\n', 'md'), '>x.example</a>')
    for (const source of ['javascript:alert(1)', 'data:text/html,x', 'about:blank', '']) {
      t.notMatch(html(`<iframe src="${source}"></iframe> Text.\n`, 'md'), /<a|<iframe/, source)
    }
  },
)

t.test('an image from elsewhere within a link is its description alone', async (t) => {
  t.match(
    html('[![Chart](https://example.com/a.png)](/en/a)\n'),
    '<a href="/en/a"><span class="image">Chart</span></a>',
  )
})

t.test('a link of images from elsewhere without a description is named by the file of the first', async (t) => {
  const image = '![](https://example.com/badge/a%20b.svg?x)'
  t.match(html(`[${image} ${image}](/en/a)\n`), '<a href="/en/a">a b.svg</a>')
  t.match(html(`[${image} Guide](/en/a)\n`), '<a href="/en/a"><span class="image"></span> Guide</a>')
  t.match(html('[](/en/a)\n'), '<a href="/en/a"></a>')
})

t.test('the mark of a footnote within a link is its number alone', async (t) => {
  t.match(html('[a[^1]](/en/a)\n\n[^1]: b\n'), '<a href="/en/a">a<sup>1</sup></a>')
})

t.test('images from elsewhere are linked by their description', async (t) => {
  t.match(
    html('![A chart](https://example.com/a.png)\n'),
    /<a class="image external" href="https:\/\/example\.com\/a\.png" rel="noopener">A chart<\/a>/,
  )
  t.match(html('![](https://example.com/s/a%20b.png?v=1)\n'), />a b.png<\/a>/, 'or else by the name of the file')
  t.match(html('![](https://example.com/)\n'), />example.com<\/a>/, 'or else by the site')
  t.match(html('![A chart](./a.png)\n'), '<span class="image">A chart</span>')
  t.match(
    html('![Dot](data:image/png;base64,AAAA)\n'),
    '<img src="data:image/png;base64,AAAA" alt="Dot" decoding="async">',
  )
})

t.test('an id is written once, and none that the frame of the page has', async (t) => {
  const written = html(
    '<a id="ui:menu"></a><a id="b"></a> <a id="c"></a> <a id="c"></a>\n\n## B\n\n## C {#ui:contents}\n',
  )
  t.strictSame(
    Array.from(written.matchAll(/ id="([^"]*)"/g), ([, id]) => id),
    ['c', 'b'],
  )
})

t.test('folders of a tree of files fold, open unless the source says otherwise', async (t) => {
  const list = html('<FileTree>\n\n- src\n  - **a.ts** the first\n- …\n\n</FileTree>\n')
  t.match(
    list,
    '<div class="files">\n<ul>\n<li><details open><summary>src</summary>\n<ul>\n<li><strong>a.ts</strong> the first</li>\n</ul>\n</details></li>\n<li>…</li>\n</ul>\n</div>',
  )
  const folder = (open: string): string =>
    html(`<Files>\n<Folder name="app"${open}>\n<File name="a.ts" />\n</Folder>\n</Files>\n`)
  for (const open of ['', ' defaultOpen', ' defaultOpen={true}', ' open'])
    t.match(folder(open), '<details open><summary>app')
  for (const closed of [' defaultOpen={false}', ' open={false}']) t.match(folder(closed), '<details><summary>app')
})
