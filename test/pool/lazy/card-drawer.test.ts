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
