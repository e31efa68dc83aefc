import { readFile } from 'node:fs/promises'
import t, { type Test } from 'tap'
import { readDays } from '../../../../src/analytics/day-files.ts'
import { HONOURED, REFUSED } from '../../../../src/hosts/docs/api/docsearch/parameters.ts'
import { LOCALES } from '../../../../src/shared/locale.ts'
import { startService } from '../../../support/start-service.ts'
import { DOCUMENTATION } from '../documentation.ts'
import { post, search } from './ask.ts'

t.test('a click that carries the name of its search is counted', async (t) => {
  const service = await startService(t, { content: DOCUMENTATION, env: { SEARCH_ANALYTICS: 'on' } })
  const { url } = service
  const { hits, queryID } = await search(url, { query: 'Crank', clickAnalytics: true })
  const event = { eventType: 'click', eventName: 'Item Selected', index: 'widgets', userToken: 'anonymous', queryID }
  const clicked = { ...event, objectIDs: [hits[0]?.objectID], positions: [1] }
  for (let n = 0; n < 3; n++) {
    const response = await post(url, '/1/events?X-Algolia-API-Key=any', { events: [clicked] })
    t.equal(response.status, 200)
    t.same(await response.json(), { status: 200, message: 'OK' })
  }
  const others = [
    { ...clicked, queryID: 'nonsense' },
    { ...clicked, objectIDs: ['https://elsewhere.example/'] },
    { ...clicked, positions: [] },
    { ...clicked, eventType: 'view' },
    null,
  ]
  t.equal((await post(url, '/1/events', { events: others })).status, 200, 'others are taken and not counted')
  t.match(await (await post(url, '/1/events', { events: 'x' })).json(), { status: 400 })
  await service.stop()
  t.match(countsOf(t, service.dataDir), [
    { source: 'readers', query: 'crank', searches: 3, clicks: 3, positions: 3, pages: { '/en/guides/start': 3 } },
  ])
})

t.test('the documentation says of every parameter that is read or refused what happens to it', async (t) => {
  for (const locale of LOCALES) {
    const page = await readFile(
      new URL(`../../../../content/docs/${locale}/search/docsearch.mdx`, import.meta.url),
      'utf8',
    )
    for (const name of [...HONOURED, ...REFUSED]) t.match(page, `\`${name}\``, `${name} in ${locale}`)
  }
})

function countsOf(t: Test, dataDir: string): unknown {
  const [day] = readDays(dataDir, 2, Date.now(), (file) => t.fail(file))
  return day?.queries
}
