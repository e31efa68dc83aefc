import { LONG, numbered, treesOf, type HostileTree } from './tree.ts'

const DOCUSAURUS = { 'docusaurus.config.js': 'module.exports = { title: "T", presets: [["classic", {}]] }' }
const docusaurus = treesOf('docusaurus', DOCUSAURUS, 'docs/page.mdx')

export const DOCUSAURUS_TREES: readonly HostileTree[] = [
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
  {
    title: 'docusaurus: lists of cards',
    files: () => ({
      ...DOCUSAURUS,
      'docs/page.md': `# A\n\n${'<DocCardList />\n'.repeat(10_000)}`,
      ...Object.fromEntries(
        Array.from({ length: 250 }, (_, at) => [
          `docs/b${at}.md`,
          `---\ndescription: ${'x*'.repeat(500)}\n---\n# B\n\n<DocCardList />\n`,
        ]),
      ),
    }),
  },
]
