import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { checkSync } from 'recheck'
import { collectExpressions, type Found } from './expressions/collect.ts'
import { BUILT, EXCUSED } from './expressions/excused.ts'
import { formatted } from './formatted.ts'

/**
 * Asks `recheck` whether each regular expression of `src` takes linear time. One that may take more is mended, or stands in
 * `scripts/expressions/excused.ts` with what bounds its text. Those about which recheck thinks longer than `SLOW_MS` are judged
 * by `npm run ts scripts/expressions.ts -- --write`, which lists them in `scripts/expressions/slow.json`; all others each time.
 */

/** Processor time of one judgement above which it is made by `--write` alone. */
const SLOW_MS = 200
/** Longest judgement, which a busy machine may take for an expression that is quick elsewhere. */
const LIMIT_MS = { check: 20_000, write: 120_000 }
const SLOW_LIST = 'scripts/expressions/slow.json'

interface Verdict {
  readonly key: string
  /** What recheck says against the expression, or null if it says nothing. */
  readonly fault: string | null
  readonly tookMs: number
}

interface Work {
  readonly expressions: readonly RegExp[]
  readonly limitMs: number
}

if (isMainThread) process.exitCode = await run()
else judgeAll(workerData as Work)

async function run(): Promise<number> {
  const isWrite = process.argv.includes('--write')
  const { found, unknown } = await collectExpressions()
  const slow = new Set(JSON.parse(readFileSync(SLOW_LIST, 'utf8')) as string[])
  const { excused, faults } = excuses(found, unknown)
  const isOpen = ([key, { places }]: [string, Found]): boolean =>
    (isWrite || !slow.has(key)) && !places.every((place) => excused.has(`${fileOf(place)} ${key}`))
  const open = [...found].filter(isOpen)
  const verdicts = await judge(open.map(([, { expression }]) => expression), isWrite ? LIMIT_MS.write : LIMIT_MS.check)
  for (const { fault, key } of verdicts) {
    if (fault !== null) faults.push(`${found.get(key)?.places.join(', ')}: ${fault}: ${key}`)
  }
  if (isWrite) {
    const keys = verdicts.filter(({ fault, tookMs }) => fault === null && tookMs > SLOW_MS).map(({ key }) => key)
    writeFileSync(SLOW_LIST, formatted(SLOW_LIST, JSON.stringify(keys.toSorted())))
  } else {
    for (const key of slow) if (!found.has(key)) faults.push(`${SLOW_LIST} has an expression that is gone: ${key}`)
  }
  console.log(`${found.size} expressions, ${verdicts.length} of them judged now`)
  for (const fault of faults) console.log(fault)
  return faults.length === 0 ? 0 : 1
}

/** What is excused, as `file expression`, and what is wrong with the list of excuses. */
function excuses(
  found: ReadonlyMap<string, Found>,
  unknown: readonly string[],
): { excused: ReadonlySet<string>; faults: string[] } {
  const faults: string[] = []
  const excused = new Set<string>()
  for (const { expressions, file } of EXCUSED) {
    for (const each of expressions) {
      const isThere = found.get(String(each))?.places.some((place) => fileOf(place) === file) === true
      if (!isThere) faults.push(`${file} no longer has an expression that is excused: ${String(each)}`)
      excused.add(`${file} ${String(each)}`)
    }
  }
  for (const place of unknown) {
    if (!BUILT.has(fileOf(place))) faults.push(`${place}: nobody has judged the expressions that this function makes`)
  }
  for (const file of BUILT.keys()) {
    if (!unknown.some((place) => fileOf(place) === file)) faults.push(`${file} no longer makes expressions`)
  }
  return { excused, faults }
}

/** The verdicts of threads, one for each core. */
async function judge(expressions: readonly RegExp[], limitMs: number): Promise<readonly Verdict[]> {
  const count = availableParallelism()
  const verdicts = Array.from({ length: count }, (_, thread) => {
    const own = expressions.filter((_, at) => at % count === thread)
    return new Promise<Verdict[]>((resolve, reject) => {
      // Compiled forms of recheck would not judge alike on all machines, and none is installed.
      const env = { ...process.env, RECHECK_BACKEND: 'pure' }
      const worker = new Worker(new URL(import.meta.url), { env, workerData: { expressions: own, limitMs } satisfies Work })
      worker.on('message', resolve)
      worker.on('error', reject)
    })
  })
  return (await Promise.all(verdicts)).flat()
}

function judgeAll({ expressions, limitMs }: Work): void {
  const verdicts = expressions.map((expression): Verdict => {
    const before = performance.now()
    const result = checkSync(expression.source, expression.flags, { timeout: limitMs })
    const tookMs = performance.now() - before
    return { key: String(expression), tookMs, fault: faultOf(result) }
  })
  parentPort?.postMessage(verdicts)
}

function faultOf(result: ReturnType<typeof checkSync>): string | null {
  if (result.status === 'safe') return null
  return result.status === 'vulnerable' ? result.complexity.summary : `recheck does not know (${result.error.kind})`
}

function fileOf(place: string): string {
  return place.slice(0, place.indexOf(':'))
}
