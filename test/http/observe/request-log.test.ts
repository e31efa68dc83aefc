import t from 'tap'
import { createRequestLog, type LoggedRequest } from '../../../src/http/observe/request-log.ts'
import type { Log } from '../../../src/shared/log.ts'

const REQUEST: LoggedRequest = {
  id: { text: 'id', bytes: new ArrayBuffer(0) },
  method: 'GET',
  routeName: '/api/search',
  trace: null,
  cache: 'miss',
}

function start() {
  const lines: Record<string, unknown>[] = []
  const log = { isEnabled: () => true, writeLine: (line: string) => lines.push(JSON.parse(line)) } as unknown as Log
  const clock = { nowMs: 0 }
  return { lines, clock, logRequest: createRequestLog(log, 'docs', () => clock.nowMs) }
}

t.test('refused requests write one line a second for each reason, with the number of those left out', async (t) => {
  const { clock, lines, logRequest } = start()
  for (let count = 0; count < 18_000; count++) {
    clock.nowMs = count / 2.25
    logRequest(REQUEST, 503, 1, 10, '1.2.3.4', count % 3 === 0 ? 'deadline' : 'queue')
  }
  t.equal(lines.length, 16, '8 seconds, 2 reasons')
  t.same(
    lines.slice(0, 4).map(({ level, more, refusal, route }) => ({ level, more, refusal, route })),
    [
      { level: 40, more: 0, refusal: 'deadline', route: '/api/search' },
      { level: 40, more: 0, refusal: 'queue', route: '/api/search' },
      { level: 40, more: 749, refusal: 'deadline', route: '/api/search' },
      { level: 40, more: 1499, refusal: 'queue', route: '/api/search' },
    ],
  )
})

t.test('other requests have a line each, whatever is refused meanwhile', async (t) => {
  const { lines, logRequest } = start()
  for (let count = 0; count < 10; count++) {
    logRequest(REQUEST, 503, 1, 10, '', 'queue')
    logRequest(REQUEST, 200, 1, 10, '', null)
    logRequest(REQUEST, 429, 1, 10, '1.2.3.4', 'limit')
    logRequest(REQUEST, 500, 1, 10, '', null)
  }
  const count = (wanted: number): number => lines.filter(({ status }) => status === wanted).length
  t.same([count(503), count(200), count(429), count(500)], [1, 10, 10, 10])
  t.notOk('refusal' in lines.find(({ status }) => status === 200)!)
})
