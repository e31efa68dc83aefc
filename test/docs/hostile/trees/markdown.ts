import { LONG, SPACES, numbered, treesOf, type HostileTree } from './tree.ts'

const markdown = treesOf('markdown', {}, 'docs/en/page.md')

export const MARKDOWN_TREES: readonly HostileTree[] = [
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
  markdown('spaces within a heading', () => `# a${SPACES}b\n`),
  markdown('spaces before a brace in a heading', () => `# a${' {'.repeat(LONG / 2)}b\n`),
  markdown('spaces within a line of code', () => `\`\`\`js\na // [!code x${SPACES}b\n${SPACES}b\n\`\`\`\n`),
  markdown(
    'short rows below a wide head',
    () => `${'|a'.repeat(20_000)}|\n${'|-'.repeat(20_000)}|\n${'a|b\n'.repeat(20_000)}`,
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
]
