import t from 'tap'
import { faultsOf, pageOf, readFiles, textOf } from './pages-of.ts'

const CONFIG = `import starlight from '@astrojs/starlight'
export default { integrations: [starlight({ title: 'Stars' })] }`

t.test('HTML that an element gets as a mere text is shown in it', async (t) => {
  const html = (text: string): string => JSON.stringify(text)
  const content = await readFiles(t, {
    'astro.config.mjs': CONFIG,
    'src/content/docs/page.mdx': `---
title: Page
---

<Fragment set:html={${html('<pre class="a language-diff"><code>- <b>old</b> &lt;x&gt;<br />  + {new}\n```</code></pre>')}} />

<p set:html="A <em>lamp</em> with [oil] & {wick}"></p>

<span dangerouslySetInnerHTML={{ __html: 'Wax_a_', }} />

  <Fragment set:html={made} />

\`\`\`jsx
<p set:html="kept" />
\`\`\`
`,
  })
  const { markdown } = pageOf(content, 'en', 'page')
  t.match(markdown, '````diff\n- old <x>\n  + {new}\n```\n````')
  t.match(markdown, 'A *lamp* with [oil] & {wick}')
  t.match(markdown, 'Wax_a\\_')
  t.match(markdown, '<p set:html="kept" />')
  t.strictSame(faultsOf(content), ['src/content/docs/page.mdx:11 unread_template'])
})

t.test('an element keeps its attributes beside the HTML that it gets, of which no program is shown', async (t) => {
  const content = await readFiles(t, {
    'astro.config.mjs': CONFIG,
    'src/content/docs/page.mdx': `---
title: Page
---

[there](#sec)

<h2 id="sec" dangerouslySetInnerHTML={{ __html: 'A <b>wick</b>' }} />

<a set:html="Oil" href="/other/" />

<Fragment set:html={"- item"} />

<Fragment set:html={"1. first"} />

<p set:html="Lit<script>alert(2)</script><style>p { color: red }</style><script>alert(3)" />

<script dangerouslySetInnerHTML={{ __html: 'alert(4)' }} />
`,
    'src/content/docs/other.md': '---\ntitle: Other\n---\n',
  })
  const { blockLines, markdown } = pageOf(content, 'en', 'page')
  t.match(blockLines, '"target":"/en/other"')
  t.match(markdown, 'A **wick**')
  t.match(textOf(content, 'en', 'page'), /- item[^]*1\. first[^]*Lit/)
  t.notMatch(markdown, /alert|color/)
  t.notMatch(blockLines, /"kind":"list"/)
  t.strictSame(faultsOf(content), [])
})
