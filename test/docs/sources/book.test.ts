import t from 'tap'
import { faultsOf, outlineOf, pageOf, pathsOf, readFiles, textOf } from './pages-of.ts'

const BOOK = {
  'book.toml': `[book]
title = "Lamps"
description = "All of light"
language = "zh-TW"
[output.html]
edit-url-template = "https://git.example/lamps/edit/main/{path}"
[output.html.redirect]
"/old/page.html" = "../guide/index.html#part"
"/gone.html" = "nowhere.html"
"/flat.html#old" = "within.html"
`,
  'src/SUMMARY.md': `# Summary

[Preface](preface.md)

# First part

- [Guide](guide/README.md)
  - [Set up](guide/set-up.md)
  - [Elsewhere](other/far.md)
- [A draft]()
  - [Within](within.md)
- [Flat](flat.md)
  - [Below](flat-below.md)
- [Missing](missing.md)
- [Site](https://lamps.example)

---

[Contributors](misc/contributors.md)
`,
  'src/preface.md': '# Preface\n\n[set up](guide/set-up.md#go) [html](./guide/set-up.html)\n',
  'src/guide/README.md': '# Guide\n\n## Part\n',
  'src/guide/set-up.md': '# Set up\n\n## Go\n',
  'src/other/far.md': '# Far\n',
  'src/within.md': '# Within\n\nWrite `{% if %}`, and {% raw %}.\n',
  'src/flat.md': '# Flat\n',
  'src/flat-below.md': '# Below\n',
  'src/misc/contributors.md': '# Contributors\n',
  'src/unlisted.md': '# Unlisted\n',
  'README.md': '# Of the repository\n',
}

t.test('chapters of mdBook have the order, titles and places of its summary', async (t) => {
  const content = await readFiles(t, BOOK)
  t.strictSame(outlineOf(content, 'zh'), [
    'Preface',
    '  Preface preface',
    'First part',
    '  > Guide',
    '    Guide guide',
    '    Set up guide/set-up',
    '    Elsewhere other/far',
    '  > A draft',
    '    Within within',
    '  > Flat',
    '    Flat flat',
    '    Below flat-below',
    '  Contributors misc/contributors',
  ])
  t.match(content.locales.get('zh'), { title: 'Lamps', description: 'All of light' })
  t.match(pageOf(content, 'zh', 'preface').markdown, '[set up](/zh/guide/set-up#go) [html](/zh/guide/set-up)')
  t.equal(pageOf(content, 'zh', 'flat').address, 'flat.html')
  t.match(pageOf(content, 'zh', 'within').markdown, 'Write `{% if %}`, and {% raw %}.')
  t.strictSame([...content.redirects], [['/zh/old/page.html', '/zh/guide#part']])
  t.strictSame(faultsOf(content), ['book.toml:9 dead_redirect', 'src/SUMMARY.md:14 dead_link'])
  t.strictSame(Object.fromEntries(content.reports[0]?.leftOut ?? []), {
    'not in the navigation': 1,
    'outside of the documentation': 2,
  })
})

t.test('inclusions of mdBook name files, lines and what stands between marks', async (t) => {
  const code = ['// ANCHOR: all', 'fn main() {', '    // ANCHOR: one', '    one();', '    // ANCHOR_END: one', '}']
  const include = (range: string): string => '```rust\n{{#include ../code/a.rs' + range + '}}\n```\n\n'
  const content = await readFiles(t, {
    'book.toml': '',
    'src/SUMMARY.md': '- [P](p.md)\n- [L](loop.md)',
    'src/p.md': `{{#title Window}}# P\n\n${['', ':one', ':2', ':5:', '::2'].map(include).join('')}\\{{#include x}}\n\n{{#include no.md}}\n\n{{#include part.md}}\n`,
    'src/part.md': 'Part with {{#include word.txt}}.',
    'src/word.txt': 'a word\n',
    'src/loop.md': '# L\n\n{{#include loop.md}}\n',
    'code/a.rs': `${code.join('\n')}\n`,
  })
  const shown = textOf(content, 'en', 'p')
  t.equal(
    shown,
    [
      'fn main() {\n    one();\n}',
      '    one();',
      'fn main() {',
      '}',
      'fn main() {',
      '{{#include x}}',
      'Part with a word.',
    ].join('\n'),
  )
  t.strictSame(faultsOf(content), ['src/loop.md:3 unresolved_include', 'src/p.md:25 unresolved_include'])
})

t.test(
  'an inclusion stands wherever the text of mdBook may, and each of its lines begins as its own does',
  async (t) => {
    const content = await readFiles(t, {
      'book.toml': '',
      'src/SUMMARY.md': '- [P](p.md)',
      'src/p.md': `# Lamp {{#include v.txt}}

| {{#include v.txt}} | \`{{#include v.txt}}\` |
| --- | --- |
| a | {{#include v.txt}} |

    {{#include a.rs}}

- Item

  \`\`\`rust
  {{#include a.rs}}
  \`\`\`

> {{#include quoted.txt}}

- {{#include quoted.txt}}

\`\`\`text
{{ #include v.txt }} \\{{#include v.txt}} {{#include v.txt}}
\`\`\`

A {{#include no.txt}}b {{#unheard of}} {{#include part/part.md}} \\{{#title x}}

{{#include part/part.md}}

Text
{{#include part/list.md}}
`,
      'src/v.txt': '1.2\n',
      'src/quoted.txt': 'first\nsecond\n',
      'src/a.rs': 'one();\n    two();\n',
      'src/part/part.md': 'Of it {{#include own.txt}}',
      'src/part/own.txt': 'own',
      'src/part/list.md': '\n- first\n- second {{#include own.txt}}\n\n```text\n{{#include own.txt}}\n```\n',
    })
    const { blockLines, markdown } = pageOf(content, 'en', 'p')
    t.match(markdown, '# Lamp 1.2\n\n| 1.2 | `1.2` |\n| --- | --- |\n| a | 1.2 |')
    t.match(blockLines, '"kind":"code","language":null,"title":null,"text":"one();\\n    two();\\n"')
    t.match(markdown, '- Item\n\n  ```rust\n  one();\n      two();\n  ```\n\n> first second\n\n- first\n- second\n')
    t.match(markdown, '```text\n1.2 {{#include v.txt}} {{#include v.txt}}\n```')
    t.match(
      markdown,
      /\nA b \{\{#unheard of\}\} Of it own \{\{#title x\}\}\n\nOf it own\n\nText\n\n- first\n- second own\n\n```text\nown\n```/,
    )
    t.same(faultsOf(content), ['src/p.md:23 unresolved_include'])
  },
)

t.test('an inclusion of an anchor or of lines that are not there is reported', async (t) => {
  const include = (name: string): string => '```rust\n{{#' + name + '}}\n```\n\n'
  const names = ['include a.rs:none', 'rustdoc_include a.rs:none', 'include a.rs:90:99', 'include a.rs:one']
  const content = await readFiles(t, {
    'book.toml': '',
    'src/SUMMARY.md': names.map((_, at) => `- [P](p${at}.md)\n`).join(''),
    ...Object.fromEntries(names.map((name, at) => [`src/p${at}.md`, `# P\n\n${include(name)}`])),
    'src/a.rs': '// ANCHOR: one\nfn one() {}\n// ANCHOR_END: one\nfn two() {}\n',
  })
  t.strictSame(
    names.map((_, at) => textOf(content, 'en', `p${at}`)),
    ['', '', '', 'fn one() {}'],
  )
  t.strictSame(
    faultsOf(content),
    [0, 1, 2].map((at) => `src/p${at}.md:4 unresolved_include`),
  )
})

t.test('code that readers of mdBook can run is a block of code', async (t) => {
  const rust = 'fn main() {\n    let a = b * c * d;\n# hidden();\n    // # not heading\n}\n'
  const shown = 'fn main() {\n    let a = b * c * d;\n    // # not heading\n}\n'
  for (const [at, written] of [
    '{{#playground a.rs}}',
    '{{#playground a.rs editable}}',
    '{{ #playground a.rs editable hidelines=no }}',
    '{{#playground a.rs:all}}',
    '{{#playpen a.rs}}',
    '> {{#playground a.rs}}',
    '- {{#playground a.rs editable}}',
    'See {{#playground a.rs}} there.',
    '```rust\n{{#playground a.rs}}\n```',
  ].entries()) {
    const content = await readFiles(t, {
      'book.toml': '',
      'src/SUMMARY.md': '- [P](p.md)\n',
      'src/p.md': `# P\n\n${written}\n\nAfter.\n`,
      'src/a.rs': at === 3 ? `// ANCHOR: all\n${rust}// ANCHOR_END: all\n` : rust,
    })
    const blocks = content.locales.get('en')?.pages.find(({ path }) => path === 'p')?.blockLines ?? ''
    t.match(blocks, `"kind":"code","language":"rust","title":null,"text":${JSON.stringify(shown)}`, written)
    t.notMatch(blocks, 'heading not')
    t.match(textOf(content, 'en', 'p'), /After\.$/, written)
    t.same(faultsOf(content), [], written)
  }
  const escaped = await readFiles(t, {
    'book.toml': '',
    'src/SUMMARY.md': '- [P](p.md)\n',
    'src/p.md': '# P\n\n\\{{#playground a.rs}}\n',
  })
  t.equal(textOf(escaped, 'en', 'p'), '{{#playground a.rs}}')
})

t.test('lines of Rust that mdBook hides are not shown', async (t) => {
  const content = await readFiles(t, {
    'book.toml': '',
    'src/SUMMARY.md': '- [P](p.md)',
    'src/p.md': '# P\n\n```rust\n# fn main() {\n#\n  ## kept\n#[test]\n# }\n```\n\n```sh\n# a comment\n```\n',
  })
  t.equal(textOf(content, 'en', 'p'), '  # kept\n#[test]\n# a comment')
})

t.test('in mdBook, inclusions of GitBook stay as they are written', async (t) => {
  const content = await readFiles(t, {
    'book.toml': '',
    'src/SUMMARY.md': '- [P](p.md)',
    'src/p.md': '# P\n\n```\n{% include "a.html" %}\n```\n\n{% include "b.html" %}\n',
  })
  t.equal(textOf(content, 'en', 'p'), '{% include "a.html" %}\n{% include "b.html" %}')
  t.strictSame(faultsOf(content), ['src/p.md:7 raw_directive'])
})

t.test('blocks of GitBook become hints, tabs and links, and its configuration names the folder', async (t) => {
  const content = await readFiles(t, {
    '.gitbook.yaml': 'root: ./docs/\nstructure:\n  summary: TOC.md\nredirects:\n  old/page: start.md\n',
    'docs/TOC.md':
      '# Table of contents\n\n* [主页](README.md)\n\n## 指南 <a href="#a" id="a"></a>\n\n* [开始](start.md)\n',
    'docs/README.md': '# 主页\n',
    'docs/start.md': `# 开始

{% hint style="warning" %}
Hot.
{% endhint %}

{% tabs %}
{% tab title="npm" %}
{% code title="a\`.sh" %}
\`\`\`sh
npm ci
\`\`\`
{% endcode %}
{% endtab %}
{% endtabs %}

{% embed url="https://video.example/1" %}

\`\`\`
{% hint %}
\`\`\`

{% unheard of="it" %}

Write \`{% hint %}\`.
`,
  })
  t.strictSame(pathsOf(content), { zh: ['', 'start'] })
  t.strictSame(outlineOf(content, 'zh'), ['指南', '  开始 start'])
  const { blockLines } = pageOf(content, 'zh', 'start')
  t.match(blockLines, /"kind":"admonition","tone":"warning".*"role":"tab","title":\["npm"\].*"title":"a`.sh"/s)
  t.match(blockLines, '{% hint %}')
  t.match(blockLines, /"target":"https:\/\/video.example\/1".*\{% hint %\}/s)
  t.strictSame([...content.redirects], [['/zh/old/page', '/zh/start']])
  t.strictSame(faultsOf(content), ['docs/start.md:23 unread_template'])
})

t.test('a list of chapters without a title begins with its first part', async (t) => {
  const content = await readFiles(t, {
    'book.toml': '',
    'src/SUMMARY.md': '[Intro](intro.md)\n\n# Part\n\n- [A](a.md)\n- [B](b.md)\n',
    ...Object.fromEntries(['intro', 'a', 'b'].map((name) => [`src/${name}.md`, `# ${name}\n`])),
  })
  t.strictSame(outlineOf(content), ['Intro', '  Intro intro', 'Part', '  A a', '  B b'])
})

t.test('a list of chapters alone makes a book, and hostile ones end', async (t) => {
  const nested = Array.from({ length: 1000 }, (_, at) => `${'  '.repeat(at)}- [C](a.md)`).join('\n')
  const content = await readFiles(t, {
    'SUMMARY.md': `- [A](a.md)\n- [Out](../../out.md)\n- [Bad](%E0%A4.md)\n${nested}`,
    'a.md': `# A\n\n${'{{#include b.txt}}'.repeat(5000)}\n${'{% hint '.repeat(20_000)}\n{{#include${' '.repeat(20_000)}\n{%${'a'.repeat(500_000)}\n${'{{#include big.txt:1}}\n'.repeat(900)}`,
    'big.txt': '\n'.repeat(1_900_000),
    'b.txt': '{{#include b.txt}}'.repeat(50),
  })
  t.strictSame(pathsOf(content), { en: ['a'] })
})
