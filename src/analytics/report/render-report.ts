import { createHash } from 'node:crypto'
import { markup, toHtml, trusted, type Markup } from '../../web/markup.ts'
import { KEPT_FROM } from '../day-counts.ts'
import { dayOf, type PageRecord, type QueryRecord } from '../day-record.ts'
import { SOURCES, type Source } from '../counted.ts'
import { mostClicked, withoutResults, type Table } from './report-csv.ts'
import { REPORT_STYLE } from './report-style.ts'
import type { DayTotals, Summary } from './summarise.ts'

/** Rows of a table of the page; the CSV has all. */
const ROWS = 50
const PERIODS = [7, 30, 90]
const MS_PER_DAY = 86_400_000

const STYLE_HASH = createHash('sha256').update(REPORT_STYLE).digest('base64')

/** The policy of the report: its own style, and nothing else. */
export const REPORT_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const SOURCE_NAMES: Readonly<Record<Source, string>> = {
  readers: 'Readers',
  programs: 'Programs',
  icons: 'Icons',
}

const CHART = { width: 720, height: 120, gap: 2 }

export interface ReportPeriod {
  /** Days until today, today among them. */
  readonly days: number
  /** Days whose counts are kept. */
  readonly daysKept: number
  /** Whose counts these are. */
  readonly scope: string
}

/** Renders the report as a whole HTML document, which needs no script. */
export function renderReport(summary: Summary, period: ReportPeriod): string {
  const { pages, queries } = summary
  const readers = queries.filter(({ source }) => source === 'readers')
  const others = queries.filter(({ source }) => source !== 'readers')
  const link = (table: Table): Markup =>
    markup`<a class="csv" href="/report.csv?table=${table}&days=${period.days}" download>CSV</a>`
  return toHtml(markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>What readers search · Signpost</title>
<style>${trusted(REPORT_STYLE)}</style>
</head>
<body>
<header>
<h1>What readers search</h1>
${periods(period)}
</header>
<main>
${tiles(summary)}
<section>
<h2>Searches by day ${link('days')}</h2>
${chart(withGaps(summary.days))}
</section>
<section>
<h2>Searches without results ${link('nothing')}</h2>
<p>Words that no page has. <code>npm run synonyms:suggest</code> proposes synonyms and missing pages from them.</p>
${outcomeTable(withoutResults(queries), 'nothing')}
</section>
<section>
<h2>Searches of readers ${link('queries')}</h2>
${readerTable(readers)}
</section>
<div class="two">
<section>
<h2>Clicks by place</h2>
${placeTable(summary)}
</section>
<section>
<h2>Pages with feedback ${link('pages')}</h2>
${pageTable(pages)}
</section>
</div>
<section>
<h2>Searches of programs and of the icons host</h2>
${outcomeTable(others, 'searches')}
</section>
</main>
<footer>
<p>${period.scope}</p>
<p>Days are in UTC. A search is shown from the ${KEPT_FROM}rd time on that it comes within a week; rarer ones are only counted.
Texts that look like persons, machines or secrets are left out, as are browsers that send <code>DNT</code> or <code>Sec-GPC</code>.
No address, browser, session or time of a reader is kept.</p>
</footer>
</body>
</html>
`)
}

function periods({ days, daysKept }: ReportPeriod): Markup {
  const choices = [...new Set([...PERIODS.filter((each) => each < daysKept), daysKept, days])].sort((a, b) => a - b)
  const items = choices.map(
    (each) =>
      markup`<li><a href="/report?days=${each}"${each === days && markup` aria-current="page"`}>${each} ${each === 1 ? 'day' : 'days'}</a></li>`,
  )
  return markup`<nav aria-label="Period"><ul>${items}</ul></nav>`
}

function tiles({ clicks, meanPosition, pages, totals }: Summary): Markup {
  const { readers } = totals
  const all = SOURCES.reduce((sum, source) => sum + totals[source].searches, 0)
  const nothing = SOURCES.reduce((sum, source) => sum + totals[source].nothing, 0)
  const leftOut = SOURCES.reduce((sum, source) => sum + totals[source].leftOut, 0)
  const helpful = pages.reduce((sum, page) => sum + page.helpful, 0)
  const answers = pages.reduce((sum, page) => sum + page.helpful + page.unhelpful, 0)
  const by = SOURCES.filter((source) => totals[source].searches > 0).map(
    (source) => `${SOURCE_NAMES[source]} ${number(totals[source].searches)}`,
  )
  return markup`<dl class="tiles">
${tile('Searches', number(all), by.join(' · ') || 'none yet')}
${tile('Without results', share(nothing, all), `${number(nothing)} searches`)}
${tile('Reader searches that led to a click', share(Math.min(clicks, readers.searches), readers.searches), `${number(clicks)} clicks`)}
${tile('Mean place of a click', meanPosition === null ? '–' : meanPosition.toFixed(1), '1 is the first result')}
${tile('Helpful pages', share(helpful, answers), `${number(answers)} answers`)}
${tile('Texts left out', number(leftOut), 'persons, machines, secrets')}
</dl>`
}

function tile(name: string, value: string, note: string): Markup {
  return markup`<div><dt>${name}</dt><dd><b>${value}</b><span>${note}</span></dd></div>`
}

/** Adds the days between, on which nothing was counted. */
function withGaps(days: readonly DayTotals[]): DayTotals[] {
  const known = new Map(days.map((each) => [each.day, each]))
  const first = Date.parse(days[0]?.day ?? '')
  const last = Date.parse(days.at(-1)?.day ?? '')
  const all: DayTotals[] = []
  for (let time = first; time <= last; time += MS_PER_DAY) {
    const day = dayOf(time)
    all.push(known.get(day) ?? { day, searches: 0, nothing: 0 })
  }
  return all
}

/** Draws searches of each day as bars; the upper part found nothing. */
function chart(days: readonly DayTotals[]): Markup {
  if (days.length === 0) return markup`<p class="none">Nothing was counted in this period.</p>`
  const most = Math.max(...days.map(({ searches }) => searches), 1)
  const { gap, height, width } = CHART
  const step = Math.min(48, width / days.length)
  const bars = days.map(({ day, nothing, searches }, index) => {
    const whole = searches === 0 ? 0 : Math.max(1, Math.round((searches / most) * height))
    const empty = searches === 0 ? 0 : Math.round((nothing / searches) * whole)
    const left = Math.round(index * step)
    const wide = Math.max(1, Math.round(step - gap))
    return markup`<g><title>${day}: ${number(searches)} searches, ${number(nothing)} without results</title>
<rect class="found" x="${left}" y="${height - whole + empty}" width="${wide}" height="${whole - empty}"></rect>
<rect class="empty" x="${left}" y="${height - whole}" width="${wide}" height="${empty}"></rect></g>
`
  })
  const used = Math.round(step * days.length)
  const first = days[0]?.day ?? ''
  const last = days.at(-1)?.day ?? ''
  return markup`<figure>
<svg viewBox="0 0 ${used} ${height}" width="${used}" height="${height}" role="img" aria-label="Searches by day, at most ${number(most)}">
${bars}</svg>
<figcaption><span>${first}</span> ${first !== last && markup`<span>${last}</span> `}<span class="legend"><i class="found"></i>with results <i class="empty"></i>without; most in a day: ${number(most)}</span></figcaption>
</figure>`
}

/** Renders queries without what readers did after them, which is known of readers alone. */
function outcomeTable(queries: readonly QueryRecord[], by: 'searches' | 'nothing'): Markup {
  const head = markup`<th scope="col">Search</th><th scope="col">From</th><th scope="col" class="number">Searches</th><th scope="col" class="number">Without results</th><th scope="col" class="number">Share</th>`
  return table(
    queries,
    head,
    (query, most) => {
      const { locale, nothing, searches, source } = query
      const from = source === 'icons' ? SOURCE_NAMES.icons : `${SOURCE_NAMES[source]}, ${locale}`
      return markup`${queryCell(query, query[by], most)}<td>${from}</td><td class="number">${number(searches)}</td>${nothingCell(nothing)}<td class="number">${nothing === 0 ? '–' : share(nothing, searches)}</td>`
    },
    by,
  )
}

function readerTable(queries: readonly QueryRecord[]): Markup {
  const head = markup`<th scope="col">Search</th><th scope="col">Locale</th><th scope="col" class="number">Searches</th><th scope="col" class="number">Without results</th><th scope="col" class="number">Clicked</th><th scope="col" class="number">Mean place</th><th scope="col">Most clicked page</th>`
  return table(
    queries,
    head,
    (query, most) => {
      const { clicks, locale, nothing, pages, positions, searches } = query
      const place = clicks === 0 ? '–' : (positions / clicks).toFixed(1)
      return markup`${queryCell(query, searches, most)}<td>${locale}</td><td class="number">${number(searches)}</td>${nothingCell(nothing)}<td class="number">${share(Math.min(clicks, searches), searches)}</td><td class="number">${place}</td><td class="page">${mostClicked(pages) ?? '–'}</td>`
    },
    'searches',
  )
}

function table(
  queries: readonly QueryRecord[],
  head: Markup,
  row: (query: QueryRecord, most: number) => Markup,
  by: 'searches' | 'nothing',
): Markup {
  if (queries.length === 0) return markup`<p class="none">None yet.</p>`
  const most = Math.max(...queries.map((query) => query[by]))
  const rows = queries.slice(0, ROWS).map((query) => markup`<tr>${row(query, most)}</tr>\n`)
  return markup`<div class="scroll"><table>
<thead><tr>${head}</tr></thead>
<tbody>
${rows}</tbody>
</table></div>
${more(queries.length)}`
}

function queryCell({ locale, query }: QueryRecord, value: number, most: number): Markup {
  return markup`<th scope="row" lang="${locale}">${query}${bar(value, most)}</th>`
}

function nothingCell(nothing: number): Markup {
  return markup`<td class="number${nothing > 0 && ' bad'}">${nothing === 0 ? '–' : number(nothing)}</td>`
}

/** Draws a part of a whole. The numbers beside it say the same. */
function bar(value: number, most: number): Markup {
  const width = most === 0 ? 0 : Math.round((value / most) * 1000) / 10
  return markup`<svg class="bar" width="100%" height="4" aria-hidden="true"><rect class="found" width="${width}%" height="4"></rect></svg>`
}

function placeTable({ clicks, clicksByPosition }: Summary): Markup {
  if (clicks === 0) return markup`<p class="none">No clicks yet.</p>`
  const last = clicksByPosition.length - 1
  const rows = clicksByPosition.map(
    (count, index) =>
      markup`<tr><th scope="row">${index === last ? `${last + 1} and further` : index + 1}${bar(count, clicks)}</th><td class="number">${number(count)}</td><td class="number">${share(count, clicks)}</td></tr>
`,
  )
  return markup`<div class="scroll"><table>
<thead><tr><th scope="col">Place</th><th scope="col" class="number">Clicks</th><th scope="col" class="number">Share</th></tr></thead>
<tbody>
${rows}</tbody>
</table></div>`
}

function pageTable(pages: readonly PageRecord[]): Markup {
  if (pages.length === 0) return markup`<p class="none">No answers yet.</p>`
  const rows = pages.slice(0, ROWS).map(
    ({ helpful, page, unhelpful }) =>
      markup`<tr><th scope="row" class="page">${page}${bar(helpful, helpful + unhelpful)}</th><td class="number">${number(helpful)}</td><td class="number${unhelpful > helpful && ' bad'}">${number(unhelpful)}</td><td class="number">${share(helpful, helpful + unhelpful)}</td></tr>
`,
  )
  return markup`<div class="scroll"><table>
<thead><tr><th scope="col">Page</th><th scope="col" class="number">Helpful</th><th scope="col" class="number">Not helpful</th><th scope="col" class="number">Share</th></tr></thead>
<tbody>
${rows}</tbody>
</table></div>
${more(pages.length)}`
}

function more(count: number): Markup | false {
  return count > ROWS && markup`<p class="none">${number(count - ROWS)} more are in the CSV.</p>`
}

function number(value: number): string {
  return value.toLocaleString('en')
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`
}
