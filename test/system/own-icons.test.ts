import t from 'tap'
import { contentTree, markedPages } from '../support/content-tree.ts'
import { startOwnService } from '../support/own-catalogue.ts'

t.test('content of documentation alone is served with the icons and guides that come with the service', async (t) => {
  const content = await contentTree(t, markedPages('first', 3))
  const service = await startOwnService(t, { HOSTS: 'docs,icons', CONTENT_DIR: content })
  const { name } = await service.logged(
    'the content folder lacks a part of the icons; what comes with the service is taken',
  )
  t.equal(name, 'icons/sources.json')
  const icons = (await (await fetch(`${service.iconsUrl}/api/v1/icons?limit=1`)).json()) as { total: number }
  t.ok(icons.total > 1700)
  t.equal((await fetch(`${service.iconsUrl}/docs/rest-api.md`)).status, 200)
  const pages = (await (await fetch(`${service.url}/api/search?q=first`)).json()) as { total: number }
  t.equal(pages.total, 3)
})
