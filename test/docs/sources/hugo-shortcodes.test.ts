import t, { type Test } from 'tap'
import type { Content } from '../../../src/docs/content.ts'
import type { Files } from '../../support/content-tree.ts'
import { blocksOf, idsOf, pageAt } from './page-blocks.ts'
import { faultsOf, readFiles } from './pages-of.ts'

const LAYOUTS: Files = {
  'layouts/shortcodes/word.html': '{{ .Get 0 | default "word" }}',
  'layouts/shortcodes/many.html': '<ul>\n{{ range (split (.Get 0) ",") }}<li>{{ . }}</li>\n{{ end }}</ul>',
  'layouts/shortcodes/raw.html': '<p>\n{{ .Inner }}\n</p>',
}

/** Reads a site with one page, which stands at `page`. */
async function pageOf(t: Test, body: string, more: Files = {}): Promise<Content> {
  return readFiles(t, { 'hugo.toml': 'title = "T"', 'content/page.md': body, ...LAYOUTS, ...more })
}

t.test('a shortcode stands wherever Hugo reads it: in a line, a heading, a cell, an item, a quotation', async (t) => {
  const content = await pageOf(
    t,
    [
      'Text {{< word >}} and {{% word "**strong**" %}}, {{< word "a | b" >}}.',
      '',
      '## In {{% word "a *heading*" %}}',
      '',
      '| A | B |',
      '| --- | --- |',
      '| {{< word "cell" >}} | {{< note >}}two',
      'lines{{< /note >}} |',
      '| {{< many "a,b" >}} | y |',
      '',
      '- {{< note >}}in *an* item{{< /note >}}',
      '- next',
      '',
      '  {{% note title="Boxed" %}}',
      '  inner {{< word "deep" >}}',
      '',
      '  - sub',
      '  {{% /note %}}',
      '',
      '> {{% note %}}',
      '> quoted',
      '> {{% /note %}}',
      '',
      'before',
      '{{< note >}}glued{{< /note >}}',
      'after',
    ].join('\n'),
  )
  t.same(faultsOf(content), [])
  t.equal(
    pageAt(content, 'page')?.markdown,
    [
      'Text word and **strong**, a | b.',
      '',
      '## In a *heading*',
      '',
      '| A | B |',
      '| --- | --- |',
      '| cell | two lines |',
      '| a b | y |',
      '',
      '- > [!NOTE]',
      '  > in *an* item',
      '',
      '- next',
      '',
      '  > [!NOTE]',
      '  > **Boxed**',
      '  >',
      '  > inner deep',
      '  >',
      '  > - sub',
      '',
      '> > [!NOTE]',
      '> > quoted',
      '',
      'before',
      '',
      '> [!NOTE]',
      '> glued',
      '',
      'after',
      '',
    ].join('\n'),
  )
})

t.test('a shortcode in code is text of that code, and one that is written as a comment is shown', async (t) => {
  const content = await pageOf(
    t,
    [
      '`run {{< word "span" >}}` and `{{</* word */>}}`, {{%/* word */%}} {{</*word*/>}}',
      '',
      '1. item',
      '',
      '   ```sh',
      '     run {{< word "fence" >}} {{%/* word */%}}',
      '     {{< note >}}a *note*{{< /note >}}',
      '     {{< readfile "part.txt" >}}',
      '   ```',
      '',
      '{{< raw >}}',
      '~~~',
      '{{% note %}}fenced within{{% /note %}}',
      '~~~',
      '{{< /raw >}}',
      '',
      '{{</* note */>}}',
      'shown',
      '{{</* /note */>}}',
    ].join('\n'),
    { 'content/part.txt': 'one\n\n  two\n' },
  )
  t.same(faultsOf(content), [])
  const [spans, list, code, shown] = blocksOf(content, 'page') as [unknown, unknown, unknown, unknown]
  t.match(JSON.stringify(spans), /run span.*\{\{< word >\}\}.*\{\{% word %\}\} /)
  t.match(list, {
    items: [{ blocks: [{}, { text: '  run fence {{% word %}}\n  a *note*\n  one\n\n    two\n' }] }],
  })
  t.match(code, { kind: 'code', text: 'fenced within\n' })
  t.same(shown, { kind: 'paragraph', content: ['{{< note >}} shown {{< /note >}}'] })
})

t.test('what stands within a shortcode is read in its place, however it is indented', async (t) => {
  const content = await pageOf(
    t,
    [
      '1.  One',
      '',
      '    {{< tabpane >}}',
      '{{< tab header="y" lang="yaml" >}}',
      'a:',
      '  b: {{< word "1" >}}',
      '{{< /tab >}}',
      '    {{< /tabpane >}}',
      '',
      '    {{< tabpane >}}',
      '    {{< tab header="z" lang="yaml" >}}',
      '    a:',
      '',
      '      b: 2',
      '    {{< /tab >}}',
      '    {{< /tabpane >}}',
      '2.  Two',
    ].join('\n'),
  )
  t.same(faultsOf(content), [])
  t.equal(
    pageAt(content, 'page')?.markdown,
    '1. One\n\n   **y**\n\n   ```yaml\n   a:\n     b: 1\n   ```\n\n   **z**\n\n   ```yaml\n   a:\n\n     b: 2\n   ```\n\n2. Two\n',
  )
})

t.test('faults name the line of the page on which a shortcode stands, whatever is around it', async (t) => {
  const unknown = '{{< param no >}}'
  const content = await pageOf(
    t,
    [
      '---',
      'title: P',
      '---',
      `a ${unknown}`,
      '',
      '{{< note >}}',
      '',
      '{{% tabs %}}',
      `  {{< tab name="${'x'.repeat(10)}" >}}`,
      `  text`,
      `  ${unknown}`,
      '  {{< /tab >}}',
      '{{% /tabs %}}',
      '{{< /note >}}',
      '',
      '{{< raw >}}',
      'b',
      unknown,
      '{{< /raw >}}',
      '',
      `- {{< note >}}c`,
      `  ${unknown}{{< /note >}} ${unknown}`,
      '',
      '{{< highlight go',
      '  >}}',
      'd',
      unknown,
      '{{< /highlight >}}',
      '{{% include "part.md" %}}',
      '{{< /note >}}',
    ].join('\n'),
    { 'content/part.md': `---\nbuild: {render: never}\n---\n\n{{< note >}}\n\n${unknown}\n{{< /note >}}` },
  )
  t.same(
    faultsOf(content).map((fault) => fault.replace('content/page.md:', '')),
    ['4', '11', '18', '22', '22', '27', '29', '30'].map((line) => `${line} unknown_shortcode`),
  )
})

t.test('what a parameter or a file says is not looked through for the shortcodes of the page', async (t) => {
  const content = await pageOf(t, '{{< param evil >}}\n\n{{% param evil %}} and more\n', {
    'hugo.toml': 'title = "T"\n[params]\nevil = "{{< param evil >}}{{< param evil >}}"\n',
  })
  t.equal(pageAt(content, 'page')?.markdown.match(/\{\{< param evil >\}\}/g)?.length, 4)
})

t.test('the id of a heading is that of its last line, with names of emoji', async (t) => {
  const content = await pageOf(
    t,
    '## :rocket: *Start*\n\nTwo *lines*\nof [title](x)\n---\n\n## An {{% word "own" %}} one\n',
    {
      'hugo.toml': 'title = "T"\nenableEmoji = true\n',
    },
  )
  t.same(idsOf(content, 'page'), ['rocket-start', 'of-title', 'an-own-one'])
  t.match(pageAt(content, 'page')?.markdown, '## 🚀 *Start*')
})

t.test(
  'names of emoji are read in text alone, also within shortcodes, in files that they include and in values',
  async (t) => {
    const content = await pageOf(
      t,
      ':+1: `:+1:` :none: a:zz:c\n\n{{< highlight sh >}}\n:tada:\n{{< /highlight >}}\n\n{{< note >}}:tada: in{{< /note >}}\n\n{{% include "part.md" %}}\n\n{{% param said %}}\n',
      {
        'hugo.toml': 'title = "T"\nenableEmoji = true\n[params]\nsaid = "Said :tada:"\n',
        'content/part.md': 'Part :tada:',
      },
    )
    t.equal(
      pageAt(content, 'page')?.markdown,
      '👍 `:+1:` :none: a:zz:c\n\n```sh\n:tada:\n```\n\n> [!NOTE]\n> 🎉 in\n\nPart 🎉\n\nSaid 🎉\n',
    )
  },
)

t.test('blank lines of code in an item have no more columns than they are indented by', async (t) => {
  const content = await pageOf(t, '1.  One\n\n    ```\n    a\n    \n      \n    b\n    ```\n')
  t.match(blocksOf(content, 'page')[0], { items: [{ blocks: [{}, { text: 'a\n\n  \nb\n' }] }] })
})

t.test('a shortcode whose template the page has shows nothing, unless the configuration allows it', async (t) => {
  const body =
    '---\ntitle: P\n---\nA {{< hi.inline "x" >}}Hi {{ .Page.Title }} {{ .Get 0 }}{{< /hi.inline >}} B {{< hi.inline "y" />}}.\n'
  const off = await pageOf(t, body)
  t.same(faultsOf(off), [])
  t.equal(pageAt(off, 'page')?.markdown, 'A B .\n')
  const on = await pageOf(t, body, { 'hugo.toml': '[security]\nenableInlineShortcodes = true\n' })
  t.same(faultsOf(on), [])
  t.equal(pageAt(on, 'page')?.markdown, 'A Hi P x B Hi P y.\n')
})
