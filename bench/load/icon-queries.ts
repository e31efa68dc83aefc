import { ICON_SEARCH_CASES } from '../../test/engine/catalogue/icon-search-cases.ts'
import { shuffle } from '../timing.ts'

/** Names of icons among the queries. With the search cases there are about 600 queries. */
const NAMES = 400
const SEED = 20_261_121

/**
 * Queries of users from the search cases (English, Chinese, Korean), and names of icons as users who know them would type
 * them.
 */
export async function composeIconQueries(iconsOrigin: string): Promise<string[]> {
  const catalogue = (await (await fetch(`${iconsOrigin}/catalog.json`)).json()) as { icons: { name: string }[] }
  const names = [...new Set(catalogue.icons.map(({ name }) => name.replaceAll('-', ' ')))]
  const cases = ICON_SEARCH_CASES.map(({ query }) => query)
  return shuffle([...new Set([...cases, ...shuffle(names, SEED).slice(0, NAMES)])], SEED)
}
