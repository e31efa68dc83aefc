import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import type { Test } from 'tap'
import { createGrantUses } from '../../src/oauth/grant/uses.ts'
import { Unavailable } from '../../src/shared/unavailable.ts'

const NEVER_MS = 3_600_000

function startUses(t: Test, options: { readonly limit?: number; readonly flushIntervalMs?: number } = {}) {
  let nowMs = 1_000
  let away = false
  const faults: string[] = []
  const written: [string, number][][] = []
  const uses = createGrantUses({
    store: {
      async touch(times) {
        await new Promise(setImmediate)
        if (away) throw new Unavailable('the database is away')
        written.push([...times].map(([grantId, at]) => [grantId, at.getTime()]))
      },
    },
    clock: () => nowMs,
    onFault: (message) => faults.push(message),
    flushIntervalMs: NEVER_MS,
    ...options,
  })
  t.teardown(() => uses.close())
  return {
    uses,
    faults,
    written,
    record: (grantId: string, atMs: number) => {
      nowMs = atMs
      uses.record(grantId)
    },
    goAway: (next: boolean) => void (away = next),
  }
}

t.test('of many uses of a grant the last is written down, once', async (t) => {
  const { record, uses, written } = startUses(t)
  record('a', 1)
  record('b', 2)
  record('a', 3)
  await uses.flush()
  await uses.flush()
  t.strictSame(
    written.map((batch) => batch.map(([grantId, atMs]) => `${grantId} ${atMs}`).toSorted()),
    [['a 3', 'b 2']],
  )
})

t.test('uses are written down by themselves, and once more at the end', async (t) => {
  const { record, uses, written } = startUses(t, { flushIntervalMs: 5 })
  record('a', 1)
  while (written.length === 0) await sleep(5)
  record('a', 2)
  await uses.close()
  t.strictSame(written.flat().at(-1), ['a', 2])
})

t.test('what could not be written down is written later, unless something newer is', async (t) => {
  const { faults, goAway, record, uses, written } = startUses(t)
  goAway(true)
  record('a', 1)
  record('b', 2)
  const flushed = uses.flush()
  await Promise.resolve()
  record('a', 3)
  await flushed
  await uses.flush()
  t.equal(faults.length, 1, 'said once')
  goAway(false)
  await uses.flush()
  t.strictSame(Object.fromEntries(written.flat()), { a: 3, b: 2 })
})

t.test('a long outage costs the oldest uses, not the memory', async (t) => {
  const { goAway, record, uses, written } = startUses(t, { limit: 3 })
  goAway(true)
  for (const [place, name] of ['a', 'b', 'c', 'd'].entries()) record(name, place)
  await uses.flush()
  record('e', 10)
  await uses.flush()
  goAway(false)
  await uses.close()
  t.strictSame(Object.fromEntries(written.flat()), { c: 2, d: 3, e: 10 })
})

t.test('many are written in several statements', async (t) => {
  const { record, uses, written } = startUses(t)
  for (let n = 0; n < 2500; n++) record(`grant ${n}`, n)
  await uses.flush()
  t.strictSame(
    written.map(({ length }) => length),
    [1000, 1000, 500],
  )
})
