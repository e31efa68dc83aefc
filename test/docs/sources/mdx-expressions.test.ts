import { readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { faultsOf, pageOf, readFiles, textOf } from './pages-of.ts'

const MODULE = `export const plan = { name: 'Pro', price: 12, tags: ['a', 'b'] }
export const on = true
export const list = ['one', 'two']
`

/** Text of a page of Docusaurus with these lines below its module code. */
async function shown(test: Test, lines: string): Promise<{ text: string; faults: string[] }> {
  const content = await readFiles(test, {
    'docusaurus.config.js': 'export default {}',
    'docs/a.mdx': `---\ntitle: Own\n---\n\n${MODULE}\n${lines}\n`,
  })
  return { text: textOf(content, 'en', 'docs/a'), faults: faultsOf(content) }
}

t.test('expressions whose value can be told are shown as MDX shows them', async (t) => {
  // The right side is what @mdx-js/mdx and React make of the left one.
  const cases: [string, string][] = [
    ['Price {plan.price * 2} of {plan.name}.', 'Price 24 of Pro.'],
    ['{plan.tags.join(", ")}, {`t ${plan.name}`} and {1 + 1}', 'a, b, t Pro and 2'],
    ['{on && <b>conditional *lynx* {plan.name}</b>}', 'conditional *lynx* Pro'],
    ['Not {!on && <b>hidden</b>}here.', 'Not here.'],
    ["{plan.price > 9 ? 'dear' : 'cheap'}, {plan.price === 5 ? <i>five</i> : <i>other</i>}", 'dear, other'],
    ['<ul>\n  {list.map((each, at) => (\n    <li key={at}>{each}, {at + 1}</li>\n  ))}\n</ul>', 'one, 1\ntwo, 2'],
    ['{list.map((each) => <p>{each}</p>)}', 'one\ntwo'],
    ["{plan.tags.length} tags, {null}{undefined}{false}none, {'a_b*c*'}", '2 tags, none, a_b*c*'],
    ['{frontMatter.title} {frontmatter.title}', 'Own Own'],
    ['{/* nothing */}\n\n{ plan.name }', 'Pro'],
    ['- item {plan.name}\n- {list[1]}', 'item Pro\ntwo'],
    ['| a | b |\n| - | - |\n| {plan.name} | {plan.price / 5} |', 'a | b\nPro | 2.4'],
    ['## Heading {plan.name}', 'Heading Pro'],
    ['<Card title={<>Big <b>words</b></>} description={null} />', 'Big words'],
    ['<Tabs>\n<TabItem label={plan.name}>Text</TabItem>\n</Tabs>', 'Pro\nText'],
  ]
  for (const [lines, expected] of cases) {
    const { faults, text } = await shown(t, lines)
    t.equal(text, expected, lines)
    t.strictSame(faults, [], lines)
  }
})

t.test('what only a program tells is reported at its line, wherever it stands', async (t) => {
  const content = await readFiles(t, {
    'docusaurus.config.js': 'export default {}',
    'docs/_part.mdx': 'Of a part:\n\n{part()}\n',
    'docs/a.mdx': `---
title: A
---

import Part from './_part.mdx'

{block()}

A paragraph of two lines,
{paragraph()} in the second.

## A {heading()}

A {title()}
===

> A quotation,
> {quotation()}

- An item
  \`{now()}\`, {now()}

| {head()} | b |
| - | - |
| c | {cell()} |

<Card title={useThis().title} onClick={() => go()} style={{ color }}>

Text {within()}

</Card>

<Part />
`,
  })
  t.strictSame(
    content.faults
      .filter(({ code }) => code === 'unread_template')
      .map(
        ({ line, message }) =>
          `${line} ${message.replace(' is left out, since only a program tells what it shows', '')}`,
      ),
    [
      '7 {block()}',
      '10 {paragraph()}',
      '12 {heading()}',
      '14 {title()}',
      '18 {quotation()}',
      '21 {now()}',
      '23 {head()}',
      '25 {cell()}',
      '27 {useThis().title}',
      '29 {within()}',
      '33 {part()}',
    ],
  )
})

t.test('of many expressions the first are reported one by one, and of the others the number', async (t) => {
  const content = await readFiles(t, {
    'docusaurus.config.js': 'export default {}',
    'docs/a.mdx': `# A\n\n${Array.from({ length: 130 }, (_, at) => `{made(${at})}`).join('\n\n')}\n`,
  })
  t.equal(content.faults.length, 101)
  t.match(content.faults.at(-1), {
    line: 203,
    message: '30 more expressions are left out from here on, since only a program tells what they show',
  })
})

t.test('a native page shows values too, and reports what has none', async (t) => {
  const content = await readFiles(t, {
    'docs/en/index.mdx':
      '---\ntitle: Home\n---\n\nexport const n = 3\n\n{n * 2} of {frontMatter.title}, {n && <b>some</b>}\n',
    'docs/en/other.mdx':
      "---\ntitle: Other\n---\n\nimport Part from './part.mdx'\n\n{made()}\n\n<Part />\n\n[home](.)\n",
  })
  t.equal(textOf(content, 'en', ''), '6 of Home, some')
  t.same(
    faultsOf(content).filter((fault) => !fault.includes('orphan')),
    ['docs/en/other.mdx:7 unread_template', 'docs/en/other.mdx:9 unresolved_include'],
  )
})

t.test(
  'a part stands in a line, an item and a cell, with its own values, and its links count from its file',
  async (t) => {
    const content = await readFiles(t, {
      'docusaurus.config.js': 'export default {}',
      'docs/deep/_part.mdx':
        'export const own = "own"\n\nA part of {props.of} and {own}, see [there](./there.md) and [defined].\n\n[defined]: ../page.mdx\n',
      'docs/deep/_word.md': 'word',
      'docs/deep/there.md': '# There\n',
      'docs/page.mdx':
        '# Page\n\nimport Part from "./deep/_part.mdx"\nimport Word from "./deep/_word.md"\n\nexport const own = "page"\n\n- <Part of="an item" />\n- One <Word /> in {own}.\n\n| <Word/> | b |\n| - | - |\n| c | <Word></Word> |\n',
    })
    t.equal(
      textOf(content, 'en', 'docs/page'),
      'A part of an item and own, see there and defined.\nOne word in page.\nword | b\nc | word',
    )
    const { blockLines } = pageOf(content, 'en', 'docs/page')
    t.match(blockLines, '"target":"/en/docs/deep/there"')
    t.match(blockLines, '"target":"/en/docs/page"')
    t.strictSame(faultsOf(content), [])
  },
)

t.test('expressions cost no more than their page may', async (t) => {
  const content = await readFiles(t, {
    'docusaurus.config.js': 'export default {}',
    'docs/many.mdx': `# M\n\nexport const x = 'ab'.repeat(10)\n\n${Array.from({ length: 5000 }, (_, at) => `{x + ${at}}`).join('\n\n')}\n`,
    'docs/doubled.mdx': `# D\n\nexport const a0 = 'ab'\n${Array.from({ length: 60 }, (_, at) => `export const a${at + 1} = a${at} + a${at}`).join('\n')}\n\n{a60}\n`,
    'docs/endless.mdx': '# E\n\nexport const f = (n) => f(n + 1)\n\n{f(0)}\n',
    'docs/text.mdx':
      '# T\n\nNo {constructor}, {__proto__}, {process.exit(1)}, {[].constructor.constructor("return 1")()}.\n',
  })
  t.ok(textOf(content, 'en', 'docs/many').length < 10_000_000)
  t.same(faultsOf(content), [
    'docs/doubled.mdx:65 unread_template',
    'docs/endless.mdx:5 unread_template',
    ...Array.from({ length: 101 }, (_, at) => `docs/many.mdx:${4005 + 2 * at} unread_template`),
    ...Array.from({ length: 4 }, () => 'docs/text.mdx:3 unread_template'),
  ])
  t.equal(textOf(content, 'en', 'docs/text'), 'No , , , .')
})

t.test(
  'players, frames, images and links whose address only a program tells are reported at their lines',
  async (t) => {
    const page = `import film from '../static/a.mp4'
import useBaseUrl from '@docusaurus/useBaseUrl'

<video src={film} controls />
<video controls><source src={useBaseUrl('/a.mp4')} type="video/mp4" /></video>
<video {...{ src: '/a.mp4' }} />

<video src={unknown(1)} />

<audio><source src={unknown(2)} /><source src={unknown(3)} /></audio>

<iframe
  src={unknown(4)}
  title="A frame" />

In a line <img src={unknown(5)} alt="an image" /> and <img src={unknown(6)} />.

<object data={unknown(7)} /> <embed src={unknown(8)} /> <video {...unknown(9)} />

<video poster={unknown(10)} src="/a.mp4" />

<video><track src={unknown(11)} /><source src="/a.mp4" /></video>

<a href={unknown(12)}>A link</a>

<picture><source srcSet={unknown(13)} /><img src="/a.png" alt="still" /></picture>

<ThemedImage sources={{ light: unknown(14) }} alt="themed" />

<iframe srcDoc={unknown(15)}></iframe>

<iframe srcdoc="<p>words</p>" title="given"></iframe>
`
    const files = { 'docusaurus.config.js': 'export default {}', 'static/a.mp4': 'x', 'static/a.png': readFileSync('test/fixtures/sites/docusaurus/source/static/bar.png'), 'docs/a.mdx': `# A\n\n${page}` } // prettier-ignore
    const content = await readFiles(t, files)
    const { blockLines, markdown } = pageOf(content, 'en', 'docs/a')
    t.equal(blockLines.match(/a\.mp4/g)?.length, 5, 'what is told is played')
    t.match(markdown, 'A frame\n')
    t.match(markdown, 'In a line an image and .')
    const told = content.faults.filter(({ code }) => code === 'unread_template')
    t.strictSame(
      told.map(({ line, message }) => `${line} ${/unknown\(\d+\)/.exec(message)?.[0]}`),
      [10, 12, 12, 14, 18, 18, 20, 20, 20, 22, 24, 26, 28, 30, 32].map((line, at) => `${line} unknown(${at + 1})`),
    )
    t.strictSame(
      faultsOf(content).filter((fault) => !fault.endsWith('unread_template')),
      ['docs/a.mdx:34 missing_image'],
    )
  },
)

t.test('a player of HTML without an address is reported, and one that goes on in further lines is not', async (t) => {
  const page = '# A\n\n<video controls></video>\n\n<video controls>\n\n<source src="a.mp4">\n\n</video>\n'
  const content = await readFiles(t, { 'a.md': page, 'a.mp4': 'x' })
  t.strictSame(faultsOf(content), ['a.md:3 missing_image'])
  t.match(pageOf(content, 'en', 'a').markdown, 'a.mp4')
})
