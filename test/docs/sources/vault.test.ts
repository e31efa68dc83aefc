import t from 'tap'
import { faultsOf, orderOf, outlineOf, pageOf, pathsOf, readFiles, textOf } from './pages-of.ts'

/** The Markdown of a page, as programs read it. */
const markdownOf = (content: Awaited<ReturnType<typeof readFiles>>, path: string): string =>
  pageOf(content, 'en', path).markdown.trim()

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  'base64',
)

t.test('links by names lead to the pages and headings that they name', async (t) => {
  const content = await readFiles(t, {
    '.obsidian/app.json': '{}',
    'Start.md': [
      'A [[Use it]] b [[use IT|text]] c [[Deep/Note#Part: one|there]] d [[#Own part]] e `[[Use it]]`',
      '',
      '- [ ] [[Use it]] and more',
      '',
      '| a | b |',
      '| - | - |',
      '| [[Use it\\|in a cell]] | x |',
      '',
      '## [[Use it]] in a heading',
      '',
      '## Own part',
      '',
      'By Markdown: [m](Note.md#Part%20one) and [o](Deep/Note.md).',
    ].join('\n'),
    'Use it.md': 'Text\n',
    'Deep/Note.md': '# Note\n\n## Part: one\n\nText\n',
  })
  t.strictSame(faultsOf(content), [])
  t.equal(
    markdownOf(content, 'Start'),
    [
      'A [Use it](/en/Use%20it) b [text](/en/Use%20it) c [there](/en/Deep/Note#part-one) d [Own part](#own-part) e `[[Use it]]`',
      '',
      '- [ ] [Use it](/en/Use%20it) and more',
      '',
      '| a                             | b   |',
      '| ----------------------------- | --- |',
      '| [in a cell](/en/Use%20it) | x   |',
      '',
      '## [Use it](/en/Use%20it) in a heading',
      '',
      '## Own part',
      '',
      'By Markdown: [m](/en/Deep/Note#part-one) and [o](/en/Deep/Note).',
    ]
      .join('\n')
      .replace(/ {2,}\|/g, ' |')
      .replace(/-{3,}/g, '---'),
  )
  t.equal(pageOf(content, 'en', 'Use it').title, 'Use it')
})

t.test('names that nothing has, that several have, and that lead round are faults with their lines', async (t) => {
  const content = await readFiles(t, {
    '.obsidian/app.json': '{}',
    'a.md':
      'One\n\n[[None]] and ![[none.png]] and [[Two]] and [[b#No heading]]\n\n![[b]]\n\n![[b#Nothing]]\n\n![[b#^none]]\n',
    'b.md': 'Two\n\n![[a]]\n',
    'x/Two.md': 'x\n',
    'y/Two.md': 'y\n',
  })
  t.strictSame(
    faultsOf(content).filter((fault) => fault.startsWith('a.md')),
    [
      'a.md:3 dead_link',
      'a.md:3 missing_image',
      'a.md:3 ambiguous_name',
      'a.md:3 dead_anchor',
      'a.md:5 unresolved_include',
      'a.md:7 unresolved_include',
      'a.md:9 unresolved_include',
    ],
  )
  t.match(markdownOf(content, 'a'), /^One\n\nNone and none.png and \[Two\]\(\/en\/x\/Two\)/)
  t.match(content.faults.find(({ code }) => code === 'dead_anchor')?.message, /"\[\[b#No heading\]\]"/)
})

t.test(
  'of several pages of one name the one below the folder of the link is taken, then the nearest to the root',
  async (t) => {
    const content = await readFiles(t, {
      '.obsidian/app.json': '{}',
      'Home.md': '[[Note]]',
      'deep/er/Note.md': 'x',
      'top/Note.md': 'x',
      'deep/Page.md': '[[Note]]',
    })
    t.strictSame(faultsOf(content), [])
    t.equal(markdownOf(content, ''), '[Note](/en/top/Note)')
    t.equal(markdownOf(content, 'deep/Page'), '[Note](/en/deep/er/Note)')
  },
)

t.test('parts of other notes stand where they are embedded, with their own links', async (t) => {
  const content = await readFiles(t, {
    '.obsidian/app.json': '{}',
    'Home.md': '![[Parts]]\n\n> ![[Parts#Second]]\n\n- ![[Parts#^item]]\n- ![[Parts#^para]]\n\nIn a line ![[Parts]].\n',
    'lib/Parts.md':
      '---\ntags: [x]\n---\n# Parts\n\nFirst [m](Other.md).\n\n```md\n## Second\n```\n\n## Second\n\n- one\n- two ^item\n\nA paragraph\nof two lines.\n^para\n\n## Third\n\nLast\n',
    'lib/Other.md': 'Other\n',
  })
  t.strictSame(faultsOf(content), [])
  const written = markdownOf(content, '')
  t.match(written, /^## Parts\n\nFirst \[m\]\(\/en\/lib\/Other\)\./)
  t.match(written, /> ## Second\n>\n> - one\n> - two\n>\n> A paragraph of two lines\./)
  t.notMatch(written, /> .*Last/)
  t.match(written, /\n- - two\n- A paragraph of two lines\.\n/)
  t.match(written, /\nIn a line\n\n## Parts\n\nFirst \[m\]\(\/en\/lib\/Other\)\.\n/)
  t.match(written, /\n## Third\n\nLast\n\n\.\n$|\n## Third\n\nLast\n\n\.$/)
  t.notMatch(written, /\^item|\^para/)
})

t.test('images have the size and the text that stand behind their names', async (t) => {
  const content = await readFiles(t, {
    '.obsidian/app.json': '{}',
    'Home.md': '![[shot.png|300]] ![[shot.png|A shot|30x20]] ![A|40](shot.png) ![50](files/shot.png) ![[doc.pdf]]',
    'files/shot.png': PNG,
    'files/doc.pdf': '%PDF-1.4',
  })
  t.strictSame(faultsOf(content), [])
  const images = [...pageOf(content, 'en', '').blockLines.matchAll(/"kind":"image"[^{}]*/g)].map(([each]) => {
    const { alt, height, width } = JSON.parse(`{${each.replace(/,$/, '')}}`) as Record<string, unknown>
    return [alt, width, height]
  })
  t.strictSame(images, [
    ['shot.png', 300, 300],
    ['A shot', 30, 20],
    ['A', 40, 40],
    ['', 50, 50],
  ])
  t.match(markdownOf(content, ''), /\[doc\.pdf\]\(\/files\/\w+\/doc\.pdf\)/)
})

t.test('comments are neither shown nor searched, and marks are', async (t) => {
  const content = await readFiles(t, {
    '.obsidian/app.json': '{}',
    'Home.md':
      'Shown ==marked [[Use]]== a %%hidden one%% b `%%code%%`\n\n%%\nhidden two\n\n- hidden three\n%%\n\nBetween %% hidden\nfour %% after\n\n```sh\n%% kept\n```\n\nThe end ^id-1\n\n100 %% of all\n',
    'Use.md': '[[Home#^id-1]] [[Home#^none]]\n',
  })
  t.strictSame(faultsOf(content), ['Use.md:1 dead_anchor'])
  const written = markdownOf(content, '')
  t.notMatch(written, /hidden/)
  t.notMatch(textOf(content, 'en', ''), /hidden|\^id/)
  t.match(written, /^Shown <mark>marked \[Use\]\(\/en\/Use\)<\/mark> a  ?b `%%code%%`/)
  t.match(written, /Between after/)
  t.match(written, /%% kept/)
  t.match(written, /100 %% of all/)
})

t.test('callouts fold as their sign says, and stand in one another', async (t) => {
  const content = await readFiles(t, {
    '.obsidian/app.json': '{}',
    'Home.md': '> [!note]- Closed [[Home]]\n> Text\n> > [!tip]+ Open\n> > Inner\n\n> [!bug]+\n> Text\n',
  })
  t.strictSame(faultsOf(content), [])
  t.match(pageOf(content, 'en', '').blockLines, /"kind":"details","title":\["Closed ",\{"kind":"link"/)
  t.match(markdownOf(content, ''), /<details>\n<summary>Closed .*<details open>\n<summary>Open<\/summary>\n\nInner/s)
  t.match(markdownOf(content, ''), /<summary>Bug<\/summary>/)
})

t.test('front matter of a vault names pages, keeps them back and gives their former addresses', async (t) => {
  const content = await readFiles(t, {
    '.obsidian/app.json': '{}',
    'Start here.md': '---\npermalink: /\n---\n[[Other name]]\n',
    'guides/Page.md': '---\naliases: [Other name]\npermalink: page\n---\nText\n',
    'Private.md': '---\npublish: false\n---\nSecret\n',
  })
  t.strictSame(faultsOf(content), [])
  t.strictSame(pathsOf(content)['en'], ['', 'guides/Page'])
  t.equal(markdownOf(content, ''), '[Other name](/en/guides/Page)')
  t.equal(content.redirects.get('/en/page'), '/en/guides/Page')
  t.equal(content.redirects.get('/en/guides/Other%20name'), '/en/guides/Page')
})

t.test('a wiki has its home, its sidebar, and hyphens for the spaces of names', async (t) => {
  const content = await readFiles(t, {
    'Home.md': 'See [[Getting Started]], [[the second|Second-Page]] and [[Third Page]].\n',
    '_Sidebar.md': '### Basics\n\n- [[Second Page]]\n- [Start](Getting-Started)\n\n### More\n\n- [[Third Page]]\n',
    '_Footer.md': 'By us\n',
    'Getting-Started.md': 'Text\n',
    'Second-Page.md': 'Text\n',
    'Third-Page.md': 'Text\n',
    'Unlisted-Page.md': 'Text\n',
  })
  t.strictSame(faultsOf(content), [])
  t.equal(
    markdownOf(content, ''),
    'See [Getting Started](/en/Getting-Started), [the second](/en/Second-Page) and [Third Page](/en/Third-Page).',
  )
  t.strictSame(orderOf(content, 'en'), ['Second-Page', 'Getting-Started', 'Third-Page', 'Unlisted-Page'])
  t.strictSame(
    outlineOf(content).filter((line) => !line.startsWith(' ')),
    ['Basics', 'More', 'Unlisted Page'],
  )
  t.equal(pageOf(content, 'en', 'Unlisted-Page').title, 'Unlisted Page')
})

t.test('the order of docsify is that of its sidebar', async (t) => {
  const content = await readFiles(t, {
    'index.html': '<script>window.$docsify = { loadSidebar: true }</script>',
    'README.md': '# Home\n',
    '_sidebar.md': '- Guide\n  - [Second](b.md)\n  - [First](/a)\n- [Deep](deep/)\n',
    'a.md': '# A\n',
    'b.md': '# B\n',
    'deep/README.md': '# D\n',
  })
  t.strictSame(faultsOf(content), [])
  t.strictSame(orderOf(content, 'en'), ['b', 'a', 'deep'])
})

t.test('what is no wiki keeps its brackets', async (t) => {
  const content = await readFiles(t, {
    'README.md': '# A\n\nAn array [[1, 2], [3]] and [[citation]](#a) ==x== %%y%%\n',
  })
  t.match(markdownOf(content, ''), /==x== %%y%%/)
})

t.test('names of an export of Notion lose their ids, and old addresses lead on', async (t) => {
  const id = '2f1e0c9b8a7d4c5e9f001122334455aa'
  const content = await readFiles(t, {
    [`Handbook ${id}.md`]: `# Handbook\n\n[Child](Handbook%20${id}/Child%20${id}.md)\n`,
    [`Handbook ${id}/Child ${id}.md`]: '# Child\n',
    [`Handbook ${id}/Child ${id.replace('2', '3')}.md`]: '# Another child\n',
  })
  t.strictSame(faultsOf(content), [])
  t.ok(pathsOf(content)['en']?.includes('Handbook'))
  t.ok(pathsOf(content)['en']?.includes('Handbook/Child'))
  t.equal(pathsOf(content)['en']?.length, 3)
  t.equal(content.redirects.get(`/en/Handbook%20${id}`), '/en/Handbook')
  t.match(markdownOf(content, 'Handbook'), /\[Child\]\(\/en\/Handbook\/Child\)/)
})

t.test('formulas stand between dollars in a vault, amounts of money are text, and drawings are no pages', async (t) => {
  const page = '# A\n\nLet $x_{i} * y$ be \\$5, or $5 and $6.\n\n| a |\n|---|\n| $a|b$ |\n'
  const content = await readFiles(t, {
    '.obsidian/app.json': '{}',
    'A.md': page,
    'Plan.excalidraw.md': '---\nexcalidraw-plugin: parsed\n---\n\n# Text Elements\n',
  })
  t.strictSame(pathsOf(content), { en: ['A'] })
  t.match(pageOf(content, 'en', 'A').blockLines, '{"kind":"math","text":"x_{i} * y"}')
  t.match(textOf(content, 'en', 'A'), 'be $5, or $5 and $6.')
  t.equal(content.reports[0]?.leftOut.get('a drawing'), 1)
  const folder = await readFiles(t, { 'A.md': page, 'B.md': '[[A]]\n' })
  t.match(textOf(folder, 'en', 'A'), 'Let $x_{i} * y$ be', 'nothing says that such a folder has formulas')
})

t.test('a part of a note within a line is its words, and all of a note stands between two paragraphs', async (t) => {
  const content = await readFiles(t, {
    '.obsidian/app.json': '{}',
    'Home.md':
      'See ![[Deep/B#^blk]] there, ![[Deep/B]] and **more**.\n\n- item ![[Deep/B]] end\n- next\n\n| a | b |\n|---|---|\n| ![[Deep/B#^blk]] | ![[Deep/B]] |\n\n## On ![[Deep/B]]\n',
    'Deep/B.md': 'Body [c](C.md) ![40](p.png).\n\n## Part\n\nWords of a block ^blk\n',
    'Deep/C.md': 'C\n',
    'Deep/p.png': PNG,
  })
  t.strictSame(faultsOf(content), [])
  const written = markdownOf(content, '').replace(/\/files\/[^)]+/g, 'p')
  const body = 'Body [c](/en/Deep/C) ![](p).\n\n## Part\n\nWords of a block'
  t.match(written, `See Words of a block there,\n\n${body}\n\nand **more**.`)
  t.match(written, `- item\n\n  ${body.replaceAll('\n\n', '\n\n  ')}\n\n  end\n\n- next\n`)
  t.match(written, '| Words of a block | [Deep/B](/en/Deep/B) |')
  t.match(written, '## On [Deep/B](/en/Deep/B)')
})

t.test('notes of which Obsidian makes others are no pages, and nothing else of its folder is read', async (t) => {
  const content = await readFiles(t, {
    '.obsidian/templates.json': '{ "folder": "My/Templates/" }',
    '.obsidian/plugins/sync/data.json': '{ "token": "secret" }',
    'My/Templates/Day.md': '---\ncreated: {{date}}\n---\n# {{title}}\n',
    'My/Templates of ours.md': '# Ours\n',
    'a.md': '# A\n\n[[Day]] ![[.obsidian/plugins/sync/data.json]]\n',
  })
  t.strictSame(
    content.locales
      .get('en')
      ?.pages.map(({ path }) => path)
      .sort(),
    ['My/Templates of ours', 'a'],
  )
  t.equal(content.reports[0]?.leftOut.get('a template of pages'), 1)
  t.notMatch(JSON.stringify([...(content.locales.get('en')?.pages ?? [])]), 'secret')
})
