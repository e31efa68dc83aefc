import { existsSync, readFileSync, readdirSync } from 'node:fs'
import t from 'tap'

t.test('every example has a test, and a row in the table of examples', (t) => {
  const table = readFileSync('examples/README.md', 'utf8')
  const folders = readdirSync('examples', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  t.equal(folders.length, 5)
  for (const { name } of folders) {
    t.ok(existsSync(`test/examples/${name}.test.ts`), name)
    t.ok(table.includes(`| [${name}](${name}/README.md)`), name)
  }
  t.end()
})
