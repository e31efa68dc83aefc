import { readFileSync, readdirSync } from 'node:fs'
import t from 'tap'

t.test('every example has a test, and a row in the table of examples', (t) => {
  const table = readFileSync('examples/README.md', 'utf8')
  const folders = readdirSync('examples', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  t.equal(folders.length, 6)
  const tests = readdirSync('test/examples')
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(`test/examples/${name}`, 'utf8'))
    .join('')
  for (const { name } of folders) {
    t.match(tests, new RegExp(`['/]${name}'`), `a test names ${name}`)
    t.ok(table.includes(`| [${name}](${name}/README.md)`), name)
  }
  t.end()
})
