import t from 'tap'
import { toSections } from './to-sections.ts'

const TICKS = '```'

function textOf(markdown: string, mdx = false): string {
  return toSections(markdown, { mdx, title: 'Another title' })
    .sections.map(({ heading, text }) => (heading === '' ? text : `[${heading}]\n${text}`))
    .join('\n')
    .trim()
}

const BLOCKS: readonly (readonly [what: string, markdown: string, text: string])[] = [
  ['ATX headings start sections', 'intro\n# A #\none\n### B\ntwo', 'intro\n[A]\none\n[B]\ntwo'],
  ['a # without a space is text', '#tag and\n####### seven', '#tag and ####### seven'],
  ['# C# keeps its sign', '# C#\nx', '[C#]\nx'],
  ['setext headings start sections', 'Two\nlines\n===\none\n\nB\n-\ntwo', '[Two lines]\none\n[B]\ntwo'],
  ['a thematic break is no heading', 'a\n\n---\n\n* * *\nb', 'a\nb'],
  ['fenced code is kept verbatim', `a\n${TICKS}js\n# no\n  *x* <b>\n${TICKS}\nb`, 'a\n# no\n  *x* <b>\nb'],
  ['a fence ends at one as long', '~~~~\n~~~\n~~~~~\n*a*', '~~~\na'],
  ['a fence without end takes the rest', `${TICKS}\n# x`, '# x'],
  ['a title after a fence is kept', `${TICKS}js title="app.js"\nx\n${TICKS}`, 'app.js\nx'],
  ['indented code is kept verbatim', 'a\n\n    # x *y*\n\tz', 'a\n# x *y*\nz'],
  ['an indented line goes on with its paragraph', 'a\n      # b', 'a # b'],
  ['list items are lines', '- a\n  b\n- c\n\n  d\n1. e\n2) f\n+ [x] done', 'a b\nc\nd\ne\nf\ndone'],
  ['a number in the middle of a paragraph starts no list', 'born in\n1986. A good year', 'born in 1986. A good year'],
  ['a heading in a list or a quote is a heading', '- ## A\n\n> ## B\n> c', '[A]\n\n[B]\nc'],
  ['code in a list item is code', `- a\n\n  ${TICKS}\n  # x\n  ${TICKS}\n- b`, 'a\n# x\nb'],
  ['quotes are text, also lazily', '> a\nb\n>> c', 'a b\nc'],
  ['an alert loses its mark', '> [!NOTE]\n> Text', 'Text'],
  [
    'tables give a line for each row',
    '| A | `b` |\n|---|:-:|\n| 1 \\| x | **2** |\n\nafter',
    'A | b\n1 | x | 2\nafter',
  ],
  ['a pipe in a paragraph is text', 'a | b\nc', 'a | b c'],
  ['a delimiter of another width is no table', 'a | b\n--|--|--', 'a | b --|--|--'],
  ['comments go, with blank lines in them', 'a\n<!-- x\n\n# no\n--> b\n\nc', 'a\nb\nc'],
  ['script and style go with their content', '<style>\n.a {}\n</style>\n<script>let x</script>\nb', 'b'],
  ['HTML goes, its text stays', '<div class="x">\n<p>one</p><p>two</p>\n</div>', 'one\ntwo'],
  ['components on lines of their own go', '<Tabs>\n<Tab label="Npm">\na\n</Tab>\n</Tabs>', 'Npm\na'],
  ['link definitions go, footnotes stay', 'see [x]\n\n[x]: http://a.b "t"\n[^1]: the note', 'see x\nthe note'],
  ['directives keep their title', ':::tip[Care] \na\n:::\n::: warning Hot\nb\n:::', 'Care\na\nHot\nb'],
]

for (const [what, markdown, text] of BLOCKS) {
  t.test(what, async (t) => {
    t.equal(textOf(markdown), text)
  })
}

const MDX: readonly (readonly [what: string, markdown: string, text: string])[] = [
  [
    'imports and exports go',
    'import A from "a"\nexport const b = {\n\n  c: 1\n}\n\nexport your data',
    'export your data',
  ],
  [
    'a component may hold blank lines',
    "export const Box = ({children}) => {\n  const c = 'x {';\n\n  return (\n    <div className={c}>{children}\n\n</div>\n  );\n};\n\na",
    'a',
  ],
  [
    'a sign of a text in an export is none',
    'export const s = (t) => t.replace(/`/g, "")\n\nUse `npm ci` here',
    'Use npm ci here',
  ],
  ['an element of an export may hold blank lines', 'export const A = () => (\n  <p>\n\n  b</p>\n)\n\na', 'a'],
  ['a text of an export may hold blank lines', 'export const a = [`b\n\nc`]\nexport const d = 1 // (\n\na', 'a'],
  ['imports in code stay', `${TICKS}\nimport A from "a"\n${TICKS}`, 'import A from "a"'],
  ['tags go and children stay', '<Note>\n  Some *text*\n\n  ## In\n\n  - a\n</Note>', 'Some text\n[In]\na'],
  ['indented children are no code', '<A>\n    text *x*\n</A>', 'text x'],
  ['title, label and alt stay', '<Card title="# A" href="/x">\nb <Img alt={"c"} />\n</Card>', '# A\nb c'],
  ['tags part words where readers see them apart', '<T>npm</T><T>yarn</T>, un<b>b</b>x', 'npm yarn, unbx'],
  ['expressions go, string literals stay', 'a {b.c} {"d"} {`*e*`} {/* it\'s */}f {"{"}', 'a d *e* f {'],
  ['code is left alone', '`{x}` and \\{ and `<T>`', '{x} and { and <T>'],
  ['an expression may hold blank lines', '{\n  a && <p>\n\n  b</p>\n}\nc', 'c'],
  ['attributes may hold expressions', '<A b={{c: "}"}} {...d} e={() => 1}>f</A>', 'f'],
  ['void elements and comments need no care', 'a<br>b <!-- c --> d', 'a b d'],
  ['a < before a space is text', '2 < 3 <https://x.y>', '2 < 3 https://x.y'],
]

for (const [what, markdown, text] of MDX) {
  t.test(`MDX: ${what}`, async (t) => {
    t.equal(textOf(markdown, true), text)
  })
}

t.test('MDX with a fault is read as plain Markdown', async (t) => {
  t.equal(textOf('a { b *c* <T>', true), 'a { b c <T>')
})

t.test('anchors are the ids of the headings, explicit ones included', async (t) => {
  const { sections, headings } = toSections('# A\n## B `c` {#own}\n## B\n## B \\{#two}\n## A', {
    mdx: false,
    title: 'A',
  })
  t.same(
    headings.map(({ level, text, id }) => [level, text, id]),
    [
      [1, 'A', 'a'],
      [2, 'B c', 'own'],
      [2, 'B', 'b'],
      [2, 'B', 'two'],
      [2, 'A', 'a-1'],
    ],
  )
  t.same(
    sections.map(({ anchor }) => anchor),
    ['own', 'b', 'two', 'a-1'],
  )
})

t.test('a first heading that repeats the title is not indexed again, any other is', async (t) => {
  const markdown = '# Guide\nintro\n# Guide\nmore'
  t.same(toSections(markdown, { mdx: false, title: 'Guide' }).sections, [
    { heading: '', anchor: '', level: 0, text: 'intro' },
    { heading: 'Guide', anchor: 'guide-1', level: 1, text: 'more' },
  ])
  t.equal(toSections(markdown, { mdx: false, title: 'Other' }).sections[0]?.heading, 'Guide')
  const below = '![badge](b.svg)\n\n# Guide\nintro'
  t.same(toSections(below, { mdx: false, title: 'Guide' }).sections, [
    { heading: '', anchor: '', level: 0, text: 'badge\nintro' },
  ])
})

t.test('labels are no part of the text of their heading, and stand in the text of its section', async (t) => {
  const markdown =
    '# Guide <Badge text="2.0" />\n\n## Tabs <Badge text="New" variant="tip" />\nof a page\n\n## <Badge text="x" />\n'
  t.same(toSections(markdown, { mdx: true, title: 'Guide' }).sections, [
    { heading: '', anchor: '', level: 0, text: '2.0' },
    { heading: 'Tabs', anchor: 'tabs', level: 2, text: 'New\nof a page' },
    { heading: 'x', anchor: 'section', level: 2, text: '' },
  ])
})

t.test('an empty page has no sections', async (t) => {
  t.same(toSections(' \n\n', { mdx: false }), { sections: [], headings: [] })
})
