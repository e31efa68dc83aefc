import { mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWithExtracts } from '../src/engine/build/extracts.ts'
import { createByteWriter } from '../src/engine/index/byte-writer.ts'
import { openIndex } from '../src/engine/index/open.ts'
import { chooseKernel } from '../src/engine/native/kernels.ts'
import type { Extras } from '../src/engine/query/found.ts'
import { isLocale } from '../src/shared/locale.ts'
import { normaliseQuery } from '../src/shared/normalise-query.ts'
import { readPart } from './corpus.ts'

const USAGE = `usage: npm run ts bench/extras-cost.ts -- --corpus <folder> --family <name> --locale <locale> [--rounds 30] [--kernel auto]

Prints what a plain search, highlights, sections and both cost on one thread, ten results each, in turns: the mean over all queries of
their quickest rounds. Extracts are read from a file, as the service reads them.`

const LIMIT = 10
const NO_READERS = { readPassage: () => '', readCode: () => [] }
const KINDS: readonly { readonly name: string; readonly extras: Extras | undefined }[] = [
  { name: 'plain', extras: undefined },
  { name: 'highlights', extras: { ...NO_READERS, highlights: true, sections: 'none' } },
  { name: 'sections', extras: { ...NO_READERS, highlights: false, sections: 'snippets' } },
  { name: 'both', extras: { ...NO_READERS, highlights: true, sections: 'snippets' } },
]

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    family: { type: 'string' },
    locale: { type: 'string' },
    rounds: { type: 'string', default: '30' },
    kernel: { type: 'string', default: 'auto' },
  },
})
const { corpus, family, kernel, locale, rounds } = values
if (corpus === undefined || family === undefined || locale === undefined || !isLocale(locale)) {
  console.error(USAGE)
  process.exit(1)
}

const { documents, queries } = await readPart(corpus, family, locale)
const asked = queries.map(({ query }) => normaliseQuery(query))
const folder = mkdtempSync(join(tmpdir(), 'extras-cost-'))
try {
  const { extracts, index } = buildWithExtracts(documents, { locale })
  const path = join(folder, 'extracts')
  const fd = openSync(path, 'w+')
  for (const chunk of extracts()) writeSync(fd, chunk)
  const { size } = statSync(path)
  console.log(`index: ${mebibytes(index.byteLength)}, extracts: ${mebibytes(size)}`)
  const opened = openIndex(index, { data: { fd }, byteLength: size })
  const found = chooseKernel(kernel === 'native' || kernel === 'javascript' ? kernel : 'auto')
  const searcher = found.createSearcher(new Map([[locale, opened]]))
  const quickest = KINDS.map(() => asked.map(() => Infinity))
  const bytes = KINDS.map(() => 0)
  const out = createByteWriter()
  for (let round = 0; round < Number(rounds); round++) {
    KINDS.forEach(({ extras }, kind) => {
      asked.forEach((query, i) => {
        out.length = 0
        const start = process.hrtime.bigint()
        searcher.writeAnswer({ query, locale, limit: LIMIT }, out, extras)
        const micros = Number(process.hrtime.bigint() - start) / 1000
        quickest[kind]![i] = Math.min(quickest[kind]![i]!, micros)
        if (round === 0) bytes[kind]! += out.length
      })
    })
  }
  const means = quickest.map((each) => each.reduce((sum, micros) => sum + micros, 0) / asked.length)
  KINDS.forEach(({ name }, kind) => {
    const ratio = (means[kind]! / means[0]!).toFixed(2)
    const size = Math.round(bytes[kind]! / asked.length)
    console.log(`${found.name} ${name}: ${means[kind]!.toFixed(1)} µs, ${ratio} of plain, ${size} bytes`)
  })
} finally {
  rmSync(folder, { recursive: true })
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`
}
