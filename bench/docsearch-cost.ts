import { parseArgs } from 'node:util'
import { chooseWindows, pagesOf, TagBudget } from '../src/hosts/docs/api/docsearch/budget.ts'
import { createHitWriter, pageHits, type FoundPage } from '../src/hosts/docs/api/docsearch/hits.ts'
import { readParameters } from '../src/hosts/docs/api/docsearch/parameters.ts'

const USAGE = `usage: npm run ts bench/docsearch-cost.ts -- --url <address of the documentation host> [--query <text>]

Prints what an answer for DocSearch costs the listener beside one of /api/search, and what requests of several queries cost on
the last page that they reach, in microseconds of processor time: the least of 30 rounds for each step.`

const ROUNDS = 30
const REPEATS = 20
const WARM_UP = 300
const HITS = 20
/** Queries of one request, and a page that has hits and as many pages before it as the budget allows. */
const SHARED = [
  [1, 2],
  [3, 2],
  [5, 4],
  [20, 4],
] as const

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
const bytes = await ask(HITS)
const read = (): readonly FoundPage[] => parse(bytes)
const results = read()
const write = (): object[] => writeHits(results, 0, HITS, new TagBudget())
const hits = write()

console.log(`${results.length} pages, ${hits.length} hits`)
measure('reading the parameters', () => readParameters(request))
measure("reading the worker's JSON", read)
measure('making the hits', write)
measure('writing JSON', () => JSON.stringify(hits))
for (const [count, page] of SHARED) {
  const windows = chooseWindows(Array.from({ length: count }, () => ({ hitsPerPage: HITS, page })))
  const { length, start } = windows[0]!
  const found = await ask(pagesOf(windows[0]!))
  const answer = (): string => {
    const tags = new TagBudget()
    return JSON.stringify(windows.map(() => writeHits(parse(found), start, length, tags)))
  }
  measure(`${count} x ${length} hits of ${parse(found).length} pages`, answer)
}

async function ask(limit: number): Promise<Buffer> {
  const search = new URLSearchParams({ q: query, limit: String(limit), include: 'sections' })
  return Buffer.from(await (await fetch(`${url}/api/search?${search.toString()}`)).arrayBuffer())
}

function parse(json: Buffer): readonly FoundPage[] {
  return (JSON.parse(json.toString('utf8')) as { readonly results: readonly FoundPage[] }).results
}

function writeHits(pages: readonly FoundPage[], start: number, length: number, tags: TagBudget): object[] {
  if (typeof parameters === 'string') throw new Error(parameters)
  const hits = pages.flatMap((page) => pageHits(page, parameters)).slice(start, start + length)
  return hits.map(createHitWriter(query, parameters, tags, ({ section }) => section))
}

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
