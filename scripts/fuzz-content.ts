import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { checkTree } from './fuzz/check-tree.ts'
import { mutateTree, type Tree } from './fuzz/mutate-tree.ts'
import { createRandom } from './fuzz/random.ts'

/**
 * Reads content that is changed at random, and checks that nothing is wrong with what is read:
 * `npm run ts scripts/fuzz-content.ts -- --seconds 60 --seed 1 [--kind docusaurus] [--only 17]`. The same seed and number
 * give the same tree. It reads the recorded sites of `test/fixtures/sites` and our own pages. Exits with 1 for findings.
 */

const SITES = 'test/fixtures/sites'
/** Time after which a tree that is still read counts as endless. */
const STUCK_MS = 60_000
const HEAP_MIB = 1500
const FILE_LIMIT_BYTES = 200_000

interface Run {
  readonly seed: string
  readonly kind: string | undefined
  readonly first: number
  readonly last: number
}

type Message = { readonly number: number; readonly wrong: readonly string[] | null }

if (isMainThread) process.exitCode = await supervise()
else await work(workerData as Run)

async function supervise(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      kind: { type: 'string' },
      only: { type: 'string' },
    },
  })
  const { kind, only, seed } = values
  const end = performance.now() + Number(values.seconds) * 1000
  const last = only === undefined ? Number.POSITIVE_INFINITY : Number(only)
  let findings = 0
  let number = Number(only ?? 0)
  while (performance.now() < end && number <= last) {
    const run = await runWorker({ seed, kind, first: number, last }, end)
    findings += run.findings
    if (run.died !== null) {
      findings += 1
      process.stdout.write(`${seed} ${run.number}: ${run.died}\n`)
    }
    number = run.number + 1
  }
  process.stdout.write(`${number - Number(only ?? 0)} trees read, ${findings} findings\n`)
  return findings === 0 ? 0 : 1
}

/** Reads trees in a thread, until it dies, is stuck, or the time is over. */
function runWorker(run: Run, end: number): Promise<{ number: number; findings: number; died: string | null }> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: run,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    })
    let { first: number } = run
    let findings = 0
    let timer = setTimeout(() => finish('endless'), STUCK_MS)
    function finish(died: string | null): void {
      clearTimeout(timer)
      void worker.terminate().then(() => resolve({ number, findings, died }))
    }
    worker.on('message', (message: Message) => {
      clearTimeout(timer)
      timer = setTimeout(() => finish('endless'), STUCK_MS)
      number = message.number
      for (const wrong of message.wrong ?? []) {
        findings += 1
        process.stdout.write(`${run.seed} ${number}: ${wrong}\n`)
      }
      if (message.wrong !== null && (performance.now() > end || number >= run.last)) finish(null)
    })
    worker.on('error', (error) => finish(error.message))
  })
}

/** Tells the number of each tree before it is read (null), and what was wrong with it. */
async function work({ first, kind, last, seed }: Run): Promise<void> {
  const names = seedFolders().filter((name) => kind === undefined || name.includes(kind))
  const trees = names.map((name) => ({ name, tree: readTree(name) }))
  const folder = mkdtempSync(join(tmpdir(), 'signpost-fuzz-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (let number = first; number <= last; number++) {
    parentPort?.postMessage({ number, wrong: null } satisfies Message)
    const random = createRandom(`${seed} ${number}`)
    const { name, tree } = random.pick(trees)
    const mutated: Tree = new Map(tree)
    mutateTree(mutated, random)
    const wrong = await checkTree(mutated, folder)
    parentPort?.postMessage({ number, wrong: wrong.map((each) => `${name}: ${each}`) } satisfies Message)
  }
}

function seedFolders(): string[] {
  const sites = readdirSync(SITES).flatMap((name) => [`${SITES}/${name}/source`, `${SITES}/${name}/built`])
  return [...sites.filter((folder) => existsSync(folder)), 'content', 'content/docs/en/content']
}

/** The files of a folder, hidden ones too. Long ones are left out, which would take most of the time. */
function readTree(folder: string): Tree {
  const tree: Tree = new Map()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const stats = statSync(join(folder, name))
    const isWanted = folder !== 'content' || /^docs\/\w+\/(?:content|index|meta)|^site/.test(name)
    if (stats.isFile() && stats.size <= FILE_LIMIT_BYTES && isWanted) tree.set(name, readFileSync(join(folder, name)))
  }
  return tree
}
