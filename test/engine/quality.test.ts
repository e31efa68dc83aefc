import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ranksOf, readLabelledFamily, readTree } from '../../bench/labelled-corpus.ts'
import { qualityOfRanks } from '../../bench/quality.ts'
import { LOCALES, type Locale } from '../../src/shared/locale.ts'
import { temporaryFolder } from '../support/content-tree.ts'

t.setTimeout(1_200_000)

/** The corpus of real documentation is not part of this repository. It is beside it where the engine is developed. */
const CORPUS = join(import.meta.dirname, '../../../shared/corpus')

/** Lowest mean reciprocal rank of the first ten results that a change may cause. */
const BARS: Record<string, Record<Locale, number>> = {
  mdn: { en: 0.815, zh: 0.77, ko: 0.728 },
  gimp: { en: 0.79, zh: 0.82, ko: 0.81 },
}

/** The same for a tree that is read with its links. */
const TREE_BARS: Record<Locale, number> = { en: 0.86, zh: 0.815, ko: 0.835 }

const skip = existsSync(CORPUS) ? false : 'the corpus with judged queries is not beside this checkout'

for (const [family, bars] of Object.entries(BARS)) {
  for (const locale of LOCALES) {
    t.test(`known pages of ${family} (${locale}) are found at the head of the results`, { skip }, async (t) => {
      const parts = await readLabelledFamily(CORPUS, family)
      const { mrr10 } = qualityOfRanks(ranksOf(parts.get(locale)!, locale))
      t.ok(mrr10 >= bars[locale], `MRR@10 is ${mrr10.toFixed(4)}, at least ${bars[locale]}`)
    })
  }
}

t.test('known pages of a tree with links are found at the head of the results', { skip }, async (t) => {
  const folder = await temporaryFolder(t)
  execFileSync('tar', ['xzf', join(CORPUS, 'astro.tree.tar.gz'), '-C', folder])
  for (const [locale, part] of await readTree(folder, join(CORPUS, 'astro'))) {
    const { mrr10 } = qualityOfRanks(ranksOf(part, locale))
    t.ok(mrr10 >= TREE_BARS[locale], `MRR@10 in ${locale} is ${mrr10.toFixed(4)}, at least ${TREE_BARS[locale]}`)
  }
})
