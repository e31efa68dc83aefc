import t from 'tap'
import { openEarlierAssets } from '../../src/generation/earlier-assets.ts'
import { hashInputs } from '../../src/icons/build/assets/reuse.ts'
import { openBuilt } from '../support/build-catalogue.ts'
import { temporaryFolder } from '../support/content-tree.ts'
import { smallCatalogue } from '../support/small-catalogue.ts'

const FINISHED = /^[0-9a-f]{64}$/

t.test('assets of the catalogue used last are offered for the same files and code alone', async (t) => {
  const { build, dataDir, folder } = await smallCatalogue(t)
  await build()
  const { catalogue } = openBuilt(t, dataDir)
  const records = catalogue.icons.flatMap((icon) => icon.records)
  const earlier = openEarlierAssets([await temporaryFolder(t), folder], FINISHED)
  t.teardown(() => earlier.close())
  t.ok(records.length > 0)
  for (const { formats, height, id, madeFrom, madeLoop, width } of records) {
    t.match(madeFrom, FINISHED)
    const found = earlier.find(id, madeFrom)
    t.match(found?.facts, { width, height, loop: madeLoop })
    t.strictSame(
      found?.assets.map(({ bytes, ext, sha256 }) => ({ ext, bytes: bytes.length, sha256 })),
      formats.map(({ bytes, ext, sha256 }) => ({ ext, bytes, sha256 })),
    )
    t.equal(earlier.find(id, 'f'.repeat(64)), null, 'other files')
    t.equal(earlier.find(id, ''), null)
    t.equal(earlier.find(`${id}-other`, madeFrom), null)
  }
})

t.test('other code, another id and other files have another hash, and what cannot be read has none', async (t) => {
  const svg = { file: 'a.svg', text: '<svg/>' }
  const own = hashInputs('code', { id: 'a', svg, lottie: null })
  t.match(own, FINISHED)
  t.equal(own, hashInputs('code', { id: 'a', svg, lottie: null }))
  t.not(own, hashInputs('code 2', { id: 'a', svg, lottie: null }))
  t.not(own, hashInputs('code', { id: 'b', svg, lottie: null }))
  t.not(own, hashInputs('code', { id: 'a', svg: null, lottie: svg }))
  t.equal(hashInputs('code', { id: 'a', svg: { file: 'a.svg', path: '/nowhere/a.svg' }, lottie: null }), '')
})

t.test('a folder without a usable catalogue offers nothing', async (t) => {
  const earlier = openEarlierAssets([await temporaryFolder(t)], FINISHED)
  t.equal(earlier.find('a', 'f'.repeat(64)), null)
  earlier.close()
})
