import { rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { fingerprintContent } from '../../src/docs/fingerprint.ts'
import { readContent } from '../../src/docs/read-content.ts'
import { createWalk } from '../../src/docs/tree/walk-folder.ts'
import { writeTree } from './write-tree.ts'

t.test('the fingerprint stays while nothing changes, and changes with every change of a file', async (t) => {
  const folder = await writeTree(t, {
    'en/a.md': '# A',
    'en/b.md': '# B',
    'en/x.png': '1',
    'en/x.sh': '1',
    'en/meta.json': '{}',
  })
  const file = (name: string) => join(folder, 'docs', 'en', name)
  let last = await fingerprintContent(folder)
  t.equal(await fingerprintContent(folder), last)
  await writeFile(file('x.sh'), '22')
  t.equal(await fingerprintContent(folder), last)

  const changes: readonly (readonly [what: string, change: () => Promise<void>])[] = [
    ['another size', () => writeFile(file('a.md'), '# A2')],
    ['another time', () => utimes(file('a.md'), 1e9, 1e9)],
    [
      'the same size and modification time',
      () => writeFile(file('a.md'), '# A3').then(() => utimes(file('a.md'), 1e9, 1e9)),
    ],
    ['a new file', () => writeFile(file('c.md'), '# C')],
    ['another name', () => rename(file('c.md'), file('d.md'))],
    ['a removed file', () => rm(file('b.md'))],
    ['another order', () => writeFile(file('meta.json'), '{"pages":[]}')],
    ['an image', () => writeFile(file('x.png'), '22')],
    ['synonyms', () => writeFile(file('synonyms.json'), '{}')],
  ]
  for (const [what, change] of changes) {
    await change()
    const now = await fingerprintContent(folder)
    t.not(now, last, what)
    last = now
  }
  await t.rejects(fingerprintContent(join(folder, 'none')))
})

t.test('works of one walk see the files that the first of them found', async (t) => {
  const folder = await writeTree(t, { 'en/a.md': '# A' })
  const walk = createWalk()
  const before = await walk(fingerprintContent)(folder)
  await writeFile(join(folder, 'docs/en/b.md'), '# B')
  t.equal(await walk(fingerprintContent)(folder), before)
  t.equal((await walk(readContent)(folder)).locales.get('en')?.pages.length, 1)
  t.not(await createWalk()(fingerprintContent)(folder), before)
  t.equal((await readContent(folder)).locales.get('en')?.pages.length, 2)
})
