import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { checkContent } from '../src/docs/check/check-content.ts'
import { readContent } from '../src/docs/read-content.ts'
import { KINDS } from '../test/docs/hostile/growth/kinds.ts'
import { pairsOf, type Pair } from '../test/docs/hostile/growth/pairs.ts'

/**
 * Reads each pair of an opener and a long filler by the reader of each kind of sources: `npm run growth -- --chars 250000
 * --seconds 600 [--kind mkdocs] [--from 100]`. Twice the filler may take 2.5 times the processor time, as the median of three
 * readings, unless reading is quick, or the next doubling takes less. Prints how many pairs of each kind were read, and exits
 * with 1 for findings.
 */

/** Ratio of times for ratio 2 of lengths. */
const RATIO_LIMIT = 2.5
/** Times that say nothing about growth: the least, and that of a character. */
const QUICK_MS = 100
const QUICK_MS_PER_CHAR = 0.0016
const ENDLESS_MS = 60_000
const HEAP_MIB = 2000

interface Run {
  readonly kind: string
  readonly chars: number
  readonly from: number
}

type Message = { readonly at: number; readonly finding: string | null; readonly done: boolean }

if (isMainThread) process.exitCode = await supervise()
else await work(workerData as Run)

async function supervise(): Promise<number> {
  const { values } = parseArgs({
    options: {
      chars: { type: 'string', default: '250000' },
      seconds: { type: 'string', default: '600' },
      kind: { type: 'string' },
      from: { type: 'string', default: '0' },
    },
  })
  const kinds = KINDS.filter(({ name }) => values.kind === undefined || values.kind === name)
  let findings = 0
  for (const [number, kind] of kinds.entries()) {
    // Time that a kind leaves is for those behind it.
    const end = performance.now() + (Number(values.seconds) * 1000 - performance.now()) / (kinds.length - number)
    const { length } = pairsOf(kind)
    const from = Number(values.from)
    let at = from
    while (at < length && performance.now() < end) {
      const run = await runWorker({ kind: kind.name, chars: Number(values.chars), from: at }, end)
      for (const finding of run.findings) process.stdout.write(`${kind.name}: ${finding}\n`)
      findings += run.findings.length
      at = run.next
    }
    process.stdout.write(`${kind.name}: ${Math.min(at, length) - from} of ${length} pairs\n`)
  }
  process.stdout.write(`${findings} findings\n`)
  return findings === 0 ? 0 : 1
}

/** Reads pairs in a thread until the time is over, or one of them does not end. */
function runWorker(run: Run, end: number): Promise<{ next: number; findings: string[] }> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: run,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    })
    const names = pairsOf(KINDS.find(({ name }) => name === run.kind) as Pair['kind']).map(({ name }) => name)
    const findings: string[] = []
    let next = run.from
    let since = process.cpuUsage()
    // A busy machine may give this process no time at all for a while.
    const watch = setInterval(() => {
      if (msOf(process.cpuUsage(since)) > ENDLESS_MS) endless()
    }, 1000)

    function finish(): void {
      clearInterval(watch)
      void worker.terminate().then(() => resolve({ next, findings }))
    }
    function endless(): void {
      findings.push(`${names[next]}: no end within ${ENDLESS_MS} ms of processor time`)
      next += 1
      finish()
    }
    worker.on('message', ({ at, done, finding }: Message) => {
      since = process.cpuUsage()
      next = at
      if (finding !== null) findings.push(finding)
      if (done || performance.now() > end) finish()
    })
    worker.on('error', (error) => {
      findings.push(`${names[next]}: ${error.message}`)
      next += 1
      finish()
    })
  })
}

async function work({ chars, from, kind }: Run): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-growth-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const pairs = pairsOf(KINDS.find(({ name }) => name === kind) as Pair['kind'])
  for (let at = from; at < pairs.length; at++) {
    const finding = await findingOf(pairs[at] as Pair, chars, folder)
    parentPort?.postMessage({ at: at + 1, finding, done: at + 1 === pairs.length } satisfies Message)
  }
}

async function findingOf(pair: Pair, chars: number, folder: string): Promise<string | null> {
  const time = (length: number): Promise<number> => timeOf(pair, length, folder)
  const quickMs = Math.max(QUICK_MS, chars * QUICK_MS_PER_CHAR)
  if ((await time(chars)) < quickMs) return null
  const median = async (length: number): Promise<number> =>
    medianOf([await time(length), await time(length), await time(length)])
  const half = await median(chars / 2)
  const whole = await median(chars)
  if (whole < quickMs || whole < half * RATIO_LIMIT) return null
  // Garbage begins to be collected at some length, which grows once. What grows faster than its input grows again.
  const double = await median(2 * chars)
  if (double < whole * RATIO_LIMIT) return null
  return `${pair.name}: ${half.toFixed(0)} ms, each time twice as long: ${whole.toFixed(0)} ms, ${double.toFixed(0)} ms`
}

/** Milliseconds of processor time that this process needs to read a pair. Nothing else runs in it. */
async function timeOf({ files, kind }: Pair, chars: number, folder: string): Promise<number> {
  const tree = join(folder, 'content')
  for (const [path, text] of Object.entries({ ...kind.site('T'), ...files(chars, 'p0') })) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  const before = process.cpuUsage()
  try {
    checkContent(await readContent(tree))
  } catch (error) {
    // A configuration that no YAML, TOML or JSON allows ends the reading.
    if (!(error instanceof Error) || !error.message.startsWith('The content cannot be read')) throw error
  }
  const tookMs = msOf(process.cpuUsage(before))
  rmSync(tree, { recursive: true, force: true })
  return tookMs
}

function msOf({ system, user }: NodeJS.CpuUsage): number {
  return (system + user) / 1000
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number
}
