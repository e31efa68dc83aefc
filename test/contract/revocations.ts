import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import { REVOCATION_MEMORY_SECONDS } from '../../src/oauth/grant/revocations.ts'
import type { PolledRevocations, RevocationOptions } from '../../src/store/memory/memory-revocations.ts'

/** The store that all nodes poll, with the ends of grants in milliseconds since the epoch. */
export interface RevokedGrants {
  readonly endedAtMs: Map<string, number>
  /** Times from which the polls read. */
  readonly looks: Date[]
  failing: boolean
  readonly recentlyRevoked: RevocationOptions['recentlyRevoked']
}

export function createRevokedGrants(): RevokedGrants {
  const grants: RevokedGrants = {
    endedAtMs: new Map(),
    looks: [],
    failing: false,
    async recentlyRevoked(since) {
      grants.looks.push(since)
      if (grants.failing) throw new Error('the store is away')
      return [...grants.endedAtMs].filter(([, atMs]) => atMs >= since.getTime()).map(([id]) => id)
    },
  }
  return grants
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(5)
}

/**
 * Contract of every implementation of revocations. `create` makes a node that polls the store often. Each test has grants
 * of its own. Otherwise nodes of a Redis cluster may forward what the previous test announced when the next one already
 * listens.
 */
export function revocationsContract(
  t: Test,
  create: (t: Test, options: RevocationOptions) => Promise<PolledRevocations>,
): void {
  t.test('a grant whose end is announced is over at once, and its listeners are told once', async (t) => {
    const { recentlyRevoked } = createRevokedGrants()
    const node = await create(t, { recentlyRevoked, pollIntervalMs: 20 })
    const over: string[] = []
    node.onRevoked((grantId) => over.push(grantId))
    const announced = node.announce(['grt_once_a', 'grt_once_b', 'grt_once_a'])
    t.ok(node.has('grt_once_a'))
    await announced
    await node.announce(['grt_once_b'])
    await node.announce([])
    t.notOk(node.has('grt_once_c'))
    t.same(over, ['grt_once_a', 'grt_once_b'])
  })

  t.test('a node finds what it was not told, from before its start too', async (t) => {
    const grants = createRevokedGrants()
    grants.endedAtMs.set('grt_found_before', Date.now() - REVOCATION_MEMORY_SECONDS * 1000 + 5000)
    grants.endedAtMs.set('grt_found_long_before', Date.now() - REVOCATION_MEMORY_SECONDS * 1000 - 90_000)
    const node = await create(t, { recentlyRevoked: grants.recentlyRevoked, pollIntervalMs: 20 })
    await node.ready
    t.ok(node.has('grt_found_before'))
    t.notOk(node.has('grt_found_long_before'), 'its last token has expired')
    const found = new Promise<void>((resolve) => {
      node.onRevoked((grantId) => grantId === 'grt_found_a' && resolve())
    })
    grants.endedAtMs.set('grt_found_a', Date.now() - 50_000)
    await found
    t.ok(node.has('grt_found_a'), 'by a clock that is 50 s behind')
  })

  t.test('a store that is away does no harm, and hides nothing for longer than it is away', async (t) => {
    const grants = createRevokedGrants()
    grants.failing = true
    const node = await create(t, { recentlyRevoked: grants.recentlyRevoked, pollIntervalMs: 10 })
    let ready = false
    void node.ready.then(() => (ready = true))
    await until(() => grants.looks.length >= 3)
    t.notOk(ready, 'nobody knows what was before')
    grants.endedAtMs.set('grt_away_a', Date.now() - 300_000)
    grants.failing = false
    await node.ready
    t.ok(node.has('grt_away_a'))
    const before = Date.now()
    grants.failing = true
    grants.looks.length = 0
    await until(() => grants.looks.length >= 5)
    t.ok(
      grants.looks.every((since) => since.getTime() < before),
      'each look goes back to the last that succeeded',
    )
    t.notOk(node.has('grt_away_b'))
  })

  t.test('what is over is forgotten when its last token has expired', async (t) => {
    let nowMs = 1_700_000_000_000
    const grants = createRevokedGrants()
    const node = await create(t, { recentlyRevoked: grants.recentlyRevoked, pollIntervalMs: 10, now: () => nowMs })
    await node.ready
    await node.announce(['grt_forgotten_a'])
    nowMs += REVOCATION_MEMORY_SECONDS * 1000 - 1000
    const { length } = grants.looks
    await until(() => grants.looks.length > length + 2)
    t.ok(node.has('grt_forgotten_a'))
    nowMs += 2000
    await until(() => !node.has('grt_forgotten_a'))
  })

  t.test('a clock that runs ahead and is put back hides no end', async (t) => {
    const trueMs = 1_700_000_000_000
    let nowMs = trueMs
    const grants = createRevokedGrants()
    const node = await create(t, { recentlyRevoked: grants.recentlyRevoked, pollIntervalMs: 10, now: () => nowMs })
    await node.ready
    grants.endedAtMs.set('grt_clock_a', trueMs)
    await until(() => node.has('grt_clock_a'))
    nowMs += 3_600_000
    await until(() => !node.has('grt_clock_a') && grants.looks.at(-1)!.getTime() > trueMs)
    nowMs = trueMs + 1000
    grants.endedAtMs.set('grt_clock_b', nowMs)
    const { length } = grants.looks
    await until(() => grants.looks.length > length + 2)
    t.ok(node.has('grt_clock_a'), 'of the time before')
    t.ok(node.has('grt_clock_b'), 'of the time since')
  })
}
