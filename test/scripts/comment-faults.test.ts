import t from 'tap'
import { CitedFiles } from '../../scripts/cited-files.ts'
import { commentFaults } from '../../scripts/comment-faults.ts'

t.test('a comment begins with its subject', async (t) => {
  t.strictSame(commentFaults('/** Past it 413. */\nconst limit = 1', 'ts'), ['1: a comment begins with “Past”'])
  t.strictSame(commentFaults('const limit = 1 // Of a body.', 'ts'), ['1: a comment begins with “Of”'])
  t.strictSame(commentFaults('/** Larger bodies are refused with 413. */\nconst limit = 1', 'ts'), [])
  t.strictSame(commentFaults('int a = 0;  // Told of deaths.', 'cpp'), ['1: a comment begins with “Told”'])
})

t.test('a comment says what a value is, not that there is none', async (t) => {
  const faultsOf = (text: string): string[] => commentFaults(`/** ${text} */\nconst a = 1`, 'ts')
  t.match(faultsOf('The page; null: it has none.'), [/^1: “null: it has none”/])
  t.match(faultsOf('Names in a folder; empty: there are none.'), [/^1: “empty: there are none”/])
  t.match(faultsOf('Parses a line. Null when it is none.'), [/^1: “is none”/])
  t.strictSame(
    faultsOf('The page, or null. The last one is used when there is none; null if it has none that is shown.'),
    [],
  )
})

t.test('lines of one comment are one text', async (t) => {
  t.strictSame(commentFaults('// A row is counted\n// Of all rows.\nconst rows = 1', 'ts'), [])
  t.strictSame(commentFaults('// A row is counted.\n\n// Of all rows.\nconst rows = 1', 'ts'), [
    '3: a comment begins with “Of”',
  ])
})

t.test('text in strings and templates is no comment', async (t) => {
  t.strictSame(commentFaults("const a = '// Of a'\nconst b = `/* Of ${a} */`\nconst c = /\\/\\/ Of/", 'ts'), [])
  t.strictSame(commentFaults('const char* a = "// Of a";', 'cpp'), [])
})

t.test('a fenced drawing of a docblock is not a sentence', async (t) => {
  const long = 'word '.repeat(36)
  const drawing = ['```', long, long, '```'].join('\n * ')
  t.strictSame(commentFaults(`/**\n * A ring:\n *\n * ${drawing}\n *\n * It is empty.\n */\nconst a = 1`, 'ts'), [])
  t.match(commentFaults(`/**\n * ${long}\n * ${drawing}\n */\nconst a = 1`, 'ts'), [/^1: a sentence has 36 words/])
  t.match(commentFaults(`/**\n * ${drawing}\n * ${long}\n */\nconst a = 1`, 'ts'), [/^1: a sentence has 36 words/])
})

t.test('a sentence of a docblock has at most 35 words', async (t) => {
  const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ')
  t.strictSame(commentFaults(`/** ${words(35)}. ${words(35)}. */`, 'ts'), [])
  t.match(commentFaults(`/**\n * ${words(20)}\n * ${words(16)}.\n */\nconst a = 1`, 'ts'), [
    /^1: a sentence has 36 words/,
  ])
  t.strictSame(commentFaults(`/**\n * ${words(20)}\n * - ${words(20)}\n * @param a ${words(20)}\n */`, 'ts'), [])
})

t.test('a comment cites only files that are there', async (t) => {
  const cited = new CitedFiles(['docs/limits.md'])
  const missingFiles = (text: string): string[] => cited.missingInComment(text, 'src')
  const source = '/** See docs/limits.md. */\nconst a = 1 // See docs/gone.md.\nconst b = "docs/gone.md"'
  t.strictSame(commentFaults(source, 'ts', missingFiles), ['2: a comment cites docs/gone.md, which is not there'])
})
