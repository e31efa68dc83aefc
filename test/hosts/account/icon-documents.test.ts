import t from 'tap'
import { buildIcons } from '../../../src/generation/build-icons.ts'
import { iconDocuments } from '../../../src/hosts/account/icon-documents.ts'
import { buildCatalogue, openBuilt } from '../../support/build-catalogue.ts'
import { contentTree, temporaryFolder } from '../../support/content-tree.ts'
import { startIcons } from '../../support/sample-icons.ts'
import { SMALL_ICONS } from '../../support/small-icons-service.ts'
import { SQUARE_LOTTIE } from '../../support/small-icons.ts'

t.test('an icon gives its Lottie document and its title, or why it has no document', async (t) => {
  const dataDir = await temporaryFolder(t)
  const { status, stderr } = await buildCatalogue(await contentTree(t, SMALL_ICONS), dataDir)
  if (status !== 0) throw new Error(stderr)
  const { assets, catalogue } = openBuilt(t, dataDir)
  const icons = await startIcons(t, { ...buildIcons(catalogue, [], 'http://icons.example'), content: 'sample', assets })
  let served: typeof icons | null = null
  const documents = iconDocuments(() => served)
  t.same(await documents.lottie('own-square'), { ok: false, reason: 'unavailable' }, 'while the host has none')
  served = icons
  t.same(await documents.lottie('own-square'), { ok: true, title: 'Square', document: SQUARE_LOTTIE })
  t.same(await documents.lottie('own-circle'), { ok: false, reason: 'no_lottie' })
  for (const id of ['nothing', '', '../own-square', '__proto__', '\0']) {
    t.same(await documents.lottie(id), { ok: false, reason: 'unknown' }, id)
  }
})
