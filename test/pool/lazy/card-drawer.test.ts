import t from 'tap'
import { createCardDrawer } from '../../../src/pool/lazy/card-drawer.ts'

const order = {
  card: {
    locale: 'en',
    title: 'Start',
    description: null,
    above: [],
    siteName: 'Widgets',
    logo: null,
    replacesName: false,
    accent: '#b23a07',
  },
  logo: null,
} as const

t.test('a picture for which there is no room, or that comes after the end, is refused', async (t) => {
  const faults: string[] = []
  const full = createCardDrawer([], (message) => faults.push(message), { queueLimit: 0 })
  t.match(await full.draw(order), { ok: false, code: 'overloaded', retryAfterSeconds: 1 })
  await full.close()
  t.match(await full.draw(order), { ok: false, code: 'overloaded' })
  t.strictSame(faults, [])
})

t.test('a picture with which the thread dies is refused, and the next one has another thread', async (t) => {
  const faults: string[] = []
  const drawer = createCardDrawer([], (message) => faults.push(message), { timeoutMs: 60_000 })
  t.teardown(() => drawer.close())
  const broken = { card: { ...order.card, above: null as never }, logo: null }
  const [refused, drawn] = await Promise.all([drawer.draw(broken), drawer.draw(order)])
  t.match(refused, { ok: false, code: 'overloaded', retryAfterSeconds: 1 })
  t.match(drawn, { ok: true, value: { complete: true } })
  t.strictSame(faults, ['a card thread died'])
})
