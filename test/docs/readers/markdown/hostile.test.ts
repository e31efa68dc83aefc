import t from 'tap'
import { splitFrontMatter } from '../../../../src/docs/front-matter.ts'
import { toSections } from './to-sections.ts'

/** Length of a page on which anything slower than linear time exceeds the time of a test. */
const LENGTH_CHARS = 300_000

const PIECES = [
  '[', ']', '<', '`', '*', '*a ', '_a', '*_', '~~a', '[a](', '[](a "', "[](a 'x", '![', '<a ', '<a x="', "<a x='", '<!--',
  '<a@', '<http:', '&#', '#', '# a\n', '# same\n\n', '>', '> > \n', '- ', '-', '1. ', '\n', ' ', '   a', '\\', '|', 'a|b\n',
  '-|', 'a\n-\n', '```\n', ':::a\n', '中\n', '[a]:\n', '[aaaaaaaaaaaaaaaaaaaa\n', '__a', '__a_a', '{', "{'", '{"\\', '{/*',
  '{`', '[^a]: ', '<!---->', '{a}', '{a} ', 'import x from "y"\n', 'import {\n\n', 'export {', '<A a={', '<A>', '</A>', '<A/>', '<>', '\t', '-\t',
] // prettier-ignore

t.test('a page of one piece repeated without end is read in linear time', async (t) => {
  for (const piece of PIECES) {
    const source = piece.repeat(Math.ceil(LENGTH_CHARS / piece.length))
    for (const mdx of [false, true]) t.ok(toSections(source, { mdx }), JSON.stringify(piece))
  }
})

t.test('a line separator inside a line costs no more than any other character', async (t) => {
  for (const start of [`:::${'a'.repeat(LENGTH_CHARS)}`, '`'.repeat(LENGTH_CHARS), `#${' '.repeat(LENGTH_CHARS)}a`]) {
    t.ok(toSections(`${start}\u2028b`, { mdx: false }), start.slice(0, 4))
  }
  t.match(toSections('# A\u2028b', { mdx: false }).headings, [{ level: 1 }])
  const source = `---\ntitle:${' '.repeat(LENGTH_CHARS)}a\u2028b\n---\nbody`
  t.match(splitFrontMatter(source), { faults: [{ code: 'bad_yaml' }], body: 'body' })
})

t.test('hostile combinations are read in linear time', async (t) => {
  const half = LENGTH_CHARS / 2
  const sources = {
    'backtick runs of every length': Array.from({ length: 1400 }, (_, length) => '`'.repeat(length + 1)).join(' '),
    'brackets beside a definition': `[x]: y\n\n${'[x]['.repeat(half / 4)}`,
    'footnotes beside a definition': `[^x]: y\n\n${'[^'.repeat(half)}`,
    'a wide table': `|a|b|\n|-|-|\n${'|\\'.repeat(half)}`,
    'blank lines in deep lists': `${'- '.repeat(40)}\n${'\n'.repeat(half)}`,
    'tags that never match': '<A>'.repeat(half / 3) + '</B>'.repeat(half / 4),
    'deep tags': '<A>'.repeat(half / 3) + '</A>'.repeat(half / 4),
    'one line of expressions': '{a} '.repeat(half / 4),
    'comments that end far below': `${'{/*\n'.repeat(half / 4)}*/} x`,
    'expressions that end far below': `${'{\n'.repeat(half / 2)}${'}'.repeat(half / 2)} x`,
    'a code span with an expression on each line': `\`\n${'{\n'.repeat(half / 2)}\``,
    'tags that end behind their paragraph': `x ${'<a {'.repeat(half / 4)}\n\n${'}'.repeat(half / 4)}/>`,
    'tags that are none, with expressions that end far below': `- \`\`\`\n\n${'<a b={\n'.repeat(half)}${'}\n'.repeat(half)}`,
    'module code without an end behind a fence of an item': `- \`\`\`\n\n${'export {\n\n'.repeat(half)}`,
    'quotes without partners': `{"${`\\"`.repeat(half / 2)}`,
  }
  for (const [name, source] of Object.entries(sources)) {
    for (const mdx of [false, true]) t.ok(toSections(source, { mdx }), name)
  }
})

t.test('hostile front matter is refused or read, and ends', async (t) => {
  for (const block of ['[', '{a: ', '- ', 'a: &x [*x', '? ', '"', '!!a ', 'a: |\n  x\n', '\n', 'k: v\n']) {
    const source = `---\n${block.repeat(16_000 / block.length)}\n---\nbody`
    t.equal(splitFrontMatter(source).body, 'body', JSON.stringify(block))
  }
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]', ...'bcdefghi'.split('').map((key, at) => bombLine(key, at))].join(
    '\n',
  )
  t.match(splitFrontMatter(`---\ntitle: T\n${bomb}\n---\n`), {
    frontMatter: { title: 'T' },
    faults: [{ code: 'bad_yaml' }],
  })
})

function bombLine(key: string, at: number): string {
  const before = 'abcdefgh'[at] as string
  return `${key}: &${key} [${Array.from({ length: 9 }, () => `*${before}`).join(', ')}]`
}
