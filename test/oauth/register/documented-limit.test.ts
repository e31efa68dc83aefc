import { readFileSync } from 'node:fs'
import t from 'tap'
import { REGISTRATIONS } from '../../../src/oauth/limits.ts'

const FILES = ['account/authorization.mdx', 'account/failures.mdx', 'operations/accounts.mdx']
const PER_HOUR = /an hour|每小时|一小时|한 시간에/
const OF_CLIENTS = /of clients|register|客户端|클라이언트/

t.equal(REGISTRATIONS.windowMs, 60 * 60 * 1000)
for (const locale of ['en', 'zh', 'ko']) {
  for (const file of FILES) {
    t.test(`${locale}/${file} says how many clients an address may register an hour`, async (t) => {
      const text = readFileSync(new URL(`../../../content/docs/${locale}/${file}`, import.meta.url), 'utf8')
      const lines = text.split('\n').filter((line) => PER_HOUR.test(line) && OF_CLIENTS.test(line))
      t.not(lines.length, 0)
      for (const line of lines) t.match(line, new RegExp(`(?<!\\d)${REGISTRATIONS.limit}(?!\\d)`))
    })
  }
}
