import t from 'tap'
import { freshnessSeconds } from '../../../src/oauth/client/freshness.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')
const WEEK = 7 * 24 * 3600

const CASES: readonly (readonly [what: string, headers: Record<string, string>, seconds: number])[] = [
  ['without a word of it', {}, 600],
  ['with max-age', { 'cache-control': 'public, max-age=3600' }, 3600],
  ['with max-age in quotation marks and capitals', { 'cache-control': 'Max-Age="3600"' }, 3600],
  ['with an age', { 'cache-control': 'max-age=3600', age: '600' }, 3000],
  ['with s-maxage, which is meant for shared caches', { 'cache-control': 'max-age=60, s-maxage=3600' }, 3600],
  ['with no-store', { 'cache-control': 'max-age=3600, no-store' }, 30],
  ['with no-cache', { 'cache-control': 'no-cache' }, 30],
  ['that is private', { 'cache-control': 'private, max-age=3600' }, 30],
  ['with max-age of 0', { 'cache-control': 'max-age=0' }, 30],
  ['with max-age that is no number', { 'cache-control': 'max-age=a' }, 30],
  ['with max-age below 0', { 'cache-control': 'max-age=-1' }, 30],
  ['with a year', { 'cache-control': 'max-age=31536000' }, WEEK],
  ['with more digits than numbers have', { 'cache-control': `max-age=${'9'.repeat(400)}` }, 30],
  ['with Expires', { expires: 'Thu, 01 Jan 2026 02:00:00 GMT' }, 7200],
  [
    'with Expires and the clock of its server',
    { expires: 'Thu, 01 Jan 2026 02:00:00 GMT', date: 'Thu, 01 Jan 2026 01:00:00 GMT' },
    3600,
  ],
  ['with Expires in the past', { expires: 'Wed, 31 Dec 2025 00:00:00 GMT' }, 30],
  ['with Expires that is no date', { expires: '0' }, 30],
]

for (const [what, headers, seconds] of CASES) {
  t.test(`a document ${what} is kept ${seconds} seconds`, async (t) => {
    t.equal(freshnessSeconds(headers, NOW), seconds)
  })
}
