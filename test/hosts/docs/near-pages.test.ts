import t from 'tap'
import type { DocsService } from '../../../src/docs/served/docs-service.ts'
import { createNearPages } from '../../../src/hosts/docs/near-pages.ts'

const FOUND = { locale: 'en', results: [{ title: 'The crank', url: 'https://docs.example/en/crank' }] }
const BUSY = { ok: false, code: 'overloaded', detail: 'Too many wait.', retryAfterSeconds: 1, reason: 'queue' } as const

t.test('what is near is kept for a generation, but for what a busy service could not say', async (t) => {
  let searches = 0
  let isBusy = true
  const service: Partial<DocsService> = {
    generation: 1,
    page: async () => ({ ok: true, value: null }),
    search: async () => {
      searches += 1
      return isBusy ? BUSY : { ok: true, value: new TextEncoder().encode(JSON.stringify(FOUND)) }
    },
  }
  const find = createNearPages(service as DocsService, 'https://docs.example')
  t.same(await find('en', '/en/crnak'), { words: 'crnak', pages: [] })
  isBusy = false
  const pages = [{ url: '/en/crank', title: 'The crank', locale: 'en' }]
  t.same(await find('en', '/en/crnak'), { words: 'crnak', pages })
  t.equal(searches, 2)
  t.same(await find('en', '/en/crnak'), { words: 'crnak', pages })
  t.equal(searches, 2)
})
