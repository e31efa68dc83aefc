import { LONG, SPACES, numbered, treesOf, type HostileTree } from './tree.ts'

const MKDOCS = {
  'mkdocs.yml':
    'site_name: T\nplugins: [macros]\nextra: { long: "' +
    'x'.repeat(20_000) +
    '" }\nmarkdown_extensions: [pymdownx.snippets, extra, pymdownx.critic, pymdownx.mark, pymdownx.caret, pymdownx.tilde, pymdownx.keys, pymdownx.emoji, mdx_include, toc]\n',
}
const mkdocs = treesOf('mkdocs', MKDOCS, 'docs/page.md')

export const MKDOCS_TREES: readonly HostileTree[] = [
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
  mkdocs('an inclusion of tabs', () =>
    ['{!', '    {!', 'a {!a', '{!a[ln:1-'].map((part) => `${part}${'\t'.repeat(LONG)}x\n\n`).join(''),
  ),
  mkdocs('terminals in tags without an end', () => `# A\n\n${'<div class="'.repeat(LONG / 12)}\n`),
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
    title: 'mkdocs: a link without an end in a list of literate-nav',
    files: () => ({
      'mkdocs.yml': 'site_name: T\nplugins: [literate-nav]\n',
      'docs/SUMMARY.md': `- [a](${'x'.repeat(LONG)}\n`,
      'docs/page.md': '# A\n',
    }),
  },
  {
    title: 'mkdocs: many folders with a file of their navigation',
    files: () => ({
      'mkdocs.yml': 'site_name: T\nplugins: [awesome-pages]\n',
      ...Object.fromEntries(
        Array.from({ length: 1500 }, (_, at) => [`docs/a${at}/.pages`, 'title: A\nnav: [..., a.md, b/*, "*"]\n']),
      ),
      ...Object.fromEntries(Array.from({ length: 1500 }, (_, at) => [`docs/a${at}/a.md`, '# A\n'])),
    }),
  },
  {
    title: 'mkdocs: a long navigation of one folder',
    files: () => ({
      'mkdocs.yml': 'site_name: T\nplugins: [awesome-pages]\n',
      'docs/.pages': `nav:\n${numbered(7000, (at) => `  - a${at}/*\n  - ...\n  - T: [page.md, b, a${at}.md]\n`)}`,
      'docs/page.md': '# A\n',
      'docs/b/page.md': '# B\n',
    }),
  },
  {
    title: 'mkdocs: a long file of a folder that is named again and again where none is opened',
    files: () => ({
      'mkdocs.yml': 'site_name: T\nplugins: [awesome-pages]\n',
      'docs/.pages': `nav: ${'['.repeat(51)}${'a,'.repeat(LONG / 3)}${']'.repeat(51)}\n`,
      'docs/page.md': '# A\n',
      'docs/a/.pages': `title: A\nnav:\n${numbered(20_000, (at) => `  - a${at}.md\n`)}`,
      'docs/a/page.md': '# B\n',
    }),
  },
  {
    title: 'mkdocs: a configuration that nests',
    files: () => ({ 'mkdocs.yml': `site_name: T\nnav: ${'['.repeat(LONG)}\n`, 'docs/page.md': '# A\n' }),
  },
]
