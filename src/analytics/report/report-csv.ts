import type { QueryRecord } from '../day-record.ts'
import type { Summary } from './summarise.ts'

export const TABLES = ['queries', 'nothing', 'pages', 'days'] as const
export type Table = (typeof TABLES)[number]

/** First characters that a spreadsheet takes for a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** One table of the report as CSV (RFC 4180), with a line of names. */
export function reportCsv(table: Table, summary: Summary): string {
  return rowsOf(table, summary)
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('')
}

function rowsOf(table: Table, { days, pages, queries }: Summary): readonly (string | number)[][] {
  if (table === 'pages') {
    return [
      ['page', 'helpful', 'unhelpful'],
      ...pages.map(({ helpful, page, unhelpful }) => [page, helpful, unhelpful]),
    ]
  }
  if (table === 'days') {
    return [
      ['day', 'searches', 'without_results'],
      ...days.map(({ day, nothing, searches }) => [day, searches, nothing]),
    ]
  }
  const chosen = table === 'queries' ? queries : withoutResults(queries)
  return [
    ['source', 'locale', 'query', 'searches', 'without_results', 'clicks', 'mean_position', 'most_clicked_page'],
    ...chosen.map(({ clicks, locale, nothing, pages: clicked, positions, query, searches, source }) => [
      source,
      locale,
      query,
      searches,
      nothing,
      clicks,
      clicks === 0 ? '' : (positions / clicks).toFixed(2),
      mostClicked(clicked) ?? '',
    ]),
  ]
}

/** Queries that found nothing, those that did so most often first. */
export function withoutResults(queries: readonly QueryRecord[]): QueryRecord[] {
  return queries.filter(({ nothing }) => nothing > 0).sort((a, b) => b.nothing - a.nothing)
}

export function mostClicked(pages: Readonly<Record<string, number>>): string | null {
  return Object.entries(pages).sort((a, b) => b[1] - a[1])[0]?.[0] ?? null
}

/** An apostrophe keeps a spreadsheet from reading a text as a formula. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return `"${text.replaceAll('"', '""')}"`
}
