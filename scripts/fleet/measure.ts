// Processor time of the Signposts of a fleet for each request.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ledger } from './ledger.ts'
import type { Node } from './nodes.ts'
import { startReads } from './readers.ts'
import type { Writers } from './writers.ts'

const READERS = 8
const READ_PAUSE_MS = 150
const WRITE_PAUSE_MS = 150

export interface Costs {
  readonly nodes: number
  /** Milliseconds of processor time a request for documentation, and their number. */
  readonly readMs: number
  readonly reads: number
  /** Milliseconds of processor time a call of a tool, and their number. */
  readonly callMs: number
  readonly calls: number
  /** Milliseconds of processor time a second of all nodes together when nobody asks. */
  readonly idleMs: number
  /** Length of each part in seconds. */
  readonly seconds: number
}

/** Loads the nodes that are running for a while, first with readers and then with writers. */
export async function measure(
  nodes: readonly Node[],
  writers: Writers,
  ledger: Ledger,
  seconds: number,
): Promise<Costs> {
  const used = (): number => nodes.reduce((sum, node) => sum + node.processorMs(), 0)
  const during = async (work: () => Promise<number>): Promise<{ readonly spentMs: number; readonly count: number }> => {
    const before = used()
    const count = await work()
    return { spentMs: used() - before, count }
  }
  const reading = async (): Promise<number> => {
    const reads = startReads(READERS, READ_PAUSE_MS, ledger)
    await sleep(seconds * 1000)
    return (await reads.stop()).answered
  }
  const writing = async (): Promise<number> => {
    const writes = writers.start(WRITE_PAUSE_MS)
    await sleep(seconds * 1000)
    return (await writes.stop()).calls
  }
  // The first round compiles what is called often.
  await reading()
  await writing()
  const idle = await during(async () => {
    await sleep(seconds * 1000)
    return seconds
  })
  const read = await during(reading)
  const called = await during(writing)
  return {
    nodes: nodes.length,
    readMs: read.spentMs / read.count,
    reads: read.count,
    callMs: called.spentMs / called.count,
    calls: called.count,
    idleMs: idle.spentMs / idle.count,
    seconds,
  }
}
