import t, { type Test } from 'tap'
import type { Content } from '../../../src/docs/content.ts'
import type { Files } from '../../support/content-tree.ts'
import { blocksOf, idsOf, pageAt, textOf } from './page-blocks.ts'
import { faultsOf, readFiles } from './pages-of.ts'

/** Reads a site with one page, which stands at `page`. */
async function pageOf(t: Test, body: string, more: Files = {}): Promise<Content> {
  return readFiles(t, { 'hugo.toml': 'title = "T"', 'content/page.md': `# P\n\n${body}`, ...more })
}

t.test('ids of headings are made of their text, as Hugo makes them', async (t) => {
  const content = await pageOf(
    t,
    '## Hello, World!\n## [Link](http://x.y/z)\n## Hello, World!\n## 你好 世界\n## `code_1` -- x\n## Own {#own-id .class}\n' +
      '## Only {.class}\n## ✨\n## A <https://x.org/y> b\n## `--flag` -- for --x\n## a<br>b &lt;c&gt; <b>d</b> ![alt](i.png)\n' +
      '## Two  spaces\n## ~~s~~ it\'s "q" ... e\n## https://bare.org/z link\n## `only`\n',
  )
  t.same(idsOf(content, 'page'), [
    'p',
    'hello-world',
    'link',
    'hello-world-1',
    '你好-世界',
    'code_1--x',
    'own-id',
    'only',
    'heading',
    'a--b',
    '--flag--for-x',
    'ab-c-d-alt',
    'two--spaces',
    's-its-q--e',
    'link-1',
    'only-1',
  ])
  const plain = await pageOf(t, '## a -- b', {
    'hugo.toml': '[markup.goldmark.extensions.typographer]\ndisable = true\n',
  })
  t.same(idsOf(plain, 'page'), ['p', 'a----b'])
  const ascii = await pageOf(t, '## Café _x_', {
    'hugo.toml': '[markup.goldmark.parser]\nautoHeadingIDType = "github-ascii"',
  })
  t.same(idsOf(ascii, 'page'), ['p', 'cafe-x'])
})

t.test('shortcodes of Hugo and of well-known themes become what the reader knows', async (t) => {
  const content = await pageOf(
    t,
    [
      '{{% alert title="Mind **this**" color="warning" %}}',
      'Danger *here*.',
      '{{% /alert %}}',
      '',
      '- item',
      '',
      '  {{< tabs items="One,Two" >}}',
      '    {{< tab >}}```sh\nrun\n```{{< /tab >}}',
      '    {{< tab name="Named" >}}second{{< /tab >}}',
      '  {{< /tabs >}}',
      '',
      '{{< highlight go "linenos=table" >}}',
      'x := {{</* shown */>}}',
      '{{< /highlight >}}',
      '',
      '{{< details title="More" />}}',
      '{{< figure src="a.png" alt="An image" caption="Caption" >}}',
      'Version {{< param version >}} and {{% param "deep.value" %}}.',
      'See [other]({{< ref "docs/other.md#part" >}}), {{< youtube abc >}}{{< icon "x" >}}.',
      'Text {{</* param "x" */>}} and `{{%/* raw */%}}`.',
    ].join('\n'),
    {
      'hugo.toml': '[params]\nversion = "1.2"\n[params.deep]\nvalue = 7',
      'content/docs/other.md': '# Other\n\n## Part',
      'content/a.png': '',
    },
  )
  t.same(faultsOf(content), [])
  const blocks = blocksOf(content, 'page')
  t.match(blocks[1], { kind: 'admonition', tone: 'warning', title: ['Mind this'] })
  t.match(blocks[2], {
    kind: 'list',
    items: [
      {
        blocks: [
          { kind: 'paragraph' },
          {
            kind: 'group',
            role: 'tabs',
            blocks: [
              { kind: 'panel', title: ['One'], blocks: [{ kind: 'code', language: 'sh', text: 'run\n' }] },
              { kind: 'panel', title: ['Named'] },
            ],
          },
        ],
      },
    ],
  })
  t.match(blocks[3], { kind: 'code', language: 'go', text: 'x := {{< shown >}}\n' })
  t.match(blocks[4], { kind: 'details', title: ['More'] })
  t.match(textOf(content, 'page'), /Version 1\.2 and 7\./)
  t.match(textOf(content, 'page'), 'Text {{< param "x" >}} and {{% raw %}}.')
  t.match(pageAt(content, 'page')?.blockLines, '"target":"/en/docs/other#part"')
  t.match(pageAt(content, 'page')?.blockLines, '"alt":"An image"')
})

t.test('parameters come from the page, then from the folders around it, then from the site', async (t) => {
  const content = await readFiles(t, {
    'hugo.toml': '[params]\nversion = "site"\nedition = "site"\nlabel = "site"\n',
    'content/docs/_index.md': '---\ntitle: D\ncascade:\n  version: docs\n  params:\n    edition: docs\n---\n',
    'content/docs/v2/_index.md': '---\ntitle: V\ncascade:\n  - version: v2\n    builds: {otelSdk: 1.4}\n---\n',
    'content/docs/v2/page.md':
      '---\ntitle: P\nlabel: page\n---\n{{< param version >}} {{< param edition >}} {{< param Label >}} {{< param builds.otelSdk >}}\n',
    'content/docs/page.md': '---\ntitle: P\n---\n[a](/docs/{{< param version >}}/page)\n',
    'content/page.md': '---\ntitle: P\n---\n{{< param version >}}\n',
  })
  t.match(pageAt(content, 'docs/v2/page')?.markdown, 'v2 docs page 1.4')
  t.match(pageAt(content, 'page')?.markdown, 'site')
  t.strictSame(
    faultsOf(content),
    ['content/docs/page.md:4 dead_link'],
    'the parameter of the folder stands in the link',
  )
})

t.test('a shortcode of which nothing is known keeps its title and where it leads', async (t) => {
  const content = await pageOf(
    t,
    '{{% def id="x" name="The term" %}}What it is.{{% /def %}}\n\n{{< play title="Try it" url="https://x.y/z" >}}\n\n' +
      '{{< panel header="Above" >}}\nOne *line*\n\nand another\n{{< /panel >}}\n\n{{< sign name="mdi:x" >}}\n',
  )
  t.equal(textOf(content, 'page'), 'The term What it is.\nTry it\nAbove\nOne line\nand another')
  t.match(pageAt(content, 'page')?.markdown, '[Try it](https://x.y/z)')
  t.equal(faultsOf(content).length, 4)
})

t.test('a parameter of Docsy shows the values that its shortcode names', async (t) => {
  const content = await pageOf(t, '{{% _param BADGE BREAKING warning %}}, {{% param BADGE %}}.\n', {
    'hugo.toml': '[params]\nBADGE = "<b class=\'{2}\'>{1}</b>{3}"\n',
  })
  t.match(textOf(content, 'page'), 'BREAKING{3}, {1}{3}.')
})

t.test(
  'the name of a shortcode that holds code counts in any case, with the ending of its template or without',
  async (t) => {
    for (const name of ['highlight', 'Highlight', 'highlight.html']) {
      const content = await pageOf(t, `{{< ${name} go >}}\n{{< param x >}} {{</* param x */>}}\n{{< /${name} >}}\n`, {
        'hugo.toml': '[params]\nx = "f(*a*)"\n',
      })
      t.same(faultsOf(content), [], name)
      t.match(
        blocksOf(content, 'page').at(-1),
        {
          kind: 'code',
          language: 'go',
          text: 'f(*a*) {{< param x >}}\n',
        },
        name,
      )
    }
  },
)

t.test('shortcodes that are not known keep their text and are faults', async (t) => {
  const content = await pageOf(
    t,
    '{{< odd a="1" >}}inner *text*{{< /odd >}}\n\n{{< lone >}}\n\n{{< /closed >}}\n\n{{< broken\n',
  )
  t.same(faultsOf(content), [
    'content/page.md:3 unknown_shortcode',
    'content/page.md:5 unknown_shortcode',
    'content/page.md:7 unknown_shortcode',
    'content/page.md:9 raw_directive',
    'content/page.md:9 unknown_shortcode',
  ])
  t.match(textOf(content, 'page'), 'inner text')
  t.match(textOf(content, 'page'), '{{< broken')
})

t.test('shortcodes of the site itself are read from their templates, without running them', async (t) => {
  const note =
    '<div class="x">\n    {{- /* c */ -}}\n    <b>{{ .Get "who" | default "nobody" | upper }}</b>\n    {{ with .Get "note" }}<i>{{ . }}</i>{{ else }}none{{ end }}\n    {{ .Inner | markdownify }}\n</div>'
  const part =
    '{{ $parts := split (.Get 0) "/" }}{{ if eq (index $parts 1) "b" }}{{ index $parts 0 }} of {{ len $parts }}{{ else if true }}no{{ end }}'
  const content = await pageOf(
    t,
    '{{< own who="me" >}}\n**Inner**\n{{< /own >}}\n\n- {{% own note="N" %}}x{{% /own %}}\n\nIt is {{< part "a/b" >}}.\n\n{{< page >}}\n\n{{< broken >}}\n',
    {
      'layouts/shortcodes/own.html': note,
      'layouts/_shortcodes/part.html': part,
      'layouts/shortcodes/page.html': '<p>Title: {{ .Page.Content }}</p>',
      'layouts/shortcodes/broken.html': '{{ if .Get 0 }}',
    },
  )
  const text = textOf(content, 'page')
  t.match(text, /ME\s+none\s+Inner/)
  t.match(text, /NOBODY\s+N\s+x/)
  t.match(text, 'It is a of 2.')
  t.match(text, 'Title:')
  t.same(faultsOf(content), ['content/page.md:11 unknown_shortcode', 'content/page.md:13 unknown_shortcode'])
})

t.test(
  'a comment is no part of what a template writes, and a template with an action that does not end is a fault',
  async (t) => {
    const content = await pageOf(t, '{{< commented >}}\n\n{{< open >}}\n', {
      'layouts/shortcodes/commented.html': `a{{/* }} "{{ \` ${'x'.repeat(6000)} */}}b {{- /* c */ -}} {{ "{{/*" }}`,
      'layouts/shortcodes/open.html': 'x {{ .Get 0 y',
    })
    t.match(textOf(content, 'page'), 'ab{{/*')
    t.notMatch(textOf(content, 'page'), 'x')
    t.same(faultsOf(content), ['content/page.md:5 unknown_shortcode'])
  },
)

t.test('templates of a page that look at too much text keep what stands within, and are faults', async (t) => {
  const content = await pageOf(t, `{{< loud >}}${'words '.repeat(40_000)}core{{< /loud >}}\n`.repeat(3), {
    'layouts/shortcodes/loud.html': `{{ $a := .Inner${' | upper | lower'.repeat(15)} }}{{ .Inner }} end`,
  })
  t.equal(textOf(content, 'page').match(/core end/g)?.length, 1)
  t.equal(textOf(content, 'page').match(/core/g)?.length, 3)
  t.same(faultsOf(content), ['content/page.md:4 unknown_shortcode', 'content/page.md:5 unknown_shortcode'])
})

t.test('files are included, once and from the folder alone', async (t) => {
  const content = await pageOf(
    t,
    '{{% readfile "part.inc" %}}\n\n{{% readfile file="/code.py" code="true" lang="python" %}}\n\n{{% readfile "../../../../etc/passwd" %}}\n\n{{% include "loop" %}}\n',
    {
      'content/part.inc': '---\ntitle: no\n---\nIncluded {{< param who >}}.',
      'content/code.py': 'print("hi")',
      'content/loop.md': '---\nbuild: {render: never}\n---\nRound {{% include "loop" %}}',
    },
  )
  t.match(textOf(content, 'page'), 'Included .')
  t.match(pageAt(content, 'page')?.blockLines, '"language":"python"')
  t.match(textOf(content, 'page'), 'Round')
  t.same(faultsOf(content), [
    'content/page.md:3 unknown_shortcode',
    'content/page.md:7 unresolved_include',
    'content/page.md:9 unresolved_include',
  ])
})

t.test('files are included in the language of the page, from the folders that sites have for them', async (t) => {
  const shortcodes =
    '{{< include "intro.md" >}}\n\n{{% include "note.md" %}}\n\n{{% code_sample file="pod.yaml" %}}\n\n{{< include "only.md" >}}\n'
  const content = await readFiles(t, {
    'hugo.toml': '[languages.en]\ncontentDir = "content/en"\n[languages.zh-cn]\ncontentDir = "content/zh-cn"\n',
    'content/en/docs/page.md': `# P\n\n${shortcodes}`,
    'content/zh-cn/docs/page.md': `# 页\n\n${shortcodes}`,
    'content/en/includes/intro.md': 'In English.',
    'content/zh-cn/includes/intro.md': '中文说明。',
    'content/en/_includes/note.md': 'Noted.',
    'content/zh-cn/docs/_includes/note.md': '注意。',
    'content/en/examples/pod.yaml': 'kind: Pod',
    'content/en/includes/index.md': '---\nheadless: true\n---\n',
    'includes/only.md': 'From the root.',
  })
  t.equal(textOf(content, 'docs/page'), 'In English.\nNoted.\nkind: Pod\nFrom the root.')
  t.equal(textOf(content, 'docs/page', 'zh'), '中文说明。\n注意。\nkind: Pod\nFrom the root.')
  t.same(faultsOf(content), [])
})

t.test('terms are shown where they are named, and on the page of their bundle', async (t) => {
  const content = await readFiles(t, {
    'hugo.toml': '[languages.en]\ncontentDir = "content/en"\n[languages.zh]\ncontentDir = "content/zh"\n',
    'content/en/a.md':
      '# A\n\nRuns in a {{< glossary_tooltip term_id="pod" >}} or {{< glossary_tooltip term_id="pod" text="pods" >}}.\n\n' +
      '{{< glossary_definition term_id="pod" prepend="A Pod is" length="short" >}}\n\n' +
      '{{< glossary_definition term_id="pod" length="all" >}}\n\n{{< glossary_definition term_id="none" >}}\n',
    'content/en/docs/reference/glossary/index.md': '---\ntitle: Glossary\nlayout: glossary\n---\n<!-- parts -->\n',
    'content/en/docs/reference/glossary/pod.md':
      '---\ntitle: Pod\n---\nThe smallest *object*.\n\n<!--more-->\n\nIt runs.\n',
    'content/en/docs/reference/glossary/cluster.md': '---\ntitle: Cluster\n---\nMany nodes.\n',
    'content/zh/docs/reference/glossary/index.md': '---\ntitle: 词汇表\n---\n',
    'content/zh/docs/reference/glossary/pod.md': '---\ntitle: 容器组\n---\n最小的对象。\n',
    'content/en/parts/index.md': '---\nheadless: true\n---\n',
    'content/en/parts/pod.md': 'A part.',
  })
  t.equal(textOf(content, 'a'), 'Runs in a Pod or pods.\nA Pod is the smallest object.\nThe smallest object.\nIt runs.')
  t.equal(textOf(content, 'docs/reference/glossary'), 'Cluster\nMany nodes.\nPod\nThe smallest object.\nIt runs.')
  t.match(textOf(content, 'docs/reference/glossary', 'zh'), '容器组\n最小的对象。')
  t.equal(pageAt(content, 'parts'), undefined)
  t.same(faultsOf(content), ['content/en/a.md:9 unknown_shortcode'])
})

t.test('tabs have the names that the shortcode around them gives', async (t) => {
  const content = await pageOf(
    t,
    '{{< tabs One "Two words" >}}\n{{% codetab %}}\nfirst\n{{% /codetab %}}\n{{% codetab %}}\nsecond\n{{% /codetab %}}\n{{< /tabs >}}\n\n' +
      '{{< tabset category-name="c" >}}\n{{< tab name="Own" >}}\nthird\n{{< /tab >}}\n{{< /tabset >}}\n\n{{< boilerplate part >}}\n',
    { 'content/boilerplates/part.md': 'A part.', 'content/boilerplates/index.md': '---\nheadless: true\n---\n' },
  )
  t.match(
    pageAt(content, 'page')?.markdown,
    '**One**\n\nfirst\n\n**Two words**\n\nsecond\n\n**Own**\n\nthird\n\nA part.',
  )
  t.same(faultsOf(content), [])
})

t.test('tabs hold code where they name its language', async (t) => {
  const content = await pageOf(
    t,
    '{{< tabs name="t" >}}\n{{< tab name="JSON" codelang="json" >}}{"a": "*b*"}{{< /tab >}}\n' +
      '{{< tab-content name="Text" >}}\nSome *text*\n{{< /tab-content >}}\n{{< /tabs >}}\n',
  )
  t.match(pageAt(content, 'page')?.blockLines, '"language":"json"')
  t.match(pageAt(content, 'page')?.markdown, /{"a": "\*b\*"}\n```\n\n\*\*Text\*\*\n\nSome \*text\*/)
  t.same(faultsOf(content), [])
})

t.test('an alert whose word is not known is a note with that title, and a hint', async (t) => {
  const content = await pageOf(t, '> [!NB]\n> One\n\n> [!ODD] Own\n> Two\n')
  t.same(faultsOf(content), ['content/page.md:6 unknown_alert'])
  t.equal(pageAt(content, 'page')?.markdown, '# P\n\n> [!NOTE]\n> **NB**\n>\n> One\n\n> [!NOTE]\n> **Own**\n>\n> Two\n')
})
