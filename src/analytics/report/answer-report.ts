import { readDays } from '../day-files.ts'
import { renderReport, REPORT_POLICY } from './render-report.ts'
import { reportCsv, TABLES } from './report-csv.ts'
import { summarise } from './summarise.ts'

const DAYS_DEFAULT = 30

export interface ReportOptions {
  readonly dataDir: string
  /** Days whose counts are kept. */
  readonly daysKept: number
  /** Milliseconds since the epoch. */
  readonly nowMs: number
  readonly onFault: (message: string, cause: unknown) => void
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
export function answerReport(url: URL, options: ReportOptions): ReportAnswer | null {
  const { pathname, searchParams } = url
  if (pathname !== '/report' && pathname !== '/report.csv') return null
  const given = searchParams.get('days') ?? String(Math.min(DAYS_DEFAULT, options.daysKept))
  const days = /^\d{1,3}$/.test(given) ? Number(given) : 0
  if (days < 1 || days > options.daysKept) return wrong(`Give days a whole number from 1 to ${options.daysKept}.`)
  const table = TABLES.find((each) => each === (searchParams.get('table') ?? 'queries'))
  if (table === undefined) return wrong(`Give table one of ${TABLES.join(', ')}.`)
  const { dataDir, daysKept, nowMs, onFault } = options
  const records = readDays(dataDir, days, nowMs, (file, cause) =>
    onFault(`${file} of the counts cannot be read`, cause),
  )
  const summary = summarise(records)
  if (pathname === '/report') {
    const headers = { ...COMMON, 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': REPORT_POLICY }
    return { status: 200, headers, body: renderReport(summary, { days, daysKept }) }
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
