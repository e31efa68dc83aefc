import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'
import type { CatalogueFault } from '../../../src/icons/catalogue.ts'
import { CatalogueError, readSources } from '../../../src/icons/build/sources.ts'
import { readWords } from '../../../src/icons/build/words.ts'
import { contentTree } from '../../support/content-tree.ts'

const FOLDER = {
  type: 'folder',
  id: 'own',
  title: 'Own',
  folder: 'own',
  category: 'brand',
  license: { spdx: 'CC0-1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  author: { name: 'We', url: 'https://we.example/' },
}
const GOOD = { categories: [{ id: 'brand', title: 'Brand' }], sources: [FOLDER] }

/** One more element than the search can filter by. */
function many(of: (id: string) => object): object[] {
  return [...Array.from({ length: 64 }, (_, index) => of(`x${index}`)), of('brand')]
}

t.test('sources are read with what may be left out', async (t) => {
  const dir = await contentTree(t, { 'icons/sources.json': JSON.stringify(GOOD) })
  t.match(readSources(dir), { sources: [{ id: 'own', version: '1', styles: [], tags: [] }], tags: { deny: [] } })
})

t.test('the sources that come with the service are good', (t) => {
  t.doesNotThrow(() => readSources('content'))
  t.end()
})

t.test('a file of sources that cannot be used is refused with every fault', async (t) => {
  const source = (members: object): object => ({ ...GOOD, sources: [{ ...FOLDER, ...members }] })
  const cases: readonly (readonly [unknown, RegExp])[] = [
    ['{"categories": [', /cannot be read: .*sources\.json/],
    [{ ...GOOD, sources: [] }, /sources/],
    [source({ type: 'ftp' }), /type/],
    [source({ id: 'Own Icons' }), /id must be lower-case/],
    [source({ folder: '../secrets' }), /folder must be a folder below/],
    [source({ folder: '/etc' }), /folder must be a folder below/],
    [source({ folder: 'a/./b' }), /folder must be a folder below/],
    [source({ category: 'nothing' }), /"own" names the unknown category "nothing"/],
    [source({ license: undefined }), /license/],
    [source({ author: { name: 'We', url: 'javascript:alert(1)' } }), /author url/],
    [source({ catgory: 'brand' }), /catgory/],
    [source({ id: 'NO', folder: '..' }), /id must be[\s\S]*folder must be/],
    [{ ...GOOD, sources: [FOLDER, FOLDER] }, /the source "own" is there twice/],
    [{ ...GOOD, categories: many((id) => ({ id, title: id })) }, /categories .*64/],
    [{ ...GOOD, sources: many((id) => ({ ...FOLDER, id })) }, /sources .*64/],
    [
      { ...GOOD, sources: many((id) => ({ ...FOLDER, id, styles: [`s-${id}`, `t-${id}`] })).slice(1, 40) },
      /78 styles together, the limit is 64/,
    ],
    [{ ...GOOD, tags: { mdi: '../../etc' } }, /tags mdi must be the name of an npm package/],
  ]
  for (const [value, reason] of cases) {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const dir = await contentTree(t, { 'icons/sources.json': text })
    t.throws(() => readSources(dir), { name: 'CatalogueError', message: reason }, text)
  }
  t.throws(() => readSources('/nonexistent'), CatalogueError)
  const dir = await contentTree(t, { 'icons/keep.txt': '' })
  execFileSync('mkfifo', [join(dir, 'icons/sources.json'), join(dir, 'icons/synonyms.json')])
  t.throws(() => readSources(dir), { message: /it is no regular file/ })
  const faults: CatalogueFault[] = []
  t.same(readWords(dir, faults), { groups: [], words: {}, names: {} })
  t.same(faults, [{ file: 'icons/synonyms.json', reason: 'it is no regular file' }])
})
