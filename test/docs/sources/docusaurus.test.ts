import t from 'tap'
import { faultsOf, orderOf, pageOf, pathsOf, readFiles, textOf } from './pages-of.ts'

const CONFIG = `
import type { Config } from '@docusaurus/types'
const config: Config = {
  title: 'Lantern',
  url: 'https://lantern.example',
  baseUrl: '/base/',
  i18n: { defaultLocale: 'en', locales: ['en', 'zh-Hans', 'ko', 'fr'] },
  presets: [['classic', { docs: { sidebarPath: './sidebars.ts' } }]],
  plugins: [['@docusaurus/plugin-content-docs', { id: 'community', path: 'community', routeBasePath: 'people' }]],
}
export default config`

const SITE = {
  'docusaurus.config.ts': CONFIG,
  'docs/intro.md':
    '# Intro\n\nWelcome. See [the guide](./02-guides/01-first.md#a-step) and [next](/docs/guides/second).\n',
  'docs/02-guides/01-first.md': '---\nsidebar_label: First steps\n---\n\n# First\n\n## A step {#a-step}\n\nLight it.\n',
  'docs/02-guides/second.mdx': '---\ntitle: Second\nslug: /other/place\n---\n\nText.\n',
  'docs/02-guides/index.md': '# All guides\n',
  'docs/02-guides/third.md': '---\nid: renamed\ntitle: Third\n---\n\nText.\n',
  'docs/02-guides/2024-01-notes.md': '# Notes of a date\n',
  'docs/_part.md': 'A part.\n',
  'docs/draft.md': '---\ndraft: true\n---\n# Draft\n',
  'docs/hidden.md': '---\nunlisted: true\n---\n# Hidden\n',
  'community/team.md': '# Team\n',
  'src/pages/help.md': '# Help\n',
  'blog/2024-03-05-release.md': '---\ntitle: Release\n---\n\nIt is out.\n',
  'blog/2024-03-06-slugged.md': '---\ntitle: Slugged\nslug: named\n---\n\nText.\n',
  'README.md': '# The repository\n',
  'i18n/zh-Hans/docusaurus-plugin-content-docs/current/intro.md':
    '# 介绍\n\n欢迎。见 [指南](./02-guides/01-first.md)。\n',
  'i18n/zh-Hans/docusaurus-plugin-content-docs/current/gone.md': '# 没有原文\n',
  'i18n/ko/docusaurus-plugin-content-docs-community/current/team.md': '# 팀\n',
  'i18n/fr/docusaurus-plugin-content-docs/current/intro.md': '# Introduction\n',
}

t.test('addresses are those of the site', async (t) => {
  const content = await readFiles(t, SITE)
  t.strictSame(pathsOf(content), {
    en: [
      'blog/2024/03/05/release',
      'blog/named',
      'docs/guides',
      'docs/guides/2024-01-notes',
      'docs/guides/first',
      'docs/guides/renamed',
      'docs/intro',
      'docs/other/place',
      'help',
      'people/team',
    ],
    zh: ['docs/intro'],
    ko: ['people/team'],
  })
  t.equal(content.locales.get('en')?.title, 'Lantern')
  t.strictSame(Object.fromEntries(content.reports[0]?.leftOut ?? []), {
    'a part of other pages': 1,
    'a draft': 1,
    'not for search engines': 1,
    'outside of the documentation': 1,
    'a translation of no page': 1,
    'in a language that is not served': 1,
  })
  t.equal(pageOf(content, 'en', 'blog/2024/03/05/release').updatedAt, null, 'a publication is no change')
})

t.test('links by file and by address lead to pages, and those that lead nowhere are faults', async (t) => {
  const content = await readFiles(t, {
    ...SITE,
    'docs/links.md': [
      '# Links',
      '[a](./02-guides/01-first.md#a-step) [b](/docs/guides/first) [c](/base/docs/guides/first/) [d](@site/docs/intro.md)',
      '[e](guides/renamed) [f](/zh-Hans/docs/intro) [g](docs/02-guides/01-first.md)',
      '[no](./none.md) [anchor](./intro.md#none)',
      'https://example.com is elsewhere.',
    ].join('\n\n'),
  })
  const { markdown } = pageOf(content, 'en', 'docs/links')
  t.match(
    markdown,
    '[a](/en/docs/guides/first#a-step) [b](/en/docs/guides/first) [c](/en/docs/guides/first) [d](/en/docs/intro)',
  )
  t.match(markdown, '[e](/en/docs/guides/renamed) [f](/zh/docs/intro) [g](/en/docs/guides/first)')
  t.match(pageOf(content, 'zh', 'docs/intro').markdown, '[指南](/en/docs/guides/first)')
  t.strictSame(faultsOf(content), [
    'docs/draft.md:1 not_published',
    'docs/intro.md:3 dead_link',
    'docs/links.md:7 dead_link',
    'docs/links.md:7 dead_anchor',
  ])
})

t.test('the sidebar orders pages, else positions and numbers do, and categories name folders', async (t) => {
  const files = { ...SITE, 'docs/02-guides/_category_.json': '{ "label": "How to", "position": 1 }', 'docs/zebra.md': '---\nsidebar_position: 0\n---\n# Zebra\n' } // prettier-ignore
  const byNumber = await readFiles(t, files)
  t.strictSame(orderOf(byNumber, 'en').filter((path) => path.startsWith('docs/')).slice(0, 3), ['docs/zebra', 'docs/guides', 'docs/guides/first']) // prettier-ignore
  const sidebar = `export default { docs: ['intro', { type: 'category', label: 'G', link: { type: 'doc', id: 'guides/index' }, items: ['guides/renamed', 'guides/first'] }, { Old: ['zebra'] }] }`
  const bySidebar = await readFiles(t, { ...files, 'sidebars.ts': sidebar })
  t.strictSame(orderOf(bySidebar, 'en').filter((path) => path.startsWith('docs/')).slice(0, 5), ['docs/intro', 'docs/guides', 'docs/guides/renamed', 'docs/guides/first', 'docs/zebra']) // prettier-ignore
})

t.test('addresses on the site end as its configuration says', async (t) => {
  const address = async (config: string): Promise<string | null | undefined> => {
    const content = await readFiles(t, { 'docusaurus.config.js': `module.exports = { ${config} }`, 'docs/a.md': '# A' })
    return pageOf(content, 'en', 'docs/a').address
  }
  t.equal(await address(''), 'docs/a')
  t.equal(await address('trailingSlash: true'), 'docs/a/')
})

t.test('all versions are read, at the addresses that Docusaurus gives them', async (t) => {
  const content = await readFiles(t, {
    'docusaurus.config.js': `module.exports = { presets: [['classic', {}]] }`,
    'docs/page.md': '# Page\n\nComing. See [the other](./other.md).\n',
    'versions.json': '["2.0", "1.0"]',
    'versioned_docs/version-2.0/page.md': '# Page\n\nNow. See [the other](./other.md).\n',
    'versioned_docs/version-2.0/other.md': '# Other\n',
    'versioned_docs/version-1.0/page.md': '# Page\n\nBefore. See [the other](./other.md).\n',
    'versioned_docs/version-1.0/other.md': '# Other\n',
  })
  const paths = ['docs/1.0/other', 'docs/1.0/page', 'docs/next/page', 'docs/other', 'docs/page']
  t.strictSame(pathsOf(content), { en: paths })
  t.match(pageOf(content, 'en', 'docs/page').markdown, 'Now.')
  t.match(pageOf(content, 'en', 'docs/1.0/page').blockLines, '"/en/docs/1.0/other"')
  t.match(pageOf(content, 'en', 'docs/page').blockLines, '"/en/docs/other"')
  t.strictSame(content.versions, {
    versions: [
      { name: 'current', label: 'Next' },
      { name: '2.0', label: '2.0' },
      { name: '1.0', label: '1.0' },
    ],
    default: '2.0',
  })
  t.strictSame(pageOf(content, 'en', 'docs/1.0/page').version, { name: '1.0', path: 'docs/page', newest: 'docs/page' })
  t.strictSame(orderOf(content, 'en'), ['docs/other', 'docs/page'])
  t.strictSame(faultsOf(content), ['docs/page.md:3 dead_link'], 'a link does not leave its version')
})

t.test('options choose and name versions', async (t) => {
  const read = (docs: string): ReturnType<typeof readFiles> =>
    readFiles(t, {
      'docusaurus.config.js': `module.exports = { presets: [['classic', { docs: ${docs} }]] }`,
      'docs/page.md': '# Coming\n',
      'versions.json': '["2.0", "1.0"]',
      'versioned_docs/version-2.0/page.md': '# Now\n',
      'versioned_docs/version-1.0/page.md': '# Before\n',
    })
  const current = await read(
    `{ lastVersion: 'current', versions: { current: { label: '3.0' }, '2.0': { path: 'two' } } }`,
  )
  t.strictSame(pathsOf(current), { en: ['docs/1.0/page', 'docs/page', 'docs/two/page'] })
  t.equal(pageOf(current, 'en', 'docs/page').title, 'Coming')
  t.strictSame(current.versions.versions[0], { name: 'current', label: '3.0' })
  t.equal(current.versions.default, 'current')
  const released = await read('{ includeCurrentVersion: false }')
  t.strictSame(pathsOf(released), { en: ['docs/1.0/page', 'docs/page'] })
  const some = await read(`{ onlyIncludeVersions: ['current', '2.0'] }`)
  t.strictSame(pathsOf(some), { en: ['docs/next/page', 'docs/page'] })
  t.equal(some.reports[0]?.leftOut.get('of another version'), 1)
  const one = await read(`{ onlyIncludeVersions: ['1.0'] }`)
  t.strictSame([pathsOf(one), one.versions.versions], [{ en: ['docs/page'] }, []])
  const none = await read('{ disableVersioning: true }')
  t.equal(pageOf(none, 'en', 'docs/page').title, 'Coming')
})

t.test('a version without a folder is a fault, and the next one is shown first', async (t) => {
  const content = await readFiles(t, {
    'docusaurus.config.js': `module.exports = { presets: [['classic', { docs: { includeCurrentVersion: false } }]] }`,
    'versions.json': '["3.0", "2.0", "1.0"]',
    'versioned_docs/version-2.0/page.md': '# Now\n',
    'versioned_docs/version-1.0/page.md': '# Before\n',
  })
  t.strictSame(pathsOf(content), { en: ['docs/1.0/page', 'docs/page'] })
  t.match(content.faults, [
    { file: 'versions.json', code: 'unread_config', message: /3\.0 .*versioned_docs\/version-3\.0 has no files/ },
  ])
})

t.test('translations have versions, and another plugin with other versions shows its last one', async (t) => {
  const content = await readFiles(t, {
    'docusaurus.config.js': `module.exports = { i18n: { defaultLocale: 'en', locales: ['en', 'zh'] }, presets: [['classic', {}]],
      plugins: [['@docusaurus/plugin-content-docs', { id: 'tool', path: 'tool', routeBasePath: 'tool' }]] }`,
    'docs/page.md': '# Coming\n',
    'versions.json': '["1.0"]',
    'versioned_docs/version-1.0/page.md': '# Now\n',
    'tool/use.md': '# Use\n',
    'tool_versions.json': '["9"]',
    'tool_versioned_docs/version-9/use.md': '# Use nine\n',
    'i18n/zh/docusaurus-plugin-content-docs/version-1.0/page.md': '# 现在\n',
    'i18n/zh/docusaurus-plugin-content-docs/current/page.md': '# 将来\n',
  })
  t.strictSame(pathsOf(content), {
    en: ['docs/next/page', 'docs/page', 'tool/use'],
    zh: ['docs/next/page', 'docs/page'],
  })
  t.equal(pageOf(content, 'zh', 'docs/next/page').title, '将来')
  t.equal(pageOf(content, 'zh', 'docs/page').version?.name, '1.0')
  t.equal(pageOf(content, 'en', 'tool/use').version, undefined)
  t.equal(pageOf(content, 'en', 'tool/use').title, 'Use nine')
})

t.test('the site may lie in a folder of its repository, and read documents from beside it', async (t) => {
  const content = await readFiles(t, {
    'website/docusaurus.config.mjs': `export default { presets: [['@docusaurus/preset-classic', { docs: { path: '../docs', routeBasePath: '/' }, blog: false }]] }`,
    'docs/start.md': '# Start\n',
    'README.md': '# Repository\n',
  })
  t.strictSame(pathsOf(content), { en: ['start'] })
})

t.test('parts, files shown as code and names of tabs are put where the page has them', async (t) => {
  const content = await readFiles(t, {
    'docusaurus.config.js': `module.exports = { presets: [['classic', {}]] }`,
    'core/tabs.js': `export default { systems: [{ label: 'macOS', value: 'mac' }] }`,
    'docs/snippet.py': 'print("```")\n',
    'docs/_part.mdx': `import Deeper from './parts/_deeper.md'\n\n## Within the part\n\n<Deeper />\n`,
    'docs/parts/_deeper.md': `Deeper text with [a link](../page.md).\n`,
    'docs/page.md': `import Tabs from '@theme/Tabs'; import Part from './_part.mdx';
import Source from '!!raw-loader!./snippet.py';

<!-- prettier-ignore -->
import Missing from './_missing.md';
import names from '@site/core/tabs';

# Page

<Tabs values={[{ label: 'Windows & more', value: 'win' }, ]}>
<TabItem value="win">

<Part />

</TabItem>
</Tabs>

<Tabs
  values={names.systems}>
<TabItem value="mac">On a Mac.</TabItem>
</Tabs>

<CodeBlock language="py" title="say.py">{Source}</CodeBlock>

<Missing />

\`\`\`jsx
<Part />
<TabItem value="win">
\`\`\`
`,
  })
  const { markdown, sections } = pageOf(content, 'en', 'docs/page')
  t.match(JSON.stringify(sections), 'Windows & more')
  t.match(JSON.stringify(sections), 'macOS')
  t.strictSame(
    sections.map(({ anchor }) => anchor),
    ['', 'within-the-part'],
  )
  t.match(markdown, 'Deeper text with [a link]')
  t.match(markdown, '```py title="say.py"\nprint("```")\n```')
  t.match(markdown, '```jsx\n<Part />\n<TabItem value="win">\n```', 'code stays as it is')
  t.notMatch(markdown, 'import ')
  t.strictSame(faultsOf(content), ['docs/page.md:25 unresolved_include'])
})

t.test('parts that a module hands on are put where the page has them', async (t) => {
  const content = await readFiles(t, {
    'docusaurus.config.js': 'export default {}',
    'docs/page.mdx': `# Page

import { ForIos, ForAndroid as Robot, ForWeb, Busy } from './parts'
import Desk from './desk'

<ForIos />

<Robot/>

<ForWeb />

<Desk />

<Busy />
`,
    'docs/parts.jsx': `import Ios from './_ios.md'
import Robot from './_robot.md'
import Web from './_web.md'
export function ForIos() {
  return <Ios />
}
export const ForAndroid = () => <Robot />
export { default as ForWeb } from './_web.md'
export function Busy() {
  return <div><Web /></div>
}
`,
    'docs/desk.tsx': `import Desk from './_desk.md'
const Shown = (): Element => <Desk />
export default Shown
`,
    'docs/_ios.md': '## On the phone\n\n![Phone](./phone.png)\n',
    'docs/_robot.md': 'Robots go.\n',
    'docs/_web.md': 'The net holds.\n',
    'docs/_desk.md': 'A desk stands.\n',
  })
  const { markdown, sections } = pageOf(content, 'en', 'docs/page')
  t.match(markdown, /## On the phone[^]*Robots go\.[^]*The net holds\.[^]*A desk stands\./)
  t.equal(markdown.split('The net holds.').length, 2, 'a component that does more shows nothing')
  t.ok(sections.some(({ anchor }) => anchor === 'on-the-phone'))
  t.strictSame(faultsOf(content), ['docs/page.mdx:1 missing_image', 'docs/page.mdx:14 unknown_component'])
})

t.test('images by functions, for two colour schemes and from folders that the site names are shown', async (t) => {
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>'
  const content = await readFiles(t, {
    'docusaurus.config.js': `export default { staticDirectories: ['files', 'static'] }`,
    'files/img/named.svg': picture,
    'static/img/usual.svg': picture,
    'static/img/light.svg': picture,
    'static/img/dark.svg': picture,
    'docs/beside.svg': picture,
    'docs/page.mdx': `# Page

import useBaseUrl from '@docusaurus/useBaseUrl'

<img src={require('./beside.svg').default} alt="beside" />

<img src={require("@site/static/img/usual.svg")} alt="usual" />

<img src={useBaseUrl('/img/named.svg')} alt="named" />

<ThemedImage
  alt="both"
  sources={{
    light: useBaseUrl('/img/light.svg'),
    dark: useBaseUrl('/img/dark.svg'),
  }}
/>

Write \`src={require('./mine.png')}\`.
`,
  })
  const { blockLines, markdown } = pageOf(content, 'en', 'docs/page')
  for (const name of ['beside', 'usual', 'named', 'light', 'dark'])
    t.match(blockLines, new RegExp(`/files/\\w+/${name}\\.svg`))
  t.notMatch(markdown, 'dark.svg')
  t.match(markdown, "Write `src={require('./mine.png')}`.")
  t.strictSame(faultsOf(content), [])
})

t.test('a link without an extension counts from the address of its page, as in a browser', async (t) => {
  const content = await readFiles(t, {
    'docusaurus.config.js': 'export default { trailingSlash: false }',
    'docs/a.md': '# A\n\n[start](start) [file](start.md)\n',
    'docs/start.md': '---\nid: setup\n---\n\n# Setup\n',
    'docs/first.md': '---\nid: start\n---\n\n# Start\n',
  })
  const { blockLines } = pageOf(content, 'en', 'docs/a')
  t.match(blockLines, /"target":"\/en\/docs\/start"[^]*"target":"\/en\/docs\/setup"/)
})

t.test('hostile sources lose nothing but themselves', async (t) => {
  const content = await readFiles(t, {
    'docusaurus.config.js': 'this is no program {{{',
    'docs/loop.md': `import Loop from './loop.md'\n\n# Loop\n\n<Loop />\n`,
    'docs/out.md': `import Out from '../../../../../etc/passwd.md'\n\n# Out\n\n<Out />\n`,
    'docs/many.md': `import Twice from './_twice.md'\n\n# Many\n\n<Twice />\n`,
    'docs/_twice.md': `import Twice from './_twice.md'\n\n<Twice />\n\n<Twice />\n\nmore\n`,
    'docs/nul.md': '# N\u0000UL\n\n[x](\u0000) ![](%zz)\n',
    'docs/_category_.yml': '{{{',
    'versions.json': '{"not": "a list"}',
  })
  t.strictSame(pathsOf(content), { en: ['docs/loop', 'docs/many', 'docs/nul', 'docs/out'] })
  t.ok(faultsOf(content).includes('docs/out.md:5 unresolved_include'))
})

t.test('a component with a blank line in its body stands beside imports, which are read', async (t) => {
  const content = await readFiles(t, {
    'docusaurus.config.js': `export default { presets: [['classic', { docs: { routeBasePath: '/' } }]] }`,
    'docs/page.mdx':
      "import Part from './_part.mdx'\n\nexport const Box = ({children}) => {\n  const c = 'x';\n\n  return <div className={c}>{children}</div>;\n};\n\n# P\n\n<Part />\n",
    'docs/_part.mdx': 'The part.\n',
  })
  t.equal(textOf(content, 'en', 'page'), 'The part.')
  t.strictSame(faultsOf(content), [])
})
