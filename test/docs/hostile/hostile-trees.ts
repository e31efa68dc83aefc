import type { Files } from '../../support/content-tree.ts'

/** A tree of files that takes a reader much time, much memory, or its life, unless the reader bounds what it does. */
export interface HostileTree {
  readonly title: string
  readonly files: () => Files
}

/** Length of what is repeated. A reader that took quadratic time would take minutes. */
const LONG = 300_000

const SPACES = ' '.repeat(LONG)
const DOCUSAURUS = { 'docusaurus.config.js': 'module.exports = { title: "T", presets: [["classic", {}]] }' }
const VITEPRESS = { '.vitepress/config.js': 'export default { title: "T" }' }
const HUGO = { 'hugo.toml': 'title = "T"\n' }
const MKDOCS = {
  'mkdocs.yml':
    'site_name: T\nplugins: [macros]\nextra: { long: "' +
    'x'.repeat(20_000) +
    '" }\nmarkdown_extensions: [pymdownx.snippets, extra, pymdownx.critic, pymdownx.mark, pymdownx.caret, pymdownx.tilde, pymdownx.keys, pymdownx.emoji, mdx_include, toc]\n',
}

const docusaurus = (title: string, page: () => string, more: () => Files = () => ({})): HostileTree => ({
  title: `docusaurus: ${title}`,
  files: () => ({ ...DOCUSAURUS, 'docs/page.mdx': page(), ...more() }),
})
const vitepress = (title: string, page: () => string, more: () => Files = () => ({})): HostileTree => ({
  title: `vitepress: ${title}`,
  files: () => ({ ...VITEPRESS, 'page.md': page(), ...more() }),
})
const hugo = (title: string, page: () => string, more: () => Files = () => ({})): HostileTree => ({
  title: `hugo: ${title}`,
  files: () => ({ ...HUGO, 'content/page.md': page(), ...more() }),
})
const mkdocs = (title: string, page: () => string, more: () => Files = () => ({})): HostileTree => ({
  title: `mkdocs: ${title}`,
  files: () => ({ ...MKDOCS, 'docs/page.md': page(), ...more() }),
})
const markdown = (title: string, page: () => string, more: () => Files = () => ({})): HostileTree => ({
  title: `markdown: ${title}`,
  files: () => ({ 'docs/en/page.md': page(), ...more() }),
})

function numbered(count: number, write: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => write(at)).join('')
}

const STARLIGHT = { 'astro.config.mjs': "export default { integrations: [starlight({ title: 'T' })] }" }
const FUMADOCS = {
  'source.config.ts':
    "import { defineDocs } from 'fumadocs-mdx/config'\nexport const docs = defineDocs({ dir: 'content/docs' })",
}
const MINTLIFY = { 'docs.json': '{ "name": "T", "navigation": { "pages": ["page"] } }' }

export const HOSTILE_TREES: readonly HostileTree[] = [
  {
    title: 'html: runs of signs',
    files: () => ({
      'index.html': `<title>a ${'-'.repeat(LONG)}b</title><main><h1>A</h1><p>a${SPACES}b</p><pre>a${SPACES}b</pre><code>a${SPACES}b</code><p>[${']'.repeat(LONG)}x</p><time datetime="${'.'.repeat(LONG)}x">a</time></main>`,
    }),
  },
  {
    title: 'html: what describes an object, and what stands astray in a table',
    files: () => ({
      'index.html': `<main><h1>A</h1><dl><dt class="sig" id="a">a</dt><dd>${'<p>b</p>'.repeat(150_000)}</dd></dl><table>${'<p>b</p>'.repeat(150_000)}<tr><td>c</td></tr></table></main>`,
    }),
  },
  {
    title: 'site.yaml: half a character in a redirect',
    files: () => ({
      'docs/en/page.md': '# A\n',
      'site.yaml': 'redirects:\n  "/x": "/page#\\ud800"\n  "/y": "/\\ud800"\n  "/z\\ud800": "/page"\n',
    }),
  },
  markdown('the ends of addresses', () => `https://a${')'.repeat(LONG)}\n\nhttps://a${'.'.repeat(LONG)}x\n`),
  hugo('a shortcode of spaces', () => `{{<${SPACES}"\n\n{{< a${SPACES}x\n`),
  hugo(
    'templates without an end, and texts that double in them',
    () => '{{< a >}}b{{< /a >}}{{< b >}}c{{< /b >}}\n'.repeat(500),
    () => ({
      'layouts/shortcodes/a.html': '{{'.repeat(30_000),
      'layouts/shortcodes/b.html': `{{ $a := "aaaaaaaaaa" }}${'{{ $a = replace $a "a" $a }}'.repeat(30)}{{ $a = printf "%v%v" $a $a }}{{ $a }}`,
    }),
  ),
  mkdocs(
    'a snippet of hyphens',
    () => '--8<-- "a.txt"\n',
    () => ({ 'a.txt': `${'-'.repeat(LONG)}\n` }),
  ),
  {
    title: 'mkdocs: many rules of what is left out',
    files: () => ({
      'mkdocs.yml': `site_name: T\nexclude_docs: |\n${'  **/{a,b,c,d}{e,f,g,h}{i,j,k,l}\n'.repeat(300)}`,
      ...Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`docs/${'a/'.repeat(at % 20)}${at}.md`, '# A\n'])),
    }),
  },
  {
    title: 'starlight: names of files above code',
    files: () => ({ ...STARLIGHT, 'src/content/docs/page.md': `~~~${SPACES}\`x\n// a${SPACES}x\n~~~\n` }),
  },
  {
    title: 'starlight: sidebars that double',
    files: () => ({
      'astro.config.mjs': `const a0 = { items: ['page'] }\n${numbered(60, (at) => `const a${at + 1} = { items: [a${at}, a${at}] }\n`)}export default { integrations: [starlight({ title: 'T', sidebar: [a60] })] }`,
      'src/content/docs/page.md': '# A\n',
    }),
  },
  {
    title: 'fumadocs: headings and inclusions',
    files: () => ({
      ...FUMADOCS,
      'content/docs/page.mdx': `# a${SPACES}b\n\n# a ${'[#b] '.repeat(LONG / 5)}c\n\n<include>x${SPACES}y</include>\n`,
    }),
  },
  {
    title: 'fumadocs: a list that names the rest again and again',
    files: () => ({
      ...FUMADOCS,
      'content/docs/meta.json': `{"pages":[${'"...",'.repeat(100_000)}"a"]}`,
      ...Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`content/docs/${at}.md`, '# A\n'])),
    }),
  },
  {
    title: 'mintlify: a navigation that names itself',
    files: () => ({
      ...MINTLIFY,
      'docs.json': '{ "name": "T", "navigation": { "$ref": "./n.json" } }',
      'n.json': `{"pages":[${'{"$ref":"./n.json"},'.repeat(20_000)}"page"]}`,
      'page.mdx': '# A\n',
    }),
  },
  {
    title: 'mintlify: values of a part',
    files: () => ({
      ...MINTLIFY,
      'page.mdx': `import A from './_a.mdx'\nexport const long = '${'x'.repeat(20_000)}'\n\n${'{long}'.repeat(20_000)}\n\n<A />\n`,
      '_a.mdx': `${'](a'.repeat(LONG / 3)}\n\n${numbered(20_000, (at) => `{b${at}}`)}\n`,
    }),
  },
  {
    title: 'mintlify: tags without an end',
    files: () => ({
      ...MINTLIFY,
      'page.mdx': `import A from './_a.mdx'\n\n${'<A {\n'.repeat(LONG / 5)}`,
      '_a.mdx': 'a',
    }),
  },
  markdown('spaces within a heading', () => `# a${SPACES}b\n`),
  markdown('spaces before a brace in a heading', () => `# a${' {'.repeat(LONG / 2)}b\n`),
  markdown('spaces within a line of code', () => `\`\`\`js\na // [!code x${SPACES}b\n${SPACES}b\n\`\`\`\n`),
  markdown(
    'short rows below a wide head',
    () => `${'|a'.repeat(20_000)}|\n${'|-'.repeat(20_000)}|\n${'a|b\n'.repeat(20_000)}`,
  ),
  vitepress(
    'spaces beside marks of lines',
    () => `\`\`\`js\na ${SPACES}b // [!code x]${SPACES}y\n# highlight-next-line${SPACES}x\n\`\`\`\n`,
  ),
  vitepress(
    'spaces in code within emphasis',
    () => `**\`a${SPACES}b\`** {{ $frontmatter.title }}\n\n# a ${'#'.repeat(LONG)}b\n`,
  ),
  markdown('many dead anchors', () => numbered(20_000, (at) => `[x](#a${at})\n`)),
  markdown('many dead anchors beside many headings', () => numbered(20_000, (at) => `# h${at}\n\n[x](#a${at})\n`)),
  markdown('many dead links', () => numbered(20_000, (at) => `[x](a${at}.md)\n`)),
  markdown('many missing images', () => numbered(20_000, (at) => `![x](a${at}.png)\n`)),
  markdown('many unknown components', () => numbered(20_000, (at) => `<C${at} a="b"/>\n\n`)),
  markdown('many raw directives', () => numbered(20_000, (at) => `!!! note a${at}\n\n`)),
  markdown('many footnotes', () => numbered(20_000, (at) => `[^${at}]\n\n[^${at}]: a\n\n`)),
  markdown('rows of a table in HTML', () => `<table>\n${'<tr><td>a</td></tr>\n'.repeat(150_000)}</table>\n`),
  markdown('blocks in a frame', () => `<Frame>\n${'\na\n'.repeat(150_000)}\n</Frame>\n`),
  markdown('many ids of headings', () => numbered(2, () => numbered(20_000, (at) => `# a ${at}\n`))),
  docusaurus('tabs without an end', () => `import a from './a.js'\n\n${'<Tabs {\n'.repeat(LONG / 8)}`),
  docusaurus(
    'items of tabs in one line',
    () => `<Tabs values={[{value:'a',label:'b'}]}>\n${'<TabItem '.repeat(LONG / 8)}\n</Tabs>\n`,
  ),
  docusaurus(
    'a large module for each group of tabs',
    () => `import a from './a.js'\n\n${'<Tabs values={a}>\n</Tabs>\n'.repeat(2000)}`,
    () => ({ 'docs/a.js': `export default [${'{ value: "a", label: "b" },\n'.repeat(20_000)}]` }),
  ),
  docusaurus(
    'imports',
    () =>
      `${'import\n'.repeat(LONG / 8)}\n${numbered(5000, (at) => `import A${at} from './_a${at}.md'\n<A${at} />\n`)}`,
  ),
  docusaurus(
    'an indented part',
    () => `import A from './_a.md'\n\n${' '.repeat(50_000)}<A />\n`,
    () => ({ 'docs/_a.md': 'a\n'.repeat(100_000) }),
  ),
  docusaurus(
    'parts that double',
    () => "import A from './_0.md'\n\n<A />\n",
    () =>
      Object.fromEntries(
        Array.from({ length: 12 }, (_, at) => [
          `docs/_${at}.md`,
          `import A from './_${at + 1}.md'\n\n${'<A />\n\n'.repeat(10)}${'text '.repeat(2000)}\n`,
        ]),
      ),
  ),
  {
    title: 'docusaurus: sidebars that double',
    files: () => ({
      ...DOCUSAURUS,
      'docs/page.md': '# A\n',
      'sidebars.js': `const a0 = ['page']\n${numbered(60, (at) => `const a${at + 1} = [a${at}, a${at}]\n`)}module.exports = { s: a60 }`,
    }),
  },
  {
    title: 'docusaurus: a text of the configuration that doubles',
    files: () => ({
      'docusaurus.config.js': `const a0 = 'xxxxxxxxxxxxxxxx'\n${numbered(60, (at) => `const a${at + 1} = \`\${a${at}}\${a${at}}\`\n`)}module.exports = { title: a60 + a60 }`,
      'docs/page.md': '# A\n',
    }),
  },
  {
    title: 'docusaurus: a list of the configuration that doubles',
    files: () => ({
      'docusaurus.config.js': `const a0 = ['x', 'y']\n${numbered(60, (at) => `const a${at + 1} = [...a${at}, ...a${at}]\n`)}module.exports = { title: 'T', i18n: { locales: a60 } }`,
      'docs/page.md': '# A\n',
    }),
  },
  {
    title: 'docusaurus: many plugins and languages',
    files: () => ({
      'docusaurus.config.js': `module.exports = { i18n: { defaultLocale: 'en', locales: [${numbered(20_000, (at) => `'zh-${at}',`)}] }, plugins: [${numbered(5000, (at) => `['@docusaurus/plugin-content-docs', { id: 'p${at}', path: 'p${at}', routeBasePath: 'p${at}' }],`)}] }`,
      ...Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`other/${at}.md`, '# A\n'])),
    }),
  },
  {
    title: 'docusaurus: a configuration that nests',
    files: () => ({ 'docusaurus.config.js': `module.exports = ${'['.repeat(LONG)}`, 'docs/page.md': '# A\n' }),
  },
  {
    title: 'docusaurus: a slug of half a character, and one of many folders',
    files: () => ({
      ...DOCUSAURUS,
      'docs/a.md': '---\nslug: "/a\\ud800b"\n---\n# A\n',
      ...Object.fromEntries(
        Array.from({ length: 200 }, (_, at) => [`docs/b${at}.md`, `---\nslug: ${'/b'.repeat(8000)}${at}\n---\n# A\n`]),
      ),
    }),
  },
  {
    title: 'docusaurus: names of one category',
    files: () => ({
      ...DOCUSAURUS,
      'docs/a/_category_.yml': numbered(50_000, (at) => `k${at}: 1\n`),
      'docs/a/page.md': '# A\n',
    }),
  },
  vitepress('spaces of an inclusion', () => `<!-- @include: x${SPACES}y\n<!--@include: x{${'1'.repeat(LONG)}\n`),
  vitepress('spaces of a snippet', () => `<<< @/x${SPACES}y\n<<< @/x {${SPACES}\n`),
  vitepress(
    'values of front matter',
    () => `---\nt: ${'x'.repeat(16_000)}\n---\n${'{{ $frontmatter.t }}'.repeat(50_000)}\n`,
  ),
  vitepress(
    'regions',
    () => '<<< @/a.js#name\n\n<<< @/b.js#name\n',
    () => ({ 'a.js': `${SPACES}x\n`, 'b.js': `// #region name\n${'a\n'.repeat(200_000)}// #endregion name\n` }),
  ),
  vitepress(
    'a deeply indented inclusion',
    () => `${' '.repeat(100_000)}<!--@include: ./a.md-->\n`,
    () => ({ 'a.md': 'a\n'.repeat(100_000) }),
  ),
  vitepress(
    'a fragment of half a character',
    () => '---\nlayout: home\nhero: { name: "a\\ud800", actions: [{ text: a, link: "other?\\ud800" }] }\n---\n',
    () => ({ 'a/other.md': '# A\n' }),
  ),
  {
    title: 'vitepress: rewrites that try again',
    files: () => ({
      '.vitepress/config.js': `export default { rewrites: { '${numbered(20, (at) => `:a${at}*`)}!': 'x', '${numbered(20, (at) => `:b${at}`)}!': 'x' } }`,
      [`${'a'.repeat(100)}/${'b'.repeat(100)}.md`]: '# A\n',
    }),
  },
  vitepress(
    'expressions, tags and programs without an end',
    () =>
      `${'{{'.repeat(LONG)}\n${'<b v-if="a"><i>'.repeat(20_000)}\n${'<script>'.repeat(20_000)}\n${'<!--'.repeat(20_000)}\n`,
  ),
  vitepress(
    'lists within lists, and values for each',
    () =>
      `<script setup>\nconst a = [${'"x",'.repeat(20_000)}]\n</script>\n${'<b v-for="i in 900" :title="a">'.repeat(60)}{{ i + a[0] }}${'</b>'.repeat(60)}\n${'{{ a + 1 }} <i v-for="{ b } in a">{{ b + 1 }}</i>'.repeat(5000)}\n`,
  ),
  vitepress(
    'names of lists',
    () => `<i v-for="${'('.repeat(400)}${SPACES} in a">x</i> <i v-for="a${','.repeat(500)} of b">y</i>\n`,
  ),
  vitepress(
    'style sheets of a theme, and redirects by stars',
    () => '# A\n',
    () => ({
      '.vitepress/theme/a.css': `${'/*'.repeat(LONG / 4)}${'{'.repeat(LONG / 4)}`,
      '.vitepress/theme/b.css': `:root{${'--a:'.repeat(LONG / 4)}}${'--vp-c-brand-1: var(--vp-c-brand-1);'.repeat(5000)}`,
      'public/_redirects': numbered(20_000, (at) => `/a${at}/* /b/:splat\n/${'*'.repeat(9)} /x${SPACES.slice(0, 9)}\n`),
      ...Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`b/${at}.md`, '# B\n'])),
    }),
  ),
  {
    title: 'vitepress: sidebars that double',
    files: () => ({
      '.vitepress/config.js': `const a0 = { link: '/page' }\n${numbered(60, (at) => `const a${at + 1} = { items: [a${at}, a${at}] }\n`)}export default { themeConfig: { sidebar: [a60] } }`,
      'page.md': '# A\n',
    }),
  },
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
  mkdocs('spaces within a heading', () => `# a${SPACES}b\n\n# a ${'#'.repeat(LONG)}b\n# a ${' {'.repeat(LONG / 2)}b\n`),
  mkdocs('a fence with braces', () => `\`\`\`{${SPACES}x\n\`\`\`\n\n# a {${SPACES}\n# a }${SPACES}x\n`),
  mkdocs('values of the configuration', () => '{{ long }}'.repeat(100_000)),
  mkdocs(
    'names of sections',
    () => `${numbered(10_000, (at) => `## a_${at}\n`)}${numbered(10_000, (at) => `## a_${at}\n`)}`,
  ),
  mkdocs(
    'an indented snippet',
    () => `${' '.repeat(100_000)}--8<-- "a.md"\n`,
    () => ({ 'a.md': 'a\n'.repeat(100_000) }),
  ),
  mkdocs('snippets in one block', () => `--8<--\n${'a.md\n'.repeat(150_000)}--8<--\n`),
  mkdocs('snippets that are not there', () => numbered(20_000, (at) => `--8<-- "a${at}.md"\n`)),
  mkdocs(
    'snippets that double',
    () => '--8<-- "0.txt"\n',
    () =>
      Object.fromEntries(
        Array.from({ length: 12 }, (_, at) => [
          `${at}.txt`,
          `${`--8<-- "${at + 1}.txt"\n`.repeat(10)}${'text '.repeat(2000)}\n`,
        ]),
      ),
  ),
  mkdocs('marks', () => '{++a{--b{==c{>>d==e^^f~g++h:i-j-`k{#l '.repeat(LONG / 36)),
  mkdocs('blocks', () =>
    numbered(3000, (at) => `${' '.repeat((at % 50) * 4)}!!! note "a"\n${' '.repeat((at % 50) * 4)}/// tab | x\n`),
  ),
  {
    title: 'mkdocs: names of the configuration',
    files: () => ({
      'mkdocs.yml': `site_name: T\nextra:\n${numbered(50_000, (at) => `  k${at}: 1\n`)}`,
      'docs/page.md': '# A\n',
    }),
  },
  {
    title: 'mkdocs: aliases',
    files: () => ({
      'mkdocs.yml': `site_name: T\na0: &a0 [page.md]\n${numbered(40, (at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]\n`)}nav: *a40\n`,
      'docs/page.md': '# A\n',
    }),
  },
  {
    title: 'mkdocs: a configuration that nests',
    files: () => ({ 'mkdocs.yml': `site_name: T\nnav: ${'['.repeat(LONG)}\n`, 'docs/page.md': '# A\n' }),
  },
  {
    title: 'gitbook: blocks and elements that do not end',
    files: () => ({
      '.gitbook.yaml': '',
      'page.md': [
        '<table data-view="cards">',
        '<figure><img <figcaption>',
        '<table data-view="cards"><tbody><tr><td><a href=',
        '<td><tr></td>',
        '[a](#user-content-fn-',
        '[[[a](#user-content-fn-1)',
        '<code class="expression">space.vars.',
        '{% content-ref url="a" %}',
        '{% swagger-parameter name="',
      ]
        .map(
          (text) =>
            `# A\n\n${text.repeat(LONG / text.length)}\n\n<table data-view="cards">${text.repeat(LONG / text.length)}\n`,
        )
        .join('\n'),
    }),
  },
]
