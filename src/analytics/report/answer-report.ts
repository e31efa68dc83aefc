import type { DayRecord } from '../day-record.ts'
import { renderReport, REPORT_POLICY } from './render-report.ts'
import { reportCsv, TABLES } from './report-csv.ts'
import { summarise } from './summarise.ts'

const DAYS_DEFAULT = 30

export interface ReportOptions {
  /** Days whose counts are kept. */
  readonly daysKept: number
  /** Reads the counts of the last days. */
  readonly read: (days: number) => Promise<Counts>
}

export interface Counts {
  readonly records: readonly DayRecord[]
  /** Whose counts these are, for the reader of the report. */
  readonly scope: string
}

interface ReportAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const COMMON = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' }

/**
 * Answers `/report`, the report as a page, and `/report.csv?table=queries`, one of its tables. Both take `days`, the number of
 * days until today. Null: the address is another one.
 */
export async function answerReport(url: URL, options: ReportOptions): Promise<ReportAnswer | null> {
  const { pathname, searchParams } = url
  if (pathname !== '/report' && pathname !== '/report.csv') return null
  const given = searchParams.get('days') ?? String(Math.min(DAYS_DEFAULT, options.daysKept))
  const days = /^\d{1,3}$/.test(given) ? Number(given) : 0
  if (days < 1 || days > options.daysKept) return wrong(`Give days a whole number from 1 to ${options.daysKept}.`)
  const table = TABLES.find((each) => each === (searchParams.get('table') ?? 'queries'))
  if (table === undefined) return wrong(`Give table one of ${TABLES.join(', ')}.`)
  const { daysKept, read } = options
  const { records, scope } = await read(days)
  const summary = summarise(records)
  if (pathname === '/report') {
    const headers = { ...COMMON, 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': REPORT_POLICY }
    return { status: 200, headers, body: renderReport(summary, { days, daysKept, scope }) }
  }
  const headers = {
    ...COMMON,
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${table}-${days}-days.csv"`,
  }
  return { status: 200, headers, body: reportCsv(table, summary) }
}

function wrong(detail: string): ReportAnswer {
  return { status: 400, headers: { ...COMMON, 'Content-Type': 'text/plain; charset=utf-8' }, body: `${detail}\n` }
}
