import t from 'tap'
import { readFiles } from '../sources/pages-of.ts'
import { HOSTILE_TREES } from './hostile-trees.ts'

// A reader that takes quadratic time on one of these does not end within the time of a test.
for (const { files, title } of HOSTILE_TREES) {
  t.test(`reading ends: ${title}`, async (t) => {
    const { faults, locales, reports } = await readFiles(t, files())
    const pages = [...locales.values()].flatMap((locale) => locale.pages)
    const told = faults.length + reports.reduce((sum, { leftOut }) => sum + leftOut.size, 0)
    t.ok(pages.length > 0 || told > 0, 'a page is served, or it is told why not')
    t.ok(
      pages.every(({ blockLines }) => blockLines.isWellFormed()),
      'and holds text',
    )
  })
}
