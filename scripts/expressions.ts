import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { collectExpressions, type Found } from './expressions/collect.ts'
import { BUILT, EXCUSED } from './expressions/excused.ts'
import { verdictOn, type Verdict } from './expressions/verdict.ts'
import { formatted } from './formatted.ts'

/**
 * Asks recheck whether each regular expression of `src` takes linear time. Most are proved anew each time. Where a proof takes
 * long, or recheck can only search for slow texts, `npm run ts scripts/expressions.ts -- --write` judges the expression. It is
 * then listed in `scripts/expressions/judged.json`, and `--all` judges all of that list again. An expression that may take more
 * than linear time is mended, or stands in `scripts/expressions/excused.ts` with what bounds its texts.
 */

const JUDGED = 'scripts/expressions/judged.json'

interface Work {
  readonly expressions: readonly RegExp[]
  readonly isWrite: boolean
}

if (isMainThread) process.exitCode = await run(new Set(process.argv.slice(2)))
else judgeAll(workerData as Work)

async function run(options: ReadonlySet<string>): Promise<number> {
  const isWrite = options.has('--write') || options.has('--all')
  const { found, unknown } = await collectExpressions()
  const judged = new Set(options.has('--all') ? [] : (JSON.parse(readFileSync(JUDGED, 'utf8')) as string[]))
  const { excused, faults } = excuses(found, unknown)
  const isOpen = ([key, { places }]: readonly [string, Found]): boolean =>
    !judged.has(key) && !places.every((place) => excused.has(`${fileOf(place)} ${key}`))
  const open = [...found].filter(isOpen).map(([, { expression }]) => expression)
  const verdicts = await judge(open, isWrite)
  for (const { fault, key } of verdicts) {
    if (fault !== null) faults.push(`${found.get(key)?.places.join(', ')}: ${fault}: ${key}`)
  }
  if (isWrite) {
    for (const { fault, isListed, key } of verdicts) if (fault === null && isListed) judged.add(key)
    const kept = [...judged].filter((key) => found.has(key)).toSorted()
    writeFileSync(JUDGED, await formatted(JUDGED, JSON.stringify(kept)))
  } else {
    for (const key of judged) if (!found.has(key)) faults.push(`${JUDGED} has an expression that is gone: ${key}`)
  }
  console.log(`${found.size} expressions with repetitions, ${verdicts.length} of them judged now`)
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
  const makers = new Set(unknown.map(fileOf))
  for (const file of makers) {
    if (!BUILT.has(file)) faults.push(`${file} makes expressions that nobody has judged: add it to BUILT`)
  }
  for (const file of BUILT.keys()) if (!makers.has(file)) faults.push(`${file} no longer makes expressions`)
  return { excused, faults }
}

/** The verdicts of threads, one for each core. */
async function judge(expressions: readonly RegExp[], isWrite: boolean): Promise<readonly Verdict[]> {
  const count = availableParallelism()
  const threads = Array.from({ length: count }, (_, thread) => {
    const own = expressions.filter((_, at) => at % count === thread)
    return new Promise<Verdict[]>((resolve, reject) => {
      // The compiled forms of recheck are not installed, and would not judge alike on all machines.
      const env = { ...process.env, RECHECK_BACKEND: 'pure', RECHECK_SYNC_BACKEND: 'pure' }
      const worker = new Worker(new URL(import.meta.url), {
        env,
        workerData: { expressions: own, isWrite } satisfies Work,
      })
      worker.on('message', resolve)
      worker.on('error', reject)
    })
  })
  return (await Promise.all(threads)).flat()
}

function judgeAll({ expressions, isWrite }: Work): void {
  parentPort?.postMessage(expressions.map((each) => verdictOn(each, isWrite)))
}

function fileOf(place: string): string {
  return place.slice(0, place.indexOf(':'))
}
