import { parseArgs } from 'node:util'
import type { Locale } from '../src/shared/locale.ts'
import type { CorpusPart } from './corpus-part.ts'
import { listFamilies } from './corpus.ts'
import { ranksOf, readLabelledFamily, readTree } from './labelled-corpus.ts'
import { qualityOfRanks } from './quality.ts'

const USAGE = `usage: npm run ts bench/label-quality.ts -- --corpus <folder> [--tree <content> --queries <beginning>]

Prints MRR@10 of each family, locale and kind of query. A corpus has <family>.<locale>.docs.jsonl.gz; its pages have the titles
of other locales as labels. A tree is read as the service reads it, with its links; its queries are in
<beginning>.<locale>.queries.jsonl. The text of an "anchor" query is left out of the labels of its own page.`

function report(name: string, locale: Locale, part: CorpusPart): void {
  const ranks = ranksOf(part, locale)
  const kinds = [...new Set(part.queries.map(({ kind }) => kind))].map((kind) => {
    const quality = qualityOfRanks(ranks.filter((_, i) => part.queries[i]!.kind === kind))
    return `${kind} ${quality.mrr10.toFixed(3)}`
  })
  console.log(`${name} ${locale} ${qualityOfRanks(ranks).mrr10.toFixed(4)}  ${kinds.join('  ')}`)
}

const { values } = parseArgs({
  options: { corpus: { type: 'string' }, tree: { type: 'string' }, queries: { type: 'string' } },
})
if (values.corpus === undefined && (values.tree === undefined || values.queries === undefined)) {
  console.error(USAGE)
  process.exit(1)
}
if (values.tree !== undefined && values.queries !== undefined) {
  for (const [locale, part] of await readTree(values.tree, values.queries)) report('tree', locale, part)
}
if (values.corpus !== undefined) {
  for (const family of listFamilies(values.corpus)) {
    for (const [locale, part] of await readLabelledFamily(values.corpus, family)) report(family, locale, part)
  }
}
