import { parseArgs } from 'node:util'
import { TagBudget } from '../src/hosts/docs/api/docsearch/budget.ts'
import { createHitWriter, pageHits, type FoundPage } from '../src/hosts/docs/api/docsearch/hits.ts'
import { readParameters } from '../src/hosts/docs/api/docsearch/parameters.ts'

const USAGE = `usage: npm run ts bench/docsearch-cost.ts -- --url <address of the documentation host> [--query <text>]

Prints what an answer for DocSearch costs the listener beside one of /api/search, in microseconds of processor time: the least
of 30 rounds for each step.`

const ROUNDS = 30
const REPEATS = 20
const WARM_UP = 300
const HITS = 20

const { values } = parseArgs({
  options: { url: { type: 'string' }, query: { type: 'string', default: 'search index' } },
})
if (values.url === undefined) {
  console.error(USAGE)
  process.exit(1)
}
const { query, url } = values
const levels = [1, 2, 3, 4, 5, 6].map((level) => `hierarchy.lvl${level}`)
/** What DocSearch 4 and 5 send. */
const request = {
  query,
  indexName: 'docs',
  attributesToRetrieve: ['hierarchy.lvl0', ...levels, 'content', 'type', 'url'],
  attributesToSnippet: [...levels, 'content'].map((name) => `${name}:15`),
  snippetEllipsisText: '…',
  highlightPreTag: '<mark>',
  highlightPostTag: '</mark>',
  hitsPerPage: HITS,
  clickAnalytics: false,
}
const parameters = readParameters(request)
if (typeof parameters === 'string') throw new Error(parameters)
const search = new URLSearchParams({ q: query, limit: String(HITS), include: 'sections' })
const bytes = Buffer.from(await (await fetch(`${url}/api/search?${search.toString()}`)).arrayBuffer())
const read = (): { readonly results: readonly FoundPage[] } =>
  JSON.parse(bytes.toString('utf8')) as { readonly results: readonly FoundPage[] }
const { results } = read()
const write = (): object[] =>
  results
    .flatMap((page) => pageHits(page, parameters))
    .slice(0, HITS)
    .map(createHitWriter(query, parameters, new TagBudget(), ({ section }) => section))
const hits = write()

console.log(`${results.length} pages, ${hits.length} hits`)
measure('reading the parameters', () => readParameters(request))
measure("reading the worker's JSON", read)
measure('making the hits', write)
measure('writing JSON', () => JSON.stringify(hits))

function measure(step: string, run: () => unknown): void {
  for (let n = 0; n < WARM_UP; n++) run()
  let least = Infinity
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage()
    for (let n = 0; n < REPEATS; n++) run()
    const { system, user } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / REPEATS)
  }
  console.log(`${step.padEnd(28)}${least.toFixed(0).padStart(6)} µs`)
}
