import t from 'tap'
import { blocksOf, pageAt, textOf } from './page-blocks.ts'
import { faultsOf, readFiles } from './pages-of.ts'

t.test('templates know parameters, data and translated texts of their site, in the language of the page', async (t) => {
  const body =
    '## {{% heading "next" %}}\n\nVersion {{< skew next >}} of {{< name >}}, {{< build >}}, {{< per "beta" >}}, {{< all >}}.\n'
  const content = await readFiles(t, {
    'hugo.toml':
      'title = "Site"\n[params]\nlatest = "v1.32"\nedition = "site"\n' +
      '[languages.en]\ncontentDir = "content/en"\ni18nDir = "./texts"\n[languages.ko]\ncontentDir = "content/ko"\n' +
      '[languages.ko.params]\nedition = "ko"\n',
    'content/en/page.md': `---\ntitle: P\n---\n${body}`,
    'content/ko/page.md': `---\ntitle: 쪽\nedition: own\n---\n${body}`,
    'texts/en/en.toml': '[next_heading]\nother = "What\'s next"\n',
    'texts/ko.yaml': 'next_heading: 다음 내용\n',
    'data/args.yml': 'version: "7.1"\nlabels: { beta: soon }\nnames: [{ id: one }, { id: two }]\n',
    'layouts/shortcodes/heading.html':
      '<!-- heading -->\n{{- $key := printf "%s_heading" (.Get 0) -}}\n{{- T $key | safeHTML -}}\n',
    'layouts/shortcodes/skew.html':
      '<!-- without the letter -->\n{{- $parts := split (replace site.Params.latest "v" "") "." -}}\n' +
      '{{- $minor := int (index $parts 1) -}}\n{{- if eq (.Get 0) "next" -}}\n' +
      '  {{- printf "%s.%d" (index $parts 0) (add $minor 1) -}}\n{{- end -}}\n<!--\nmore\n-->',
    'layouts/shortcodes/name.html': '{{ .Page.Title }} {{ .Page.Param "edition" }} {{ $.Site.Title }}',
    'layouts/shortcodes/build.html': '{{ .Site.Data.args.version }}',
    'layouts/shortcodes/per.html': '{{ index hugo.Data.args.labels (.Get 0) }}',
    'layouts/shortcodes/all.md':
      '{{ range $number, $each := site.Data.args.names }}{{ $number }}={{ $each.id }} {{ end }}',
  })
  t.match(pageAt(content, 'page')?.markdown, "## What's next")
  t.match(pageAt(content, 'page', 'ko')?.markdown, '## 다음 내용')
  t.match(textOf(content, 'page'), 'Version 1.33 of P site Site, 7.1, soon, 0=one 1=two.')
  t.match(textOf(content, 'page', 'ko'), 'Version 1.33 of 쪽 own Site, 7.1, soon, 0=one 1=two.')
  t.same(faultsOf(content), [])
})

t.test('what stands within a shortcode whose template shows code is code', async (t) => {
  const content = await readFiles(t, {
    'hugo.toml': 'title = "T"\ntheme = "own"\n',
    'content/page.md':
      '# P\n\n1. Run\n\n    {{< shell bash >}}\n    $ ls *.md | grep _x_ <file> {{< version >}}\n    {{< /shell >}}\n\n' +
      '{{< toggle file=hugo >}}\n[a]\n# no heading\n{{< /toggle >}}\n',
    'layouts/shortcodes/version.html': '{{ .Page.Scratch.Set "seen" true }}{{ .Site.Data.args.version }}',
    'data/args.yml': 'version: "7.1"',
    'layouts/shortcodes/shell.html':
      '{{ $text := partial "strip.html" .Inner }}<pre><code class="{{ .Get 0 }}">{{ $text }}</code></pre>',
    'themes/own/layouts/shortcodes/toggle.html': '{{ range slice "yaml" "toml" }}{{ highlight $.Inner . "" }}{{ end }}',
  })
  t.match(JSON.stringify(pageAt(content, 'page')?.blockLines), '$ ls *.md | grep _x_ <file> 7.1')
  t.match(blocksOf(content, 'page').at(-1), { kind: 'code', text: '[a]\n# no heading\n', title: 'hugo' })
  t.same(faultsOf(content), [])
})

t.test(
  'templates reach no more of a site than its values, and names that every object has are none of them',
  async (t) => {
    const content = await readFiles(t, {
      'hugo.toml': 'title = "T"\n[params]\nname = "value"\n',
      'content/page.md': '# P\n\n[{{< odd >}}]\n\n[{{< file >}}]\n',
      'layouts/shortcodes/odd.html':
        '{{ site.Params.constructor }}{{ site.Params.name.length }}{{ site.Params.__proto__ }}',
      'layouts/shortcodes/file.html': '{{ site.Data.secret.key }}{{ index site.Data ".." "secret" "key" }}',
      'secret.yaml': 'key: hidden\n',
    })
    t.notMatch(textOf(content, 'page'), 'hidden')
    t.match(textOf(content, 'page'), '[]')
  },
)

t.test('a tag of a template is one, whatever blank lines its conditions leave in it', async (t) => {
  const content = await readFiles(t, {
    'hugo.toml': 'title = "T"\n',
    'content/page.md': '# P\n\n{{< odd >}}\n',
    'layouts/shortcodes/odd.html':
      '<p>Before</p>\n<span\n  {{ with .Get "id" }}id="{{ . }}"{{ end }}\n\n  {{ with .Get "x" }}x{{ end }}\n\n  data-x="y"\n>Text</span>',
  })
  t.equal(textOf(content, 'page'), 'Before\nText')
})

t.test('a class, a name or a comment makes no code of what stands within, and its tags stay as they are', async (t) => {
  const content = await readFiles(t, {
    'hugo.toml': 'title = "T"\n',
    'content/page.md':
      '# P\n\n{{% box t="One" %}}\n## Within\n{{% /box %}}\n\n' +
      '{{% part t="Two" %}}\nnote\n{{% /part %}}\n\n{{< Old >}}a **b**{{< /Old >}}\n\n{{% part t="Three" %}}\n```html\n<a\n\n  href="b">\n```\n{{% /part %}}\n',
    'layouts/shortcodes/box.html':
      '{{/* highlight the words */}}\n<!-- <pre> {{ $t := .Get "t" }} {{ .Get "t" }} -->\n<div class="box highlight">\n\n**{{ $t }}**\n\n{{ .Inner }}\n\n</div>',
    'layouts/shortcodes/Old.html': '<PRE>{{ .Inner }}</PRE>',
    'layouts/shortcodes/part.html': '<h2\n\nclass="note">{{ .Get "t" }} more</h2>\n\n{{ .Inner }}',
  })
  t.match(
    pageAt(content, 'page')?.markdown,
    /^\*\*One\*\*\n\n## Within\n\n## Two more\n\nnote\n\n```\na \*\*b\*\*\n```\n\n## Three more\n\n```html\n<a\n\n {2}href="b">\n/m,
  )
  t.same(faultsOf(content), [])
})

t.test('functions of numbers tell nothing of texts', async (t) => {
  const content = await readFiles(t, {
    'hugo.toml': 'title = "T"\n',
    'content/page.md': '# P\n\n[{{< sum >}}]\n\n[{{< more >}}]\n',
    'layouts/shortcodes/sum.html': '{{ add "a" "b" }}',
    'layouts/shortcodes/more.html': '{{ if gt "b" "a" }}yes{{ else }}no{{ end }}',
  })
  t.notMatch(textOf(content, 'page'), /NaN|yes/)
  t.equal(faultsOf(content).length, 2)
})

t.test(
  'templates see the parameters that folders hand down, and those of the site behind those of a language',
  async (t) => {
    const content = await readFiles(t, {
      'hugo.toml':
        'title = "T"\n[params]\nfoo = "site"\n[params.deep]\na = "a"\nb = "b"\n[languages.en.params]\nbar = "en"\n[languages.en.params.deep]\nb = "own"\n',
      'content/docs/_index.md':
        '---\ntitle: D\ndescription: Of the folder\ncascade:\n  product: Lantern\n  params: {edition: folder, label: folder}\n---\n',
      'content/docs/page.md':
        '---\ntitle: P\nparams: {label: page}\n---\n# P\n\n{{< names >}}\n\n{{< deep >}}\n\n{{< param label >}}\n',
      'layouts/shortcodes/names.html':
        'Name: {{ .Page.Params.product }} and {{ .Page.Params.edition }}, {{ .Page.Params.label }}, {{ isset .Page.Params "product" }}.',
      'layouts/shortcodes/deep.html':
        '{{ isset .Site.Params "foo" }} {{ .Site.Params.bar }} {{ .Site.Params.foo }} {{ index .Site.Params.deep "a" }} {{ .Site.Params.deep.b }}',
    })
    t.match(textOf(content, 'docs/page'), 'Name: Lantern and folder, page, true.\ntrue en site a own\npage')
    t.same(faultsOf(content), [])
  },
)

t.test('texts of a theme are read where the files of the source are, as its templates are', async (t) => {
  const files = (themes: string): Record<string, string> => ({
    'hugo.toml': `title = "T"\ntheme = "own"\nthemesDir = "${themes}"\n`,
    'content/page.md': '# P\n\n{{< word >}}\n',
    'layouts/shortcodes/word.html': '[{{ T "word" }}]',
    [`${themes}/own/i18n/en.yaml`]: 'word: Found\n',
  })
  t.match(textOf(await readFiles(t, files('themes')), 'page'), '[Found]')
  t.match(textOf(await readFiles(t, files('node_modules')), 'page'), '[]')
})
