import t from 'tap'
import { markdownOf } from './page-of.ts'

const WARNING = '> [!WARNING]\n> **Mind the gap**\n>\n> Text.'

const ADMONITIONS = {
  docusaurus: `<div class="theme-admonition theme-admonition-warning admonition_xJq3 alert alert--warning">
    <div class="admonitionHeading_Gvgb"><span class="admonitionIcon_Rf37"><svg><path d="M0"/></svg></span>Mind the gap</div>
    <div class="admonitionContent_BuS1"><p>Text.</p></div></div>`,
  vitepress: '<div class="warning custom-block"><p class="custom-block-title">Mind the gap</p><p>Text.</p></div>',
  starlight: `<aside aria-label="Mind the gap" class="starlight-aside starlight-aside--caution">
    <p class="starlight-aside__title" aria-hidden="true"><svg></svg>Mind the gap</p>
    <div class="starlight-aside__content"><p>Text.</p></div></aside>`,
  material: '<div class="admonition warning"><p class="admonition-title">Mind the gap</p><p>Text.</p></div>',
  docsy: '<div class="alert alert-warning" role="alert"><h4 class="alert-heading">Mind the gap</h4><p>Text.</p></div>',
  asciidoctor: `<div class="admonitionblock warning"><table><tr><td class="icon"><i class="fa icon-warning" title="Warning"></i></td>
    <td class="content"><div class="title">Mind the gap</div><div class="paragraph"><p>Text.</p></div></td></tr></table></div>`,
  docbook: '<div class="warning" style="margin-left: 0.5in"><h3 class="title">Mind the gap</h3><p>Text.</p></div>',
  'docbook with a table': `<div class="caution"><table border="0"><tr><td rowspan="2" align="center"><img alt="[Caution]" src="c.png"></td>
    <th align="left">Mind the gap</th></tr><tr><td align="left" valign="top"><p>Text.</p></td></tr></table></div>`,
  gitbook: '<div class="hint hint-danger"><p class="hint__title">Mind the gap</p><p>Text.</p></div>',
}

const UNTITLED = {
  sphinx: '<div class="admonition tip"><p class="admonition-title">Tip</p><p>Text.</p></div>',
  github:
    '<div class="markdown-alert markdown-alert-tip"><p class="markdown-alert-title"><svg></svg>Tip</p><p>Text.</p></div>',
  'hugo book': '<blockquote class="book-hint success"><p>Text.</p></blockquote>',
}

t.test('boxes of every theme are admonitions with their tone and title', (t) => {
  for (const [theme, html] of Object.entries(ADMONITIONS)) t.equal(markdownOf(html), WARNING, theme)
  for (const [theme, html] of Object.entries(UNTITLED)) t.equal(markdownOf(html), '> [!TIP]\n> Text.', theme)
  t.equal(
    markdownOf('<div class="warning"><p>Not <em>for</em> use.</p></div>'),
    '> [!WARNING]\n> Not *for* use.',
    'rustdoc',
  )
  const own = '<div class="admonition-own-title admonition"><p class="admonition-title">Own title</p><p>Text.</p></div>'
  t.equal(markdownOf(own), '> [!NOTE]\n> **Own title**\n>\n> Text.', 'a title of the author')
  t.end()
})

const TABS = {
  docusaurus: `<div class="theme-tabs-container tabs-container"><ul role="tablist" class="tabs">
    <li role="tab" aria-selected="true" class="tabs__item">npm</li><li role="tab" class="tabs__item">yarn</li></ul>
    <div class="margin-top--md"><div role="tabpanel"><p>One.</p></div><div role="tabpanel" hidden=""><p>Two.</p></div></div></div>`,
  starlight: `<starlight-tabs><div class="tablist-wrapper not-content"><ul role="tablist">
    <li role="presentation" class="tab"><a role="tab" href="#tab-panel-0" id="tab-0">npm</a></li>
    <li role="presentation" class="tab"><a role="tab" href="#tab-panel-1" id="tab-1">yarn</a></li></ul></div>
    <div id="tab-panel-0" aria-labelledby="tab-0" role="tabpanel"><p>One.</p></div>
    <div id="tab-panel-1" aria-labelledby="tab-1" role="tabpanel" hidden><p>Two.</p></div></starlight-tabs>`,
  material: `<div class="tabbed-set tabbed-alternate"><input checked id="a1" type="radio"><input id="a2" type="radio">
    <div class="tabbed-labels"><label for="a1">npm</label><label for="a2">yarn</label></div>
    <div class="tabbed-content"><div class="tabbed-block"><p>One.</p></div><div class="tabbed-block"><p>Two.</p></div></div></div>`,
  'sphinx-design': `<div class="sd-tab-set docutils"><input checked type="radio" id="s1"><label class="sd-tab-label" for="s1">npm</label>
    <div class="sd-tab-content docutils"><p>One.</p></div><input type="radio" id="s2"><label class="sd-tab-label" for="s2">yarn</label>
    <div class="sd-tab-content docutils"><p>Two.</p></div></div>`,
  'sphinx-tabs': `<div class="sphinx-tabs docutils container"><div role="tablist"><button aria-controls="p1" class="sphinx-tabs-tab" id="t1" role="tab">npm</button>
    <button aria-controls="p2" class="sphinx-tabs-tab" id="t2" role="tab">yarn</button></div>
    <div aria-labelledby="t1" class="sphinx-tabs-panel" id="p1" role="tabpanel"><p>One.</p></div>
    <div aria-labelledby="t2" class="sphinx-tabs-panel" hidden="true" id="p2" role="tabpanel"><p>Two.</p></div></div>`,
  docsy: `<ul class="nav nav-tabs" role="tablist"><li class="nav-item"><button class="nav-link" role="tab" id="b1">npm</button></li>
    <li class="nav-item"><button class="nav-link" role="tab" id="b2">yarn</button></li></ul>
    <div class="tab-content"><div class="tab-body tab-pane fade" role="tabpanel"><p>One.</p></div><div class="tab-pane" role="tabpanel"><p>Two.</p></div></div>`,
}

t.test('all panels of tabs are kept with their titles, shown or not', (t) => {
  for (const [theme, html] of Object.entries(TABS)) {
    t.equal(markdownOf(html), '**npm**\n\nOne.\n\n**yarn**\n\nTwo.', theme)
  }
  t.end()
})

t.test('code groups of VitePress are tabs of code', (t) => {
  const html = `<div class="vp-code-group vp-adaptive-theme"><div class="tabs"><input type="radio" id="x" checked><label data-title="a.js" for="x">a.js</label>
    <input type="radio" id="y"><label for="y">a.ts</label></div><div class="blocks">
    <div class="language-js active"><button title="Copy Code" class="copy"></button><span class="lang">js</span>
    <pre class="shiki"><code><span class="line"><span>a</span></span>\n<span class="line"><span>b</span></span></code></pre></div>
    <div class="language-ts"><button class="copy"></button><span class="lang">ts</span><pre><code>c</code></pre></div></div></div>`
  t.equal(markdownOf(html), '**a.js**\n\n```js\na\nb\n```\n\n**a.ts**\n\n```ts\nc\n```')
  t.end()
})

t.test('tabs within tabs keep their own titles', (t) => {
  const bar = (...names: string[]) =>
    `<div role="tablist">${names.map((name) => `<b role="tab">${name}</b>`).join('')}</div>`
  const html = `${bar('A', 'B')}<div role="tabpanel">${bar('C')}<div role="tabpanel">c</div></div><div role="tabpanel">b</div>`
  t.equal(markdownOf(html), '**A**\n\n**C**\n\nc\n\n**B**\n\nb')
  t.end()
})

t.test('what can be folded keeps its summary, and a section that can be folded stays a section', (t) => {
  t.equal(
    markdownOf('<details open><summary>More</summary><p>Inside.</p></details>'),
    '<details open>\n<summary>More</summary>\n\nInside.\n\n</details>',
  )
  t.equal(
    markdownOf('<h1>T</h1><details><summary><h3 id="m">Method</h3></summary><p>Text.</p></details>'),
    '# T\n\n### Method\n\nText.',
  )
  t.end()
})

t.test('links around blocks are cards', (t) => {
  t.equal(
    markdownOf('<a class="card" href="/a"><h2 class="cardTitle_x">Start</h2><p>How to.</p></a>'),
    '- **[Start](/a)**\n\n  How to.',
  )
  const link =
    '<div class="sl-link-card"><span><a href="/b"><span class="title">Other</span></a><span>There.</span></span></div>'
  t.equal(markdownOf(link), '- **[Other](/b)**\n\n  There.')
  t.end()
})

t.test('a heading without a size, which is there for links alone, is not shown', (t) => {
  const tab = '<h3 id="js" style="visibility:hidden;width:0;height:0">JavaScript</h3><p>Text.</p>'
  t.equal(markdownOf(tab), 'Text.')
  t.match(markdownOf('<h3 id="js" style="visibility:hidden">Fades in</h3><p>Text.</p>'), 'Fades in')
  t.end()
})
