import t from 'tap'
import { markdownOf } from './page-of.ts'

const CODE = {
  docusaurus: `<div class="language-bash codeBlockContainer_Ckt0 theme-code-block"><div class="codeBlockTitle_Ktv7">run.sh</div>
    <div class="codeBlockContent_biex"><pre tabindex="0" class="prism-code language-bash"><code class="codeBlockLines_e6Vv"><span class="token-line"><span class="token plain">one</span><br></span><span class="token-line" style="display:inline-block"><br></span><span class="token-line"><span>two</span><br></span></code></pre>
    <div class="buttonGroup__atx"><button type="button" aria-label="Copy">Copy</button></div></div></div>`,
  'expressive code': `<div class="expressive-code"><figure class="frame is-terminal has-title"><figcaption class="header"><span class="title">run.sh</span><span class="sr-only">Terminal window</span></figcaption>
    <pre data-language="bash"><code><div class="ec-line"><div class="code"><span>one</span></div></div><div class="ec-line"><div class="code">
</div></div><div class="ec-line"><div class="code"><span>two</span></div></div></code></pre><div class="copy"><button title="Copy"></button></div></figure></div>`,
  sphinx: `<div class="literal-block-wrapper docutils container" id="id1"><div class="code-block-caption"><span class="caption-text">run.sh</span><a class="headerlink" href="#id1">¶</a></div>
    <div class="highlight-bash notranslate"><div class="highlight"><pre><span></span><span class="linenos">1</span>one\n<span class="linenos">2</span>\n<span class="linenos">3</span>two\n</pre></div></div></div>`,
  'pygments table': `<div class="highlight-bash"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2\n3</pre></div></td>
    <td class="code"><div class="highlight"><span class="filename">run.sh</span><pre><span></span>one\n\ntwo\n</pre></div></td></tr></table></div>`,
  chroma: `<figure data-title="run.sh"><div class="highlight"><div class="chroma"><table class="lntable"><tr><td class="lntd"><pre class="chroma"><code><span class="lnt">1\n</span></code></pre></td>
    <td class="lntd code"><pre class="chroma"><code class="language-bash" data-lang="bash"><span class="line"><span class="cl">one\n</span></span><span class="line"><span class="cl">\n</span></span><span class="line"><span class="cl">two\n</span></span></code></pre></td></tr></table></div></div></figure>`,
  asciidoctor: `<div class="listingblock"><div class="title">run.sh</div><div class="content"><pre class="highlight"><code class="language-bash" data-lang="bash">one\n\ntwo</code></pre></div></div>`,
  'rehype pretty code': `<figure data-rehype-pretty-code-figure=""><figcaption data-rehype-pretty-code-title="">run.sh</figcaption>
    <pre data-language="bash"><code data-language="bash"><span data-line="">one</span>\n<span data-line=""> </span>\n<span data-line="">two</span></code></pre></figure>`,
}

t.test('code of every theme has its language, title and lines', (t) => {
  for (const [theme, html] of Object.entries(CODE)) {
    t.equal(markdownOf(html).replace('\n \n', '\n\n'), '```bash title="run.sh"\none\n\ntwo\n```', theme)
  }
  t.end()
})

t.test('lines that only a style parts are lines', (t) => {
  t.equal(
    markdownOf(
      '<pre class="shiki"><code><span class="line">a</span><span class="line"></span><span class="line">b</span></code></pre>',
    ),
    '```\na\n\nb\n```',
  )
  t.end()
})

t.test('code keeps its white space, and a fence is longer than those inside', (t) => {
  t.equal(markdownOf('<pre>\n  if x:\n\ty   = 1  \n</pre>'), '```\n  if x:\n\ty   = 1\n```')
  t.equal(markdownOf('<pre><code class="lang-md">```js\n1\n```</code></pre>'), '````md\n```js\n1\n```\n````')
  t.end()
})

t.test('tokens of code are kept though their classes are names of furniture elsewhere', (t) => {
  t.equal(
    markdownOf('<pre><code><span class="nav">a</span> <span class="search">b</span></code></pre>'),
    '```\na b\n```',
  )
  t.end()
})

t.test('code in a line stays code, also where it holds links', (t) => {
  t.equal(
    markdownOf(
      '<p>Use <code class="docutils literal"><span class="pre">a</span> <span class="pre">b</span></code>.</p>',
    ),
    'Use `a b`.',
  )
  t.equal(markdownOf('<p><code>Vec&lt;<a href="t.html">T</a>&gt;</code></p>'), '`Vec<`[`T`](t.html)`>`')
  t.end()
})

t.test('the name of a file in a sentence is no title of code', (t) => {
  t.equal(
    markdownOf('<p>In <code class="filename">a.c</code> and <span class="filename">b.c</span>:</p><pre>x</pre>'),
    'In `a.c` and b.c:\n\n```\nx\n```',
  )
  t.end()
})
