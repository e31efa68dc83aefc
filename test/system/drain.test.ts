import t from 'tap'
import { startLoad } from '../support/load.ts'
import { startService } from '../support/start-service.ts'
import { markedPages } from '../support/content-tree.ts'
import { watchStandstill } from '../support/standstill.ts'

/** A release is checked with `DRAIN_ROUNDS=200`. */
const ROUNDS = Number(process.env['DRAIN_ROUNDS'] ?? 2)
const CLIENTS = 32

t.setTimeout(900_000 + ROUNDS * 5000)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  t.test(`${signal} under load ends every request and then the process, time and again`, async (t) => {
    const content = markedPages('first', 60)
    for (let round = 0; round < ROUNDS / 2; round++) {
      const service = await startService(t, { content, env: { LISTENERS: '2', SEARCH_THREADS: '2' } })
      const load = startLoad(service.url, CLIENTS, () => null)
      while (load.answered < 200) await new Promise(setImmediate)
      const stoodStill = watchStandstill(t)
      service.signal(signal)
      const { failures } = await load.untilRefused()
      t.strictSame(stoodStill() ? [] : failures, [], `round ${round}: no request failed`)
      t.strictSame(await service.ended, { code: 0, signal: null }, `round ${round}: it ended well`)
    }
  })
}
