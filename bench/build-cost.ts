import { parseArgs } from 'node:util'
import { buildIndex } from '../src/engine/build/build.ts'
import { buildWithExtracts } from '../src/engine/build/extracts.ts'
import { isLocale } from '../src/shared/locale.ts'
import { readLabelledFamily, readTree } from './labelled-corpus.ts'

const USAGE = `usage: npm run ts bench/build-cost.ts -- (--corpus <folder> --family <name> | --tree <content> --queries <beginning>) --locale <locale> [--rounds 5]

Prints what an index costs to build without labels and extracts, with labels, and with both: the median CPU time of all threads, in
turns, and the median of the ratios of each round. Extracts are made and dropped; reading Markdown is not counted.`

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    family: { type: 'string' },
    tree: { type: 'string' },
    queries: { type: 'string' },
    locale: { type: 'string' },
    rounds: { type: 'string', default: '5' },
  },
})
const { corpus, family, locale, queries, rounds, tree } = values
if (locale === undefined || !isLocale(locale)) usage()
const parts =
  tree !== undefined && queries !== undefined
    ? await readTree(tree, queries)
    : corpus !== undefined && family !== undefined
      ? await readLabelledFamily(corpus, family)
      : usage()
const documents = parts.get(locale)?.documents ?? usage()
parts.clear()
const options = { locale }
const KINDS: readonly { readonly name: string; readonly build: () => void }[] = [
  { name: 'without both', build: () => buildIndex(documents, { ...options, isReranked: false }) },
  { name: 'with labels', build: () => buildIndex(documents, options) },
  {
    name: 'with both',
    build: () => {
      const { extracts } = buildWithExtracts(documents, options)
      for (const chunk of extracts()) if (chunk.length === 0) throw new Error('an empty chunk')
    },
  },
]
const seconds = KINDS.map((): number[] => [])
// The first round compiles, and does not count.
for (let round = 0; round <= Number(rounds); round++) {
  KINDS.forEach(({ build }, kind) => {
    global.gc?.()
    const before = process.cpuUsage()
    build()
    const { system, user } = process.cpuUsage(before)
    if (round > 0) seconds[kind]!.push((user + system) / 1e6)
  })
}
KINDS.forEach(({ name }, kind) => {
  const ratio = median(seconds[kind]!.map((each, round) => each / seconds[0]![round]!))
  console.log(`${name}: ${median(seconds[kind]!).toFixed(2)} s of CPU, ${ratio.toFixed(2)}`)
})

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
}

function usage(): never {
  console.error(USAGE)
  process.exit(1)
}
