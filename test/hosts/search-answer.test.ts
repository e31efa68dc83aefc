import t from 'tap'
import { SearchAnswer } from '../../src/hosts/search-answer.ts'
import { CRASHED, LATE, OVERLOADED } from '../../src/pool/refusals.ts'
import { startApp } from '../http/server/start-app.ts'

t.test('a search that is refused is counted by what the pool says: too much waits, too late, or a fault', async (t) => {
  const outcomes = [OVERLOADED, OVERLOADED, LATE, CRASHED]
  const searches = {
    content: 'abc',
    ask: (_query: string, _shape: number, waiter: SearchAnswer) => waiter.refused(outcomes.shift()!),
  }
  const { refusals, url } = await startApp(t, [
    {
      path: '/search/*',
      name: 'search',
      answer: ({ path }) => new SearchAnswer(searches, path, 1, 'no-store'),
    },
  ])
  const details: unknown[] = []
  for (const place of [0, 1, 2, 3]) {
    const answer = await fetch(`${url}/search/${place}`)
    t.equal(answer.status, 503)
    details.push(((await answer.json()) as { detail: string }).detail)
  }
  t.same(refusals(), { queue: 2, deadline: 1, other: 1 })
  t.equal(new Set(details).size, 3, 'clients are told as before')
})
