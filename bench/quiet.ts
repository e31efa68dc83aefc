import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { progress } from './report.ts'

/** If the sums take longer than the best time by this factor, something else uses a core. */
const TOLERANCE = 1.1
const RETRY_MS = 250
/** Limit of all waits of a question. After that, it measures on a busy machine. */
const LIMIT_MS = 240_000
const MOST_THREADS = 4
const PROBE_FILE = fileURLToPath(new URL('quiet-probe.mjs', import.meta.url))
/** File with the best time of this machine since its start. Most systems empty the folder at a start. */
const BEST_FILE = join(tmpdir(), 'signpost-bench-best-ms')

let threads: Worker[] | null = null
let waitedMs = 0

/**
 * Waits until all cores are about as fast as they have ever been. On virtual machines, neighbours sometimes use the other
 * half of a core for seconds, and everything takes up to twice as long. This is independent of what is measured, so that
 * waiting favours no contestant.
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

/** @returns the time of the slowest core */
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

/** @returns the best time, or Infinity if none is known */
function readBest(): number {
  try {
    return Number(readFileSync(BEST_FILE, 'utf8')) || Infinity
  } catch {
    return Infinity
  }
}
