import { LONG, SPACES, numbered, treesOf, type HostileTree } from './tree.ts'

const HUGO = { 'hugo.toml': 'title = "T"\n' }
const hugo = treesOf('hugo', HUGO, 'content/page.md')

export const HUGO_TREES: readonly HostileTree[] = [
  hugo(
    'conditions after one another in a template',
    () => '{{< c >}}x{{< /c >}}\n',
    () => ({ 'layouts/shortcodes/c.html': `{{if 1}}${'{{else if x}}'.repeat(4600)}{{end}}` }),
  ),
  hugo(
    'a long text with a tag on two lines, which stands in almost all of what a template writes',
    () => `{{< x >}}a<i\n>${'a'.repeat(200_000)}{{< /x >}}\n`,
    () => ({ 'layouts/shortcodes/x.html': `${'{{ replace .Inner "a<i\n>" "aaaaa" }}'.repeat(9)}ok` }),
  ),
  hugo('a shortcode of spaces', () => `{{<${SPACES}"\n\n{{< a${SPACES}x\n`),
  hugo(
    'templates without an end, and texts that double in them',
    () => '{{< a >}}b{{< /a >}}{{< b >}}c{{< /b >}}\n'.repeat(500),
    () => ({
      'layouts/shortcodes/a.html': '{{'.repeat(30_000),
      'layouts/shortcodes/b.html': `{{ $a := "aaaaaaaaaa" }}${'{{ $a = replace $a "a" $a }}'.repeat(30)}{{ $a = printf "%v%v" $a $a }}{{ $a }}`,
    }),
  ),
  hugo(
    'comments, spaces and quotation marks in templates',
    () => '{{< a >}}{{< b >}}{{< c >}}{{< d >}}\n',
    () => ({
      'layouts/shortcodes/a.html': `{{ ${'/**/'.repeat(5000)} {{`,
      'layouts/shortcodes/b.html': `{{${' '.repeat(60_000)}`,
      'layouts/shortcodes/c.html': '{{ "\\"'.repeat(10_000),
      'layouts/shortcodes/d.html': '{{/*'.repeat(15_000),
    }),
  ),
  hugo(
    'functions of templates on a long text',
    () => `{{< a >}}${'xy'.repeat(LONG)}{{< /a >}}\n`,
    () => ({
      'layouts/shortcodes/a.html': `{{ range (split .Inner "x") }}{{ $y := $.Inner${' | upper'.repeat(7000)} }}{{ end }}`,
    }),
  ),
  hugo(
    'templates with many words, called again and again',
    () => '{{< a >}}{{< b >}}'.repeat(8000),
    () => ({
      'layouts/shortcodes/a.html': `{{ $a := "${'x'.repeat(30_000)}" | ${'upper | '.repeat(4000)}lower }}`,
      'layouts/shortcodes/b.html': `{{ $a := ${'a '.repeat(30_000)}}}`,
    }),
  ),
  hugo(
    'many long templates, called in turn',
    () => numbered(20_000, (at) => `{{< a${at % 101} >}}`),
    () =>
      Object.fromEntries(
        Array.from({ length: 101 }, (_, at) => [`layouts/shortcodes/a${at}.html`, `${'{{0}}'.repeat(13_000)}${at}`]),
      ),
  ),
  hugo(
    'data of a site in loops, and comments without an end',
    () => '{{< a >}}{{< b >}}{{% _param long z z %}}'.repeat(6000),
    () => ({
      'hugo.toml': `[params]\nlong = "${'{1}'.repeat(100_000)}"\n`,
      'data/d.yaml': `list: [${'1, '.repeat(100_000)}1]\n`,
      'layouts/shortcodes/a.html': `${'{{ range $a, $b := site.Data.d.list }}'.repeat(5)}x${'{{ end }}'.repeat(5)}`,
      'layouts/shortcodes/b.html': '<!--'.repeat(15_000),
    }),
  ),
  hugo(
    'terms and parts that are nowhere, below many folders of the content',
    () => numbered(20_000, (at) => `{{< glossary_tooltip term_id="t${at}" >}}{{< include "p${at}.md" >}}`),
    () => ({
      'hugo.toml': `[languages.en]\n${Array.from({ length: 190 }, (_, at) => `[[module.mounts]]\nsource = "c${at}"\ntarget = "content/${'d/'.repeat(at)}"\n`).join('')}[[module.mounts]]\nsource = "content"\ntarget = "content"\n`,
    }),
  ),
  hugo(
    'a term with much front matter, named again and again',
    () => '{{< glossary_tooltip term_id="t" >}}\n'.repeat(20_000),
    () => ({
      'content/docs/reference/glossary/t.md': `---\ntitle: T\n${numbered(1000, (at) => `a${at}: [b, c]\n`)}---\nA`,
    }),
  ),
  hugo(
    'a template whose text has nearly what stands within',
    () => `{{< a >}}${'a'.repeat(LONG)}b${'a'.repeat(LONG)}{{< /a >}}\n`,
    () => ({ 'layouts/shortcodes/a.html': '{{ replace .Inner "b" "a" }}'.repeat(2) }),
  ),
  hugo(
    'templates that look for a long text',
    () => `{{< a >}}${'a'.repeat(LONG / 2)}b${'a'.repeat(LONG / 2)}{{< /a >}}\n`,
    () => ({
      'layouts/shortcodes/a.html': `{{ $a := replace .Inner "b" "" }}${'{{ if in (print $a $a) .Inner }}{{ end }}'.repeat(500)}`,
    }),
  ),
  hugo('spaces within a heading', () => `# a${SPACES}b\n\n# a ${'#'.repeat(LONG)}b\n`),
  hugo('shortcodes that were not opened', () => '{{< /a >}}\n'.repeat(30_000)),
  hugo('unknown shortcodes', () => '{{< a >}}\n'.repeat(30_000)),
  hugo('shortcodes in one another', () => '{{< a >}}'.repeat(20_000) + '{{< /a >}}'.repeat(20_000)),
  hugo(
    'a shortcode behind many marks of quotations',
    () => `${'>'.repeat(2000)} {{< note >}}${'\na'.repeat(200_000)}{{< /note >}}\n`,
  ),
  hugo(
    'templates that repeat what stands within',
    () => '{{< a >}}{{< a >}}{{< a >}}text of some words{{< /a >}}{{< /a >}}{{< /a >}}\n',
    () => ({ 'layouts/shortcodes/a.html': '{{ .Inner }}'.repeat(2000) }),
  ),
  hugo('files that are not there', () => numbered(20_000, (at) => `{{% include "a${at}" %}}\n`)),
  hugo(
    'parameters',
    () => numbered(20_000, (at) => `{{< param a${at} >}}\n`),
    () => ({ 'hugo.toml': `title = "T"\n[params]\n${numbered(20_000, (at) => `b${at} = 1\n`)}` }),
  ),
  hugo(
    'a long parameter',
    () => '{{< param long >}}\n'.repeat(30_000),
    () => ({ 'hugo.toml': `title = "T"\n[params]\nlong = "${'x'.repeat(100_000)}"\n` }),
  ),
  {
    title: 'hugo: many pages of one bundle, each in a language that is not known',
    files: () => ({
      ...HUGO,
      ...Object.fromEntries(
        Array.from({ length: 1500 }, (_, at) => [`content/g/index.n${at}.md`, '---\ntitle: A\n---\n']),
      ),
      'content/g/index.md': '---\ntitle: A\n---\n',
      'content/g/a.md': 'A',
    }),
  },
  {
    title: 'hugo: many mounts',
    files: () => ({
      'hugo.yaml': `module:\n  mounts:\n${numbered(20_000, (at) => `  - { source: c${at}, target: content }\n`)}`,
      ...Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`content/${at}.md`, '# A\n'])),
    }),
  },
  {
    title: 'hugo: a long permalink, cut within a character',
    files: () => ({
      'hugo.toml': `title = "T"\n[permalinks]\ndocs = "/${':title/'.repeat(20_000)}"\n`,
      'content/docs/a.md': `---\ntitle: ${'x'.repeat(1000)}\n---\n`,
      'content/b.md': `---\nurl: ${'x'.repeat(999)}😀\n---\n`,
    }),
  },
]
