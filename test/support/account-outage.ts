import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import { allNames, recovered, SLOWEST_LIMIT_MS, startWrites, type Writer } from './account-load.ts'
import { visitNeighbours } from './account-neighbours.ts'
import type { AccountNode } from './account-service.ts'

/** Limit for the recovery. The promise is two seconds; the rest is for a busy machine. */
export const RECOVERY_LIMIT_MS = 6000

export interface Outage {
  readonly forMs: number
  readonly begin: () => unknown
  /** Checks at the end of the outage. */
  readonly meanwhile: () => Promise<void>
  readonly end: () => unknown
}

/**
 * Runs an outage on a node under load. Asserts that no acknowledged write is lost, and that the other hosts are not
 * affected.
 */
export async function assertNothingLost(
  t: Test,
  node: AccountNode,
  writers: readonly Writer[],
  { begin, end, forMs, meanwhile }: Outage,
): Promise<void> {
  const neighbours = visitNeighbours(t, node)
  const writes = startWrites([node], writers)
  await sleep(500)
  while (writes.acknowledged.length === 0) await sleep(20)
  const before = writes.acknowledged.length
  await begin()
  await sleep(forMs)
  await meanwhile()
  await end()
  const recoveryMs = await recovered([node], writers, RECOVERY_LIMIT_MS)
  const during = writes.acknowledged.length
  await sleep(300)
  const { acknowledged, refused, slowestMs, wrong } = await writes.stop()
  t.strictSame([...new Set(wrong)], [])
  t.ok(before > 0 && acknowledged.length > during, 'writes went on before and after')
  t.ok(refused > 0, `${refused} were refused`)
  t.comment(`back after ${Math.round(recoveryMs)} ms; the slowest answer took ${Math.round(slowestMs)} ms`)
  t.ok(slowestMs < SLOWEST_LIMIT_MS)
  const there = await allNames(node, writers)
  t.strictSame(
    acknowledged.filter((each) => !there.has(each)),
    [],
    `of ${acknowledged.length} writes`,
  )
  t.strictSame(await neighbours.stop(), [], 'docs and icons are undisturbed')
  t.ok(neighbours.answered > 10)
}
