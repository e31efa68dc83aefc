import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readPart } from '../../bench/corpus.ts'
import { measureQuality } from '../../bench/quality.ts'
import { LOCALES, type Locale } from '../../src/shared/locale.ts'
import { indexOf } from '../support/search-fixture.ts'
import { normaliseQuery } from '../../src/shared/normalise-query.ts'
import { chooseKernel } from '../../src/engine/native/kernels.ts'

/** The corpus of real documentation is not part of this repository. It is beside it where the engine is developed. */
const CORPUS = join(import.meta.dirname, '../../../shared/corpus')

/** Lowest mean reciprocal rank of the first ten results that a change may cause. */
const BARS: Record<string, Record<Locale, number>> = {
  mdn: { en: 0.81, zh: 0.75, ko: 0.72 },
  gimp: { en: 0.77, zh: 0.8, ko: 0.78 },
}

const skip = existsSync(CORPUS) ? false : 'the corpus with judged queries is not beside this checkout'

for (const [family, bars] of Object.entries(BARS)) {
  for (const locale of LOCALES) {
    t.test(`known pages of ${family} (${locale}) are found at the head of the results`, { skip }, async (t) => {
      const { documents, queries } = await readPart(CORPUS, family, locale)
      const searcher = chooseKernel('auto').createSearcher(new Map([[locale, indexOf(documents, locale)]]))
      const quality = measureQuality(queries, (query) =>
        searcher.search({ query: normaliseQuery(query), locale, limit: 10 }).hits.map((hit) => hit.path),
      )
      t.ok(
        quality.overall.mrr10 >= bars[locale],
        `MRR@10 is ${quality.overall.mrr10.toFixed(4)}, at least ${bars[locale]}`,
      )
    })
  }
}
