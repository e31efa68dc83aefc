import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { progress } from './report.ts'

/** Longer than the best by this factor: somebody else uses a core. */
const TOLERANCE = 1.1
const RETRY_MS = 250
/** What a question may wait in all: then the machine is as it is. */
const LIMIT_MS = 240_000
const MOST_THREADS = 4
const PROBE_FILE = fileURLToPath(new URL('quiet-probe.mjs', import.meta.url))
/** Of this machine since it was started, as most systems empty the folder then. */
const BEST_FILE = join(tmpdir(), 'signpost-bench-best-ms')

let threads: Worker[] | null = null
let waitedMs = 0

/**
 * Waits until all cores are about as fast as they have ever shown themselves. On virtual machines neighbours have the other
 * half of a core now and then, for seconds, and everything takes up to twice as long. What is to be measured has no part in
 * that, so waiting favours no contestant.
 */
export async function untilQuiet(): Promise<void> {
  threads ??= startThreads()
  for (let first = true; ; first = false) {
    const ms = await probe(threads)
    if (ms <= keepBest(ms) * TOLERANCE || waitedMs >= LIMIT_MS) return
    if (first) progress('    waiting for a quiet machine')
    const start = performance.now()
    await sleep(RETRY_MS)
    waitedMs += performance.now() - start
  }
}

function startThreads(): Worker[] {
  return Array.from({ length: Math.min(MOST_THREADS, availableParallelism()) }, () => {
    const worker = new Worker(PROBE_FILE)
    worker.unref()
    return worker
  })
}

/** What the slowest core takes. */
async function probe(workers: readonly Worker[]): Promise<number> {
  const answers = workers.map(async (worker) => {
    const answered = once(worker, 'message')
    worker.postMessage(null)
    return ((await answered) as [number])[0]
  })
  return Math.max(...(await Promise.all(answers)))
}

function keepBest(ms: number): number {
  const known = readBest()
  if (known <= ms) return known
  writeFileSync(BEST_FILE, String(ms))
  return ms
}

/** Infinity where there is none. */
function readBest(): number {
  try {
    return Number(readFileSync(BEST_FILE, 'utf8')) || Infinity
  } catch {
    return Infinity
  }
}
