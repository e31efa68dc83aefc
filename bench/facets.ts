import { parseArgs } from 'node:util'
import { buildIndex } from '../src/engine/build/build.ts'
import { createByteWriter } from '../src/engine/index/byte-writer.ts'
import { openIndex } from '../src/engine/index/open.ts'
import { chooseKernel } from '../src/engine/native/kernels.ts'
import type { Extras } from '../src/engine/query/found.ts'
import { normaliseQuery } from '../src/shared/normalise-query.ts'
import { listFamilies, readPart } from './corpus.ts'
import { createLargeCorpus } from './large-corpus.ts'
import { RESULT_LIMIT } from './peers/peer.ts'

const USAGE = `usage: npm run ts bench/facets.ts -- --corpus <folder> [--pages <number>]

Prints what a search costs without and with facets and a section, in microseconds of processor time: for each kernel the least of
nine rounds in turns. With --pages the first family is made as large, in several partitions.`

const ROUNDS = 9
const LOCALE = 'en'
const QUERIES = 300

const FACETS: Extras = {
  highlights: false,
  sections: 'none',
  readPassage: () => '',
  readCode: () => [],
  sectionTitle: (section) => section,
}

const { values } = parseArgs({ options: { corpus: { type: 'string' }, pages: { type: 'string' } } })
if (values.corpus === undefined) {
  console.error(USAGE)
  process.exit(1)
}
for (const family of listFamilies(values.corpus).slice(0, values.pages === undefined ? Infinity : 1)) {
  const part = await readPart(values.corpus, family, LOCALE)
  const large = createLargeCorpus(part.documents)
  const count = Number(values.pages ?? part.documents.length)
  const documents = values.pages === undefined ? part.documents : [...large.pages(count)]
  const items = values.pages === undefined ? part.queries : large.queries(QUERIES, count)
  const queries = items.slice(0, QUERIES).map(({ query }) => normaliseQuery(query))
  const section = documents[Math.floor(documents.length / 2)]!.section
  const indexes = new Map([
    [LOCALE, openIndex(buildIndex(documents, { locale: LOCALE }), null, 'https://docs.example')],
  ] as const)
  const kinds = [
    { name: 'plain', extras: undefined, within: {} },
    { name: 'facets', extras: FACETS, within: {} },
    { name: 'section', extras: undefined, within: { section } },
    { name: 'facets and section', extras: FACETS, within: { section } },
  ] as const
  const out = createByteWriter()
  for (const choice of ['native', 'javascript'] as const) {
    const searcher = chooseKernel(choice).createSearcher(indexes)
    const least = new Map<string, number>()
    for (let round = 0; round < ROUNDS; round++) {
      for (const { extras, name, within } of kinds) {
        const before = process.cpuUsage()
        for (const query of queries) {
          out.length = 0
          searcher.writeAnswer({ query, locale: LOCALE, limit: RESULT_LIMIT, ...within }, out, extras)
        }
        const { system, user } = process.cpuUsage(before)
        least.set(name, Math.min(least.get(name) ?? Infinity, (system + user) / queries.length))
      }
    }
    const costs = [...least].map(([name, micros]) => `${name} ${micros.toFixed(0)} µs`)
    console.log(`${family}, ${count} pages, ${choice}: ${costs.join(', ')}`)
  }
}
