import { LONG, SPACES, numbered, treesOf, type HostileTree } from './tree.ts'

const VITEPRESS = { '.vitepress/config.js': 'export default { title: "T" }' }
const vitepress = treesOf('vitepress', VITEPRESS, 'page.md')

export const VITEPRESS_TREES: readonly HostileTree[] = [
  vitepress(
    'spaces beside marks of lines',
    () => `\`\`\`js\na ${SPACES}b // [!code x]${SPACES}y\n# highlight-next-line${SPACES}x\n\`\`\`\n`,
  ),
  vitepress(
    'spaces in code within emphasis',
    () => `**\`a${SPACES}b\`** {{ $frontmatter.title }}\n\n# a ${'#'.repeat(LONG)}b\n`,
  ),
  vitepress('spaces of an inclusion', () => `<!-- @include: x${SPACES}y\n<!--@include: x{${'1'.repeat(LONG)}\n`),
  vitepress(
    'spaces of a list',
    () => `<li v-for="${SPACES}x">{{ a }}</li>\n\n<li v-for="a in${SPACES}x">{{ a }}</li>\n`,
  ),
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
  vitepress(
    'small regions of a long file',
    () => '<<< @/a.js#b\n\n<!-- @include: ./a.md#b -->\n\n'.repeat(3000),
    () => {
      const region = `// #region b\nx\n// #endregion b\n${'a line of some words without a mark\n'.repeat(40_000)}`
      return { 'a.js': region, 'a.md': region }
    },
  ),
  {
    title: 'vitepress: a part with many unknown members in many places',
    files: () => ({
      '.vitepress/config.js': `const a = { ${numbered(20_000, (at) => `a${at}: b(), `)} }\nexport default { themeConfig: { sidebar: [${'a, '.repeat(90_000)}] } }`,
      'page.md': '# A\n',
    }),
  },
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
]
