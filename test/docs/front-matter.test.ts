import t from 'tap'
import { parseSimpleFields, parseYamlFields } from '../../src/docs/front-matter-formats.ts'
import { splitFrontMatter } from '../../src/docs/front-matter.ts'
import { parseUpdated } from '../../src/docs/updated.ts'

const BLOCKS = [
  'title: Getting started\ndescription: How to, and why.\n',
  'title: "Quoted: text"\ndescription: \'single # quoted\'\n',
  '# comment\n\ntitle: 快速入门\nslug: a/b\n',
  'title: 1.10\nupdated: 2026-11-20\ndraft: true\nnothing: null\n',
  'title:\ndescription: ""\n',
  'title: a:b c#d "e" [f]\n',
  'title: a: b\n',
  'title: a # comment\n',
  'title: "a \\" b"\n',
  "title: 'it''s'\n",
  'title: [a, b]\n',
  'title: {a: b}\n',
  'title: *alias\n',
  'title: &anchor x\n',
  'title: !tag x\n',
  'title: | \n  block\n',
  'title: >\n  folded\n  text\n',
  'title: one\n  two\n',
  'title: a\ntitle: b\n',
  'tags:\n  - a\n  - b\ntitle: c\n',
  'tags:\n- a\ntitle: c\n',
  'title:a\n',
  'title: @a\n',
  'title: `a`\n',
  'title: %a\n',
  'title: - a\n',
  'title: "a" b\n',
  'title: a:\n',
  'title:\tb\n',
  'a b: c\n',
  '"title": c\n',
  '? title\n: c\n',
  '<<: c\n',
  'title: a\t# b\n',
  'title:  spaces  \n',
  '...',
  '',
]

t.test('the fast path gives what YAML gives for every block that it accepts', async (t) => {
  let accepted = 0
  for (const block of BLOCKS) {
    const simple = parseSimpleFields(block)
    if (simple === null) continue
    accepted += 1
    const faults: never[] = []
    t.same([...simple], [...parseYamlFields(block, faults)], JSON.stringify(block))
    t.same(faults, [])
  }
  t.ok(accepted >= 6)
})

t.test('the fast path agrees with YAML on blocks put together at random', async (t) => {
  const pieces = [
    'title',
    'updated',
    ':',
    ': ',
    ' ',
    '\n',
    '"',
    "'",
    '#',
    ' #',
    'a',
    '1',
    '-',
    '[',
    '{',
    '|',
    '中',
    '&',
    '*',
    '\\',
  ]
  let seed = 20261120
  const random = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  for (let round = 0; round < 5000; round++) {
    const block = 'title: ' + Array.from({ length: random(8) }, () => pieces[random(pieces.length)]).join('')
    const simple = parseSimpleFields(block)
    if (simple === null) continue
    const faults: never[] = []
    const yaml = parseYamlFields(block, faults)
    if (faults.length > 0) t.fail(`the fast path accepts what YAML refuses: ${JSON.stringify(block)}`)
    else if (JSON.stringify([...simple]) !== JSON.stringify([...yaml]))
      t.same([...simple], [...yaml], JSON.stringify(block))
  }
})

t.test('front matter is taken off and its lines are counted', async (t) => {
  t.match(splitFrontMatter('---\ntitle:  A\n B\ndescription: >-\n  c\n  d\nupdated: 2026-11-20\n---\n\n\n  text\n'), {
    frontMatter: { title: 'A B', description: 'c d', updatedAt: '2026-11-20T00:00:00Z' },
    body: '  text\n',
    bodyLine: 11,
    faults: [],
  })
  t.match(splitFrontMatter('---\n---\ntext'), { frontMatter: { title: null }, body: 'text', bodyLine: 3 })
  t.match(splitFrontMatter('text\n---\ntitle: a\n---'), { frontMatter: { title: null }, bodyLine: 1 })
  t.match(splitFrontMatter('---\n\nA page that begins with a break'), { faults: [], bodyLine: 1 })
})

t.test('faulty front matter is reported with its line, and its plain fields are used', async (t) => {
  for (const [source, line, title] of [
    ['---\ndescription: x\ntitle: Errors: what they mean\n---\n', 3, 'Errors: what they mean'],
    ['---\ntitle: "open\n---\n', 3, '"open'],
    ['---\ntitle: @a\n---\n', 2, '@a'],
    ['---\n- a\n---\n', 2, null],
    ['---\nupdated: 2026-01-01\ntitle: [a]\n---\n', 3, null],
    ['---\ntitle: A\ntext', 1, null],
  ] as const) {
    const { faults, frontMatter } = splitFrontMatter(source)
    t.match(faults, [{ code: 'bad_yaml', line }], source)
    t.equal(frontMatter.title, title, source)
  }
  t.match(splitFrontMatter('---\ntitle: A\nupdated: soon\n---\n').faults, [{ code: 'bad_date', line: 3 }])
})

t.test('a block that is too long is reported, and its first fields are used', async (t) => {
  const fields = Array.from({ length: 2000 }, (_, at) => `key-${at}: value`).join('\n')
  t.match(splitFrontMatter(`---\ntitle: A\n${fields}\n---\nbody`), {
    frontMatter: { title: 'A' },
    body: 'body',
    faults: [{ code: 'bad_yaml', line: 1 }],
  })
})

t.test('dates and times become RFC 3339 in UTC, and what is no date is refused', async (t) => {
  for (const [text, updatedAt] of [
    ['2026-11-20', '2026-11-20T00:00:00Z'],
    ['2026-11-20T09:30:00Z', '2026-11-20T09:30:00Z'],
    ['2026-11-20T09:30:00.123Z', '2026-11-20T09:30:00Z'],
    ['2026-11-20 09:30', '2026-11-20T09:30:00Z'],
    ['2026-11-20T09:30:00+09:00', '2026-11-20T00:30:00Z'],
    ['2026-11-20 00:30:00 -0130', '2026-11-20T02:00:00Z'],
    ['2024-02-29', '2024-02-29T00:00:00Z'],
    ['2026-02-30', null],
    ['2026-13-01', null],
    ['2026-11-20T25:00:00Z', null],
    ['20 November 2026', null],
    ['2026', null],
    ['', null],
  ] as const) {
    t.equal(parseUpdated(text), updatedAt, text)
  }
})
