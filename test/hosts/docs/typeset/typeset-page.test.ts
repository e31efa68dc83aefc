import t from 'tap'
import { readMarkdown } from '../../../../src/docs/readers/markdown/read-markdown.ts'
import { renderBlocks } from '../../../../src/hosts/docs/pages/render-blocks.ts'
import { typesetPage } from '../../../../src/hosts/docs/typeset/typeset-page.ts'
import { toHtml } from '../../../../src/web/markup.ts'
import { messagesFor } from '../../../../src/web/messages.ts'

function rendered(markdown: string): string {
  const { blocks } = readMarkdown(markdown, { mdx: false })
  const options = { title: 'T', messages: messagesFor('en'), imageOrigins: [], resolveLink: (href: string) => href }
  return toHtml(renderBlocks(blocks, options).body)
}

function typeset(markdown: string): Promise<string> {
  return typesetPage(rendered(markdown), () => 0)
}

function textOf(html: string): string {
  return html.replace(/<[^<>]*>/g, '')
}

t.test('parts of code get classes, and nothing else of a page changes', async (t) => {
  const html = await typeset('Text `const`.\n\n```ts\nconst a = "<b>" // c\n```\n\n```\nconst plain = 1\n```\n')
  t.match(html, '<span class="k">const</span>')
  t.match(html, '<span class="s">&quot;&lt;b&gt;&quot;</span>')
  t.match(html, '<span class="c">// c</span>')
  t.match(html, '<p>Text <code>const</code>.</p>')
  t.match(html, '<code>const plain = 1\n</code>')
  t.notMatch(html, 'style')
})

t.test('the text of code stays as it is, with and without marks, in many languages', async (t) => {
  const code = `<A b="c">&amp; 'd' \${e} </A>\n\n  # f: 1\r\tπ 𝒳 "漢字"\n// *g* \`h\`\n`
  for (const language of ['ts', 'astro', 'sh', 'md', 'mdx', 'json', 'yaml', 'html', 'css', 'python', 'diff', 'sql']) {
    for (const info of [language, `${language} {1,3} "漢字" 'd' showLineNumbers`]) {
      const before = rendered(`\`\`\`\`${info}\n${code}\`\`\`\``)
      const after = await typesetPage(before, () => 0)
      t.equal(textOf(after), textOf(before), info)
    }
  }
})

t.test('front matter in code of Markdown is coloured', async (t) => {
  for (const language of ['md', 'mdx']) {
    t.match(await typeset(`\`\`\`${language}\n---\ntitle: A\n---\n\`\`\`\n`), '<span class="a">title</span>', language)
  }
})

t.test('unknown languages, and names that are paths, are plain', async (t) => {
  for (const language of ['nonesuch', '../../package', 'constructor', '__proto__', '..', 'text']) {
    const before = rendered(`\`\`\`${language}\nconst a = 1\n\`\`\`\n`)
    t.equal(await typesetPage(before, () => 0), before, language)
  }
})

t.test('code beyond the limits of a block, a page and its time is plain', async (t) => {
  const line = 'const a = 1\n'
  const long = `\`\`\`ts\n${line.repeat(2000)}\`\`\`\n`
  t.notMatch(await typeset(long), 'class="k"')
  const half = `\`\`\`ts\n${line.repeat(1500)}\`\`\`\n`
  const many = await typeset(half.repeat(12))
  const blocks = many.split('<pre')
  t.match(blocks[1], 'class="k"')
  t.notMatch(blocks[12], 'class="k"')
  let now = 0
  const slow = await typesetPage(rendered(`${'```ts\nconst a = 1\n```\n'.repeat(3)}\n$$\nx\n$$\n`), () => (now += 6000))
  t.equal(slow.split('class="k"').length - 1, 1)
  t.match(slow, '<math', 'formulas take no time')
})

t.test('a long line is plain, and the next one is not', async (t) => {
  const html = await typeset(`\`\`\`ts\nconst a = '${'x'.repeat(3000)}'\nconst b = 1\n\`\`\`\n`)
  t.equal(html.split('class="k"').length - 1, 1)
})

t.test('formulas become MathML, in a line and of their own', async (t) => {
  const html = await typeset('The sum $$\\sum_{i=0}^n x_i$$ here.\n\n$$\n\\frac{a}{b}\n$$\n')
  t.match(html, /<p>The sum <math><mrow>.*<\/math> here\.<\/p>/s)
  t.match(html, /<div class="math" tabindex="0"><math display="block" class="tml-display"><mfrac>/)
})

t.test('a formula with a mistake is shown as its source', async (t) => {
  for (const tex of ['\\nosuch{x}', '\\frac{a', 'x'.repeat(5000), '\\def\\a{\\a\\a}\\a']) {
    const html = await typeset(`$$\n${tex}\n$$\n`)
    t.match(html, '<pre class="math" tabindex="0">')
    t.ok(html.includes(tex.slice(0, 5)), tex.slice(0, 20))
    t.notMatch(html, '<math')
  }
})

t.test('a formula leads nowhere and has no styles', async (t) => {
  const formulas = [
    '\\href{javascript:alert(1)}{x}',
    '\\includegraphics{https://x.example/a.png}',
    '\\htmlStyle{color:red}{x}',
    '\\htmlId{a}{x}',
    '\\color{red}{x}',
    '\\boxed{x}',
    '\\text{<img src=x onerror=alert(1)>}',
    '\\text{" style="color:red}',
    '\\class{a" onclick="b}{x}',
    '\\tag{1} x',
  ]
  for (const tex of formulas) {
    const html = await typeset(`$$\n${tex}\n$$\n`)
    const tags = (html.match(/<[^<>]*>/g) ?? []).join('')
    t.notMatch(tags, / (?:style|href|src|id|on\w+)=/, tex)
    t.notMatch(html, /<(?:img|a|script)\b/, tex)
  }
})
