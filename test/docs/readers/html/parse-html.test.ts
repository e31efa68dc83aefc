import t from 'tap'
import { parseHtml } from '../../../../src/docs/readers/html/parse-html.ts'
import { HtmlElement } from '../../../../src/docs/readers/html/tree.ts'
import type { HtmlNode } from '../../../../src/docs/readers/html/tree.ts'

/** A tree in short: `p(a b(c))`. */
function short(node: HtmlNode): string {
  if (!(node instanceof HtmlElement)) return node.text.trim()
  const inner = node.children.map(short).filter((text) => text !== '')
  return inner.length === 0 ? node.name : `${node.name}(${inner.join(' ')})`
}

const TREES: Readonly<Record<string, string>> = {
  '<p>a<p>b': 'p(a) p(b)',
  '<p>a<div>b</div>': 'p(a) div(b)',
  '<p>a<b>b</p>c': 'p(a b(b)) c',
  '<ul><li>a<li>b<ul><li>c</ul><li>d</ul>': 'ul(li(a) li(b ul(li(c))) li(d))',
  '<dl><dt>a<dd>b<dt>c</dl>d': 'dl(dt(a) dd(b) dt(c)) d',
  '<table><tr><td>a<td>b<tr><th>c</table>d': 'table(tr(td(a) td(b)) tr(th(c))) d',
  '<table><tr><td><table><tr><td>a</table>b<td>c</table>': 'table(tr(td(table(tr(td(a))) b) td(c)))',
  '<table><tr><td>a</div></p>b</table>': 'table(tr(td(ab)))',
  '<thead><tr><th>a<tbody><tr><td>b': 'thead(tr(th(a))) tbody(tr(td(b)))',
  '<a name=x>a<a name=y>b</a>': 'a(a) a(b)',
  '<a href=x><div>a</div></a>b': 'a(div(a)) b',
  '<b><div>a</b>b</div>c': 'b(div(ab) c)',
  '<h1>a<h2>b</h2>': 'h1(a) h2(b)',
  '<div><span>a</div>b': 'div(span(a)) b',
  '<x-y><p>a</x-y>b': 'x-y(p(a)) b',
  '<br></br>a<img>b</img><hr/>': 'br br a img b hr',
  '<div/>a</div>b': 'div(a) b',
  '<svg><path/><g>a</g></svg>b': 'svg(path g(a)) b',
  '<head><title>a</title><p>b': 'head(title(a)) p(b)',
  '<html><body>a</body></html>b': 'html(body(ab))',
  '<pre><!-- a -->b</pre><![CDATA[c]]>d': 'pre(b) d',
  '&lt;&amp;&#x4e2d;&nope; &ampx': '<&中&nope; &x',
}

t.test('tags that are missing or stray are understood as browsers do', (t) => {
  for (const [html, tree] of Object.entries(TREES)) {
    t.equal(parseHtml(html).root.children.map(short).filter((text) => text !== '').join(' '), tree, html) // prettier-ignore
  }
  t.end()
})

t.test('what is looked for on every page is found while it is read', (t) => {
  const { index, root } = parseHtml('<title>T</title><a name="x"></a><p id="y" class="last-updated">a</p><p id="y">b')
  t.strictSame([...index.byId.keys()], ['x', 'y'])
  t.equal(index.first('title')?.parent, root)
  t.equal(index.timed.length, 1)
  t.end()
})
