import t from 'tap'
import { headingsOf } from '../../../../src/docs/model/sections.ts'
import { markdownOf, pageOf } from './page-of.ts'

const TEXTS: readonly (readonly [sentence: string, html: string, markdown: string])[] = [
  ['white space is collapsed as browsers do it', '<p> a \n\t b<em> c </em> d </p>', 'a b *c* d'],
  ['blocks part words', '<div>a<div>b</div>c</div>', 'a\n\nb\n\nc'],
  ['blocks in a line of a title part words', '<details><summary>a<div>b</div></summary>c</details>', '<details>\n<summary>a b</summary>\n\nc\n\n</details>'],
  ['line breaks stay within a paragraph', '<p>a<br>b<br></p>', 'a\\\nb'],
  ['keys, subscripts and marks stay', '<p>H<sub>2</sub>O <kbd>Ctrl</kbd> <mark>x</mark></p>', 'H<sub>2</sub>O <kbd>Ctrl</kbd> <mark>x</mark>'],
  ['links keep their targets as written', '<p><a href="../a.html#b" title="T">x</a> <a href="javascript:void(0)">y</a></p>', '[x](../a.html#b "T") y'],
  ['white space at the edges of links stands outside', '<p><a href="/a"> A </a><a href="/b"> B</a></p>', '[A](/a) [B](/b)'],
  ['lists keep their start and tasks', '<ol start="3"><li>a<li><input type="checkbox" checked> b</ol>', '3. a\n4. [x] b'],
  ['lists lie in lists', '<ul><li>a<ul><li>b</li></ul></li></ul>', '- a\n  - b'],
  ['definitions keep terms and details', '<dl><dt>A</dt><dt>B</dt><dd>c</dd></dl>', '- **A**\\\n  **B**\n\n  c'],
  ['tables keep header and alignment', '<table><thead><tr><th>A<th align="right">B</thead><tr><td>1<td style="text-align:right">2</table>', '| A | B |\n| --- | --: |\n| 1 | 2 |'],
  ['cells over several columns keep the others in place', '<table><tr><th>A</th><th>B</th></tr><tr><td colspan="2">x</td></tr><tr><td rowspan="2">y</td><td>1</td></tr><tr><td>2</td></tr></table>', '| A | B |\n| --- | --- |\n| x |  |\n| y | 1 |\n|  | 2 |'],
  ['cells without a row are one', '<table><thead><th>A</th><th>B</th></thead><tbody><td>1</td><td>2</td><tr><td>3</td><td>4</td></tr></tbody></table>', '| A | B |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |'],
  ['tables that lay out a page are no tables', '<table role="presentation"><tr><td><p>a</p></td><td><p>b</p></td></tr></table>', 'a\n\nb'],
  ['images have the best source and their text', '<p><img alt="A b" data-src="x.png" src="data:image/gif;base64,R0"> <img src="s.png" srcset="s.png 1x, l.png 2x" alt=""></p>', '![A b](x.png) ![](l.png)'],
  ['images that Next.js makes smaller are their files', '<p><img alt="A" src="/_next/image?url=%2F_next%2Fa%20b.png&amp;w=96&amp;q=75" srcset="/_next/image?url=%2F_next%2Fa%20b.png&amp;w=48&amp;q=75 1x, /_next/image?url=%2F_next%2Fa%20b.png&amp;w=96&amp;q=75 2x"></p>', '![A](</_next/a b.png>)'],
  ['pictures are images', '<picture><source srcset="a.avif 400w, b.avif 800w"><img src="c.png" alt="P"></picture>', '![P](c.png)'],
  ['figures are an image and a caption', '<figure><img src="a.png" alt="A"><figcaption>Cap</figcaption></figure>', '![A](a.png)\n\nCap'],
  ['KaTeX gives its TeX', '<p>x <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>a</mi></mrow><annotation encoding="application/x-tex">a^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">a2</span></span></p>', 'x $a^2$'],
  ['displayed mathematics is a block', '<span class="katex-display"><span class="katex"><math><annotation encoding="application/x-tex">a</annotation></math></span></span>', '$$\na\n$$'],
  ['delimiters of MathJax are no mathematics', '<div class="math notranslate">\\[a^2\\]</div>', '$$\na^2\n$$'],
  ['quotes are quotes', '<blockquote><p>a</p><footer>B</footer></blockquote>', '> a\n>\n> B'],
] // prettier-ignore

t.test('text', (t) => {
  for (const [sentence, html, markdown] of TEXTS) t.equal(markdownOf(html), markdown, sentence)
  t.end()
})

t.test('labels keep their tone, and are no part of headings and titles', (t) => {
  const { blocks, title } = pageOf(
    '<main><h1>Tabs<span class="VPBadge warning">New</span></h1><p><span class="sl-badge success small">a</span><span class="badge badge--secondary">b</span></p><h2 id="x"><span class="badge">c</span></h2></main>',
  )
  t.equal(title, 'Tabs')
  t.strictSame(headingsOf(blocks).map(({ text }) => text), ['Tabs', 'c']) // prettier-ignore
  t.strictSame(blocks[0], {
    kind: 'heading',
    level: 1,
    id: 'tabs',
    content: ['Tabs ', { kind: 'badge', text: 'New', tone: 'warning' }],
  })
  t.strictSame(blocks[1], {
    kind: 'paragraph',
    content: [{ kind: 'badge', text: 'a', tone: 'tip' }, ' ', { kind: 'badge', text: 'b' }],
  })
  t.end()
})

t.test('footnotes of every theme join their marks and texts', (t) => {
  const themes = {
    gfm: '<p>a<sup><a href="#user-content-fn-1" id="r" data-footnote-ref>1</a></sup></p><section data-footnotes class="footnotes"><h2 class="sr-only">Footnotes</h2><ol><li id="user-content-fn-1"><p>Note. <a href="#r" data-footnote-backref class="data-footnote-backref">↩</a></p></li></ol></section>',
    goldmark: '<p>a<sup id="fnref:1"><a href="#fn:1" class="footnote-ref" role="doc-noteref">1</a></sup></p><div class="footnotes" role="doc-endnotes"><hr><ol><li id="fn:1"><p>Note.&#160;<a href="#fnref:1" class="footnote-backref" role="doc-backlink">↩︎</a></p></li></ol></div>',
    sphinx: '<p>a<a class="footnote-reference brackets" href="#id2" id="id1" role="doc-noteref"><span class="fn-bracket">[</span>1<span class="fn-bracket">]</span></a></p><aside class="footnote brackets" id="id2" role="note"><span class="label"><span>[</span><a role="doc-backlink" href="#id1">1</a><span>]</span></span><p>Note.</p></aside>',
    'docutils of old': '<p>a<a class="footnote-reference" href="#id2" id="id1">[1]</a></p><table class="docutils footnote" id="id2"><tr><td class="label">[1]</td><td>Note.</td></tr></table>',
    asciidoctor: '<p>a<sup class="footnote">[<a id="_footnoteref_1" class="footnote" href="#_footnotedef_1">1</a>]</sup></p><div id="footnotes"><hr><div class="footnote" id="_footnotedef_1"><a href="#_footnoteref_1">1</a>. Note.</div></div>',
    mdbook: '<p>a<sup class="footnote-reference"><a href="#x">1</a></sup></p><div class="footnote-definition" id="x"><sup class="footnote-definition-label">1</sup><p>Note.</p></div>',
  } // prettier-ignore
  for (const [theme, html] of Object.entries(themes))
    t.equal(markdownOf(html).replace('\u00a0', ''), 'a[^1]\n\n[^1]: Note.', theme)
  t.end()
})

function idsOf(html: string): (readonly [string, boolean])[] {
  const { blocks, madeIds } = pageOf(`<main>${html}</main>`)
  return blocks.flatMap((block) => (block.kind === 'heading' ? [[block.id, madeIds.includes(block.id)] as const] : []))
}

t.test('headings have the ids that the page has', (t) => {
  const forms = {
    own: '<h2 id="x">A<a class="header-anchor" href="#x">#</a></h2>',
    section: '<section id="x"><h2>A<a class="headerlink" href="#x">¶</a></h2></section>',
    'old section': '<div class="section" id="x"><h2>A</h2></div>',
    'anchor inside': '<h2 class="title"><a id="x"></a>A</h2>',
    'named anchor before': '<a name="x"></a>\n<h2>A</h2>',
    'link of the whole heading': '<h2 id="x"><a class="header" href="#x">A</a></h2>',
    'div around heading and link': '<div class="sl-heading-wrapper"><h2 id="x">A</h2><a class="sl-anchor-link" href="#x"><span class="sr-only">Section</span></a></div>',
    rustdoc: '<section id="x" class="method"><div class="rightside">1.0</div><a href="#x" class="anchor"></a><h4 class="code-header">A</h4></section>',
  } // prettier-ignore
  for (const [form, html] of Object.entries(forms)) {
    t.strictSame(idsOf(html), [['x', false]], form)
    t.match(markdownOf(html), /^#+ A$/m, form)
  }
  t.strictSame(idsOf('<h2>A b</h2><h2>A b</h2>'), [['a-b', true], ['a-b-1', true]], 'others are made, and said to be') // prettier-ignore
  t.end()
})

t.test('descriptions of functions are sections with their own ids', (t) => {
  const html = `<h1>Module</h1><dl class="py class"><dt class="sig sig-object py" id="m.A"><em>class</em> <span class="sig-name descname">A</span><a class="headerlink" href="#m.A">¶</a></dt>
    <dd><p>Text.</p><dl class="py method"><dt class="sig sig-object py" id="m.A.f"><span class="sig-name descname">f</span>(<em>x</em>)<a class="reference internal" href="_modules/m.html"><span class="viewcode-link">[source]</span></a></dt><dd><p>Does.</p></dd></dl></dd></dl>`
  t.strictSame(idsOf(html).slice(1), [['m.A', false], ['m.A.f', false]]) // prettier-ignore
  t.equal(markdownOf(html), '# Module\n\n## `class A`\n\nText.\n\n### `f(x)`\n\nDoes.')
  t.end()
})

t.test('furniture is left out and counted', (t) => {
  const page =
    pageOf(`<body><nav>Nav</nav><main><nav aria-label="Breadcrumbs">Home</nav><h1>T</h1><div class="theme-doc-toc-mobile tocCollapsible_x">On this page</div>
    <p>Text <button>Copy</button><span class="sr-only">hidden</span></p><div aria-hidden="true">no</div><div data-pagefind-ignore>no</div>
    <a class="theme-edit-this-page" href="x">Edit this page</a><nav class="pagination-nav">Next</nav></main><footer>Foot</footer></body>`)
  t.strictSame(page.blocks.map(({ kind }) => kind), ['heading', 'paragraph']) // prettier-ignore
  t.match(
    JSON.stringify([...page.dropped]),
    /navigation.*contents.*control.*screen reader.*hidden.*ignored by pagefind.*edit link/,
  )
  t.end()
})
