import { firstDayOf, readDays } from '../analytics/day-files.ts'
import type { DayRecord } from '../analytics/day-record.ts'
import { summarise } from '../analytics/report/summarise.ts'
import { suggest, type Suggestions } from '../analytics/suggest/suggest.ts'
import { loadConfig, type Config } from '../config/config.ts'
import { readContent } from '../docs/read-content.ts'
import { withConfiguredDatabase } from '../process/configured-database.ts'
import { createSqlSearchCounts } from '../store/postgres/sql-search-counts.ts'
import { CommandError, WrongUsage, type Given } from './command.ts'
import { explained } from './operate.ts'

const DAYS_LIMIT = 400

function readDayCount(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= DAYS_LIMIT) return Number(text)
  throw new WrongUsage(`--days must be a whole number from 1 to ${DAYS_LIMIT}.`)
}

/** The texts of queries cannot reach a terminal as commands: they were freed from control characters when they were counted. */
function describe({ groups, missing }: Suggestions): string {
  const locales = [...new Set(groups.map(({ locale }) => locale))]
  const synonyms = locales.map((locale) => {
    const lines = groups
      .filter((group) => group.locale === locale)
      .map(
        ({ reason, searches, words }) =>
          `  ${JSON.stringify(words).replace('","', '", "')}, // ${count(searches)}; ${reason}\n`,
      )
    return `Synonyms for "groups" of docs/${locale}/synonyms.json. Take those that mean the same:\n\n${lines.join('')}\n`
  })
  const pages = missing.map(
    ({ locale, queries, searches, word }) =>
      `  ${locale}  ${word}: ${count(searches)}${queries.length > 1 || queries[0]?.query !== word ? `: ${queries.map((each) => `${each.query} (${each.searches})`).join(', ')}` : ''}\n`,
  )
  const words = pages.length === 0 ? '' : `Words that no page has. Perhaps pages are missing:\n\n${pages.join('')}`
  return synonyms.join('') + words
}

function count(searches: number): string {
  return `${searches} ${searches === 1 ? 'search' : 'searches'}`
}

/** Counts of all nodes where they share a database, and of this machine otherwise. */
async function readCounts(config: Config, days: number): Promise<DayRecord[]> {
  const { account, dataDir } = config
  if (account.databaseUrl === null)
    return readDays(dataDir, days, Date.now(), (file) => process.stderr.write(`${file} cannot be read\n`))
  return explained(() =>
    withConfiguredDatabase(config, { name: 'signpost-synonyms' }, (database) =>
      createSqlSearchCounts(database).list(firstDayOf(days, Date.now())),
    ),
  )
}

/** `signpost synonyms`: proposes synonyms and missing pages from searches without results. */
export async function suggestSynonyms({
  env,
  options,
}: Given<{ days: string | undefined; json: boolean }>): Promise<void> {
  const days = readDayCount(options.days ?? '30')
  const config = loadConfig(env, 1)
  const { contentDir, dataDir } = config
  const records = await readCounts(config, days)
  if (records.length === 0) {
    const place = config.account.databaseUrl === null ? dataDir : 'the database'
    throw new CommandError(
      `No searches of the last ${days} days are in ${place}: start Signpost with SEARCH_ANALYTICS=on`,
    )
  }
  const { locales } = await readContent(contentDir)
  const content = new Map(
    [...locales].map(([locale, { pages }]) => [
      locale,
      pages.map(({ path, sections, title }) => ({
        path,
        title,
        headings: sections.map(({ heading }) => heading),
        text: sections.map(({ text }) => text).join('\n'),
      })),
    ]),
  )
  const suggestions = suggest(summarise(records).queries, content)
  if (options.json) process.stdout.write(`${JSON.stringify(suggestions, null, 2)}\n`)
  else process.stdout.write(describe(suggestions) || 'Every word that readers searched is on some page.\n')
}
