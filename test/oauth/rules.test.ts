import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

const TESTS = join(import.meta.dirname, '..')

/** The lines of the table in `rules.md`: specification and section, what it demands, and where that is shown. */
const RULES = readFileSync(join(import.meta.dirname, 'rules.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .slice(2)
  .map(([from = '', rule = '', file = '', title = '']) => ({ from, rule, file, title }))

/** What comes after the name of the function, in quotation marks of any kind; a line end may lie between. */
const TITLE = /\bt\.test\(\s*(?:'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/g

/** The titles in a file; those that are made from a table as expressions, with what was filled in as their groups. */
function titlesIn(source: string): readonly RegExp[] {
  return [...source.matchAll(TITLE)].map(([, plain, made]) => {
    const parts = (plain ?? made ?? '').split(/\$\{[^}]*\}/)
    return new RegExp(`^${parts.map((part) => escape(part)).join('(.+)')}$`)
  })
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
}

/** Whether a test of that name is there: what was filled in must be in the table of the file. */
function holds(source: string, title: string): boolean {
  return titlesIn(source).some((pattern) => {
    const filled = pattern.exec(title)?.slice(1)
    return (
      filled?.every((text) => [`'${text}'`, `"${text}"`, `\`${text}\``].some((quoted) => source.includes(quoted))) ===
      true
    )
  })
}

t.test('a title is found when it is written out or made from a table, and not otherwise', async (t) => {
  const source = "const T = ['red', 'blue']\nfor (const c of T) t.test(`a ${c} fox`, f)\nt.test(\n  'a dog',\n  f)"
  for (const title of ['a red fox', 'a blue fox', 'a dog']) t.ok(holds(source, title), title)
  for (const title of ['a green fox', 'a red foxes', 'a cat', 'a dogs']) t.notOk(holds(source, title), title)
})

t.test('the table has every rule on a line', async (t) => {
  t.ok(RULES.length > 100)
  t.ok(RULES.every(({ from, rule, title }) => from !== '' && rule !== '' && title !== ''))
})

for (const file of new Set(RULES.map((rule) => rule.file))) {
  t.test(`every rule that names ${file} names a test in it`, async (t) => {
    const source = readFileSync(join(TESTS, file), 'utf8')
    for (const { from, rule, title } of RULES.filter((one) => one.file === file)) {
      t.ok(holds(source, title), `${from}: ${rule} → ${title}`)
    }
  })
}
