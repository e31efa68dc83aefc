// Processor time of the Signposts of a fleet for each request.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ledger } from './ledger.ts'
import type { Node } from './nodes.ts'
import { startReads } from './readers.ts'
import type { Writers } from './writers.ts'

const READERS = 8
const PAUSE_MS = 20
/** Requests for each node: as many before, which compile what is called often, as are measured. */
const READS_PER_NODE = 1500
const CALLS_PER_NODE = 300
const IDLE_MS = 10_000
const LOOK_MS = 50

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
  /** Seconds that the reads took, and the calls. */
  readonly readSeconds: number
  readonly callSeconds: number
}

interface Part {
  readonly spentMs: number
  readonly tookMs: number
  readonly count: number
}

/** Loads the nodes that are running with readers, and then with writers. */
export async function measure(nodes: readonly Node[], writers: Writers, ledger: Ledger): Promise<Costs> {
  const used = (): number => nodes.reduce((sum, node) => sum + node.processorMs(), 0)
  const during = async (work: () => Promise<number>): Promise<Part> => {
    const [spent, since] = [used(), performance.now()]
    const count = await work()
    return { spentMs: used() - spent, tookMs: performance.now() - since, count }
  }
  const reading = async (): Promise<number> => {
    const reads = startReads(READERS, PAUSE_MS, ledger)
    while (reads.answered < READS_PER_NODE * nodes.length) await sleep(LOOK_MS)
    return (await reads.stop()).answered
  }
  const writing = async (): Promise<number> => {
    const writes = writers.start(PAUSE_MS)
    while (writes.calls < CALLS_PER_NODE * nodes.length) await sleep(LOOK_MS)
    return (await writes.stop()).calls
  }
  await reading()
  await writing()
  const idle = await during(async () => {
    await sleep(IDLE_MS)
    return 0
  })
  const read = await during(reading)
  const called = await during(writing)
  return {
    nodes: nodes.length,
    readMs: read.spentMs / read.count,
    reads: read.count,
    readSeconds: read.tookMs / 1000,
    callMs: called.spentMs / called.count,
    calls: called.count,
    callSeconds: called.tookMs / 1000,
    idleMs: (idle.spentMs * 1000) / idle.tookMs,
  }
}
