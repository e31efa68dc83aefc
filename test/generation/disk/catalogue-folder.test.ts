import t from 'tap'
import { readAsset } from '../../../src/generation/disk/catalogue-folder.ts'
import { openRecordStore } from '../../../src/generation/records/record-store.ts'
import { openBuilt } from '../../support/build-catalogue.ts'
import { smallCatalogue } from '../../support/small-catalogue.ts'
import { CIRCLE_SVG } from '../../support/small-icons.ts'

t.test('the same sources give the same bytes on another machine', async (t) => {
  const one = await smallCatalogue(t)
  const other = await smallCatalogue(t)
  await Promise.all([one.build(), other.build()])
  const [ours, theirs] = [openBuilt(t, one.dataDir).catalogue, openBuilt(t, other.dataDir).catalogue]
  t.equal(ours.version, theirs.version)
  t.strictSame([...(ours.assets() as Iterable<unknown>)], [...(theirs.assets() as Iterable<unknown>)])
  t.strictSame(one.names(), other.names(), 'and is found by the same name')
})

t.test('an asset is read with its codings; what is not there is null', async (t) => {
  const { build, dataDir } = await smallCatalogue(t)
  await build()
  const { assets, catalogue } = openBuilt(t, dataDir)
  const store = openRecordStore(assets)
  const svg = await readAsset(store, 'own-circle', 'svg')
  t.equal(Buffer.from(svg?.bytes ?? []).toString(), CIRCLE_SVG)
  t.match(svg, { mediaType: 'image/svg+xml', sha256: /^[0-9a-f]{64}$/ })
  t.ok(svg?.br && svg.gzip && svg.br.length > 0)
  const png = await readAsset(store, 'own-square', 'png')
  t.match(png, { mediaType: 'image/png', br: undefined, gzip: undefined })
  t.equal(await readAsset(store, 'own-circle', 'png'), null)
  t.equal(await readAsset(store, 'own-nothing', 'svg'), null)
  t.strictSame(catalogue.synonyms, [['circle', 'ring']])
})
