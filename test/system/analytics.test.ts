import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { Agent, request } from 'node:http'
import { startService } from '../support/start-service.ts'

const ENV = { SEARCH_ANALYTICS: 'on', LISTENERS: '2', SEARCH_THREADS: '2' }

/** Sends each request on a connection of its own, so that both listeners get some. */
function get(url: string, headers: Record<string, string> = {}): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    request(url, { agent: new Agent(), headers }, (response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
      .on('error', reject)
      .end()
  })
}

t.test('counts of several listeners are one report, which a restart keeps', async (t) => {
  const first = await startService(t, { env: ENV })
  const report = first.metricsUrl.replace('/metrics', '/report.csv?days=2')
  for (let n = 0; n < 40; n++) await get(`${first.url}/api/search?q=everything`)
  while (!(await get(first.metricsUrl)).body.includes('signpost_searches_total{source="programs"} 40')) await sleep(200)
  t.match((await get(report)).body, '"programs","en","everything",40,0,0,"",""')
  t.strictSame(await first.stop(), { code: 0, signal: null })

  const second = await startService(t, { env: { ...ENV, ...first.env } })
  t.match((await get(report)).body, '"everything",40', 'the report has what was counted before the start')
  for (let n = 0; n < 3; n++) await get(`${second.url}/api/search?q=everything`)
  await second.stop()
  const third = await startService(t, { env: { ...ENV, ...first.env } })
  t.match((await get(third.metricsUrl.replace('/metrics', '/report.csv'))).body, '"everything",43')

  await t.test('the report is answered under names of this machine alone', async (t) => {
    const page = third.metricsUrl.replace('/metrics', '/report')
    t.equal((await get(page)).status, 200)
    t.equal((await get(page, { Host: 'localhost' })).status, 200)
    t.equal((await get(page, { Host: 'evil.test' })).status, 421)
  })

  await t.test('a kill loses only what was not written yet', async (t) => {
    for (let n = 0; n < 5; n++) await get(`${third.url}/api/search?q=things`)
    while (!(await get(third.metricsUrl)).body.includes('signpost_searches_total{source="programs"} 5'))
      await sleep(200)
    // The report writes what the main thread has.
    await get(third.metricsUrl.replace('/metrics', '/report'))
    third.signal('SIGKILL')
    await third.ended
    const fourth = await startService(t, { env: { ...ENV, ...first.env } })
    t.match((await get(fourth.metricsUrl.replace('/metrics', '/report.csv'))).body, '"things",5')
  })
})
