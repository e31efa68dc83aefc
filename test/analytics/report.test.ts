import t from 'tap'
import { CountKeeper } from '../../src/analytics/count-keeper.ts'
import type { Counted } from '../../src/analytics/counted.ts'
import { readDays } from '../../src/analytics/day-files.ts'
import { answerReport } from '../../src/analytics/report/answer-report.ts'
import { temporaryFolder } from '../support/content-tree.ts'
import type { Test } from 'tap'

const NOON = Date.parse('2026-11-25T12:00:00Z')

function throwFault(message: string, cause: unknown): never {
  throw new Error(message, { cause })
}

async function reporter(t: Test, counted: readonly Counted[]) {
  const dataDir = await temporaryFolder(t)
  const keeper = new CountKeeper({ dataDir, days: 90, clock: () => NOON, seed: 1, onFault: throwFault })
  keeper.add(counted)
  keeper.close()
  const options = {
    daysKept: 90,
    read: async (days: number) => ({ records: readDays(dataDir, days, NOON, throwFault), scope: 'Counts of <all>.' }),
  }
  return (path: string) => answerReport(new URL(path, 'http://localhost'), options)
}

function search(query: string, more: Partial<Extract<Counted, { kind: 'search' }>> = {}): Counted {
  return { kind: 'search', source: 'readers', locale: 'en', query, found: true, times: 3, ...more }
}

t.test('the report shows searches, clicks and feedback, and needs no script', async (t) => {
  const report = await reporter(t, [
    search('install', { times: 8 }),
    search('k8s', { found: false, times: 5 }),
    { kind: 'click', locale: 'en', query: 'install', position: 1, page: '/en/install', times: 1 },
    { kind: 'click', locale: 'en', query: 'install', position: 4, page: '/en/install', times: 1 },
    { kind: 'feedback', page: '/en/install', helpful: false, times: 2 },
  ])
  const answer = await report('/report')
  t.match(answer, { status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' } })
  const { body = '' } = answer ?? {}
  for (const text of ['install', 'k8s', '38 %', '2.5', '/en/install']) t.ok(body.includes(text), text)
  t.notMatch(body, /<script|style="|onclick/)
  t.match(answer?.headers['Content-Security-Policy'], /^default-src 'none'; style-src 'sha256-/)
})

t.test('a query is text on the page, whatever it holds', async (t) => {
  const report = await reporter(t, [search('<img src=x onerror=alert(1)>"\'')])
  const { body = '' } = (await report('/report')) ?? {}
  t.ok(body.includes('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;'))
  t.notOk(body.includes('<img'))
})

t.test('the CSV has a line for each query, and no cell is a formula', async (t) => {
  const report = await reporter(t, [
    search('=cmd|calc'),
    search('+1'),
    search('-x'),
    search('a "quoted", text', { times: 9 }),
  ])
  const { body, headers } = (await report('/report.csv?days=7')) ?? {}
  t.match(headers, {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': 'attachment; filename="queries-7-days.csv"',
  })
  t.strictSame(body?.split('\r\n'), [
    '"source","locale","query","searches","without_results","clicks","mean_position","most_clicked_page"',
    '"readers","en","a ""quoted"", text",9,0,0,"",""',
    '"readers","en","\'+1",3,0,0,"",""',
    '"readers","en","\'-x",3,0,0,"",""',
    '"readers","en","\'=cmd|calc",3,0,0,"",""',
    '',
  ])
})

t.test('each table has a CSV of its own', async (t) => {
  const report = await reporter(t, [
    search('install'),
    search('k8s', { found: false }),
    { kind: 'feedback', page: '/en/a', helpful: true, times: 2 },
  ])
  const csv = async (table: string): Promise<string[]> =>
    (await report(`/report.csv?table=${table}`))?.body.trim().split('\r\n').slice(1) ?? []
  t.strictSame(await csv('nothing'), ['"readers","en","k8s",3,3,0,"",""'])
  t.strictSame(await csv('pages'), ['"/en/a",2,0'])
  t.strictSame(await csv('days'), ['"2026-11-25",6,3'])
})

t.test('a report without counts says so', async (t) => {
  const report = await reporter(t, [])
  const { body = '', status } = (await report('/report?days=90')) ?? {}
  t.equal(status, 200)
  t.match(body, 'Nothing was counted in this period.')
})

t.test('days and tables that do not exist are refused, and other addresses are none of the report', async (t) => {
  const report = await reporter(t, [])
  for (const path of ['/report?days=0', '/report?days=91', '/report?days=x', '/report.csv?table=users']) {
    t.match(await report(path), { status: 400, headers: { 'Content-Type': 'text/plain; charset=utf-8' } }, path)
  }
  t.equal(await report('/reports'), null)
})
