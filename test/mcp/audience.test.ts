import t from 'tap'
import { createMemoryBus } from '../../src/mcp/bus.ts'
import { createMemorySessions } from '../support/memory-sessions.ts'
import type { MemoryExchange } from '../support/memory-exchange.ts'
import {
  begin,
  beginCall,
  endpoint,
  finish,
  modern,
  openSession,
  request,
  text,
  tool,
  type Asked,
  type Json,
} from './fixture.ts'

interface User {
  readonly userId: string
}

const URI = 'icon://sun'
const FILTER = { resourcesListChanged: true, resourceSubscriptions: [URI] }
const LISTEN = modern('subscriptions/listen', { notifications: FILTER })
const audienceOf = ({ principal }: { readonly principal: unknown }): string => (principal as User).userId
const by = (grant: string, userId: string): Asked => ({ subject: grant, principal: { userId } satisfies User })
const heardBy = ({ answer }: MemoryExchange): unknown[] =>
  answer.events.slice(1).map((event) => (JSON.parse(event) as Json)['method'])

t.test(
  'a change for an audience reaches its subscriptions on every node, whatever their grant, and no others',
  async (t) => {
    const bus = createMemoryBus()
    const [here, there] = [endpoint(t, { bus, audienceOf }), endpoint(t, { bus, audienceOf })]
    const mine = [beginCall(here, LISTEN, by('g1', 'ann')), beginCall(there, LISTEN, by('g2', 'ann'))]
    const other = beginCall(here, LISTEN, by('g3', 'bob'))
    here.hub.publish({ kind: 'resource', uri: URI, audience: 'ann' })
    there.hub.publish({ kind: 'resources', audience: 'ann' })
    here.hub.publish({ kind: 'resources', audience: 'nobody' })
    await new Promise(setImmediate)
    const both = ['notifications/resources/updated', 'notifications/resources/list_changed']
    for (const stream of mine) t.same(heardBy(stream), both)
    t.same(heardBy(other), [])
    here.hub.publish({ kind: 'resources' })
    await new Promise(setImmediate)
    t.same(heardBy(mine[1]!), [...both, both[1]])
    t.same(heardBy(other), [both[1]])
    t.notMatch(mine[0]!.answer.events.join(''), /ann/, 'nobody is told the audience')
  },
)

t.test('a subscription that has ended is told nothing, and those after it are', async (t) => {
  const to = endpoint(t, { audienceOf })
  const [gone, left] = [beginCall(to, LISTEN, by('g1', 'ann')), beginCall(to, LISTEN, by('g1', 'ann'))]
  gone.abort()
  to.hub.announce({ kind: 'resources', audience: 'ann' })
  left.abort()
  to.hub.announce({ kind: 'resources', audience: 'ann' })
  const last = beginCall(to, LISTEN, by('g1', 'ann'))
  to.hub.announce({ kind: 'resources', audience: 'ann' })
  t.same(
    [gone, left, last].map((stream) => heardBy(stream).length),
    [0, 1, 1],
  )
})

t.test(
  'what a subject has open ends at once: streams with their results, calls of both generations with an error',
  async (t) => {
    const aborted: unknown[] = []
    const to = endpoint(t, {
      audienceOf,
      sessions: createMemorySessions(),
      tools: [
        tool('wait', (context) => {
          context.progress(1)
          return new Promise((resolve) => {
            context.signal.addEventListener('abort', () => {
              aborted.push(context.subject)
              resolve(text('too late'))
            })
          })
        }),
      ],
    })
    const wait = { name: 'wait' }
    const begun = async (asked: Asked) => {
      const fields = await openSession(to, asked.subject)
      const calls = [request('tools/call', wait, 1), request('tools/call', wait, 2)]
      return {
        stream: beginCall(to, LISTEN, asked),
        newer: beginCall(to, modern('tools/call', wait), asked),
        streaming: beginCall(to, modern('tools/call', { ...wait, _meta: { progressToken: 1 } }), asked),
        older: begin(to, JSON.stringify(request('tools/call', wait)), { ...asked, fields }),
        batch: begin(to, JSON.stringify(calls), { ...asked, fields }),
      }
    }
    const [revoked, other] = [await begun(by('g1', 'ann')), await begun(by('g2', 'ann'))]
    to.endSubject('g1')
    t.match((await finish(revoked.stream)).body, { result: { resultType: 'complete' } })
    const error = { code: -32_000, message: /revoked/ }
    for (const each of [revoked.newer, revoked.older, revoked.streaming]) {
      const { body, status } = await finish(each)
      t.equal(status, 200)
      t.match(body, { error })
    }
    t.match((await finish(revoked.batch)).body, [
      { id: 1, error },
      { id: 2, error },
    ])
    t.same(aborted, ['g1', 'g1', 'g1', 'g1', 'g1'])
    for (const each of Object.values(other)) t.equal(each.answer.ended, false)
    to.endSubject('g1')
    to.endSubject('g2')
    await Promise.all(Object.values(other).map((each) => finish(each)))
    t.equal(aborted.length, 10)
  },
)

t.test('the anonymous are nobody whose access could end', async (t) => {
  const to = endpoint(t)
  const stream = beginCall(to, LISTEN, { address: '192.0.2.1' })
  for (const subject of ['192.0.2.1', '', 'null']) to.endSubject(subject)
  t.equal(stream.answer.ended, false)
})
