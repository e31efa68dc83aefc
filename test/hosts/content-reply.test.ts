import t from 'tap'
import { contentReply } from '../../src/hosts/content-reply.ts'

t.test('an answer has the date that its content states, unless that is to come', (t) => {
  const dated = (updatedAt: string | null) =>
    contentReply('text/plain', new Uint8Array(), 'abc', { updatedAt }).lastModified
  t.equal(dated('2026-01-02T00:00:00Z'), Date.UTC(2026, 0, 2))
  t.equal(dated(null), undefined)
  t.equal(dated(new Date(Date.now() + 86_400_000).toISOString()), undefined)
  t.end()
})
