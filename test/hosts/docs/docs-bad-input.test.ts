import t from 'tap'
import { RawConnection, requestFor, withoutOwnFields, type RawAnswer } from '../../support/raw-http.ts'
import { startService } from '../../support/start-service.ts'
import { cases, LISTS, PARAMETERS, type Case } from './bad-requests.ts'
import { DOCUMENTATION } from './documentation.ts'

/** The members of a problem, interface §2.4, in the order in which they go out. */
const MEMBERS = ['type', 'title', 'status', 'code', 'detail', 'documentation']
const MEMBERS_WITH_PARAM = ['type', 'title', 'status', 'code', 'detail', 'param', 'documentation']
const PHRASES: Readonly<Record<number, string>> = { 400: 'Bad Request', 404: 'Not Found', 405: 'Method Not Allowed' }

/** What is not as it must be about the answer to a request at fault. */
function faultsOf(answer: RawAnswer | null, { code, param, status }: Case, errorsUrl: string): string[] {
  if (answer === null) return ['no answer']
  const faults: string[] = []
  const expect = (what: string, found: unknown, wanted: unknown): void => {
    if (JSON.stringify(found) !== JSON.stringify(wanted))
      faults.push(`${what} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`)
  }
  const { headers } = answer
  expect('status', answer.status, status)
  expect('content-type', headers.get('content-type'), 'application/problem+json')
  expect('access-control-allow-origin', headers.get('access-control-allow-origin'), '*')
  expect('x-content-type-options', headers.get('x-content-type-options'), 'nosniff')
  expect('cache-control', headers.get('cache-control'), 'no-store')
  expect('allow', headers.get('allow'), status === 405 ? 'GET, HEAD, OPTIONS' : undefined)
  expect('access-control-expose-headers', headers.get('access-control-expose-headers'), '*')
  if (!/^[0-9a-z-]{8,}$/.test(headers.get('x-request-id') ?? '')) faults.push('no id')
  if (faults.length > 0) return faults
  const problem = JSON.parse(answer.body.toString()) as Record<string, unknown>
  expect('members', Object.keys(problem), param === undefined ? MEMBERS : MEMBERS_WITH_PARAM)
  expect('type', problem['type'], 'about:blank')
  expect('title', problem['title'], PHRASES[status])
  expect('status member', problem['status'], status)
  expect('code', problem['code'], code)
  expect('param', problem['param'], param)
  expect('documentation', problem['documentation'], errorsUrl)
  if (typeof problem['detail'] !== 'string' || problem['detail'].length < 20) faults.push('the detail says nothing')
  return faults
}

t.test('requests at fault get a problem that is exact in every member and header field', async (t) => {
  const { url } = await startService(t, { content: DOCUMENTATION })
  const { port } = new URL(url)
  const errorsUrl = `${url}/en/api/errors`
  t.equal((await fetch(errorsUrl)).status, 200, 'the page that every problem names')

  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Readonly<Record<string, { get: { parameters?: readonly { name: string }[] } }>>
  }
  const described = Object.entries(paths).flatMap(([path, { get }]) =>
    (get.parameters ?? []).map(({ name }) => `${path} ${name}`),
  )
  const tried = [...PARAMETERS.map(({ param, route }) => `${route} ${param}`), ...LISTS]
  t.same(tried.sort(), described.sort(), 'every parameter that the API describes is tried')

  const table = cases(port)
  t.ok(table.length >= 150, `${table.length} cases`)
  let connection = await RawConnection.open(Number(port))
  t.teardown(() => connection.destroy())
  const ask = async (request: Buffer): Promise<RawAnswer | null> => {
    if (connection.over) connection = await RawConnection.open(Number(port))
    return connection.ask(request)
  }
  const ids = new Set<string>()
  for (const each of table) {
    const { code, method = 'GET', status, target } = each
    // Characters stand for themselves in UTF-8, but those that were written as bytes.
    const bytes = Buffer.from(requestFor(target, [], method), /[\x80-\xff]/.test(target) ? 'latin1' : 'utf8')
    const answer = await ask(bytes)
    t.same(faultsOf(answer, each, errorsUrl), [], `${method} ${target.slice(0, 90)} is ${status} ${code}`)
    ids.add(answer?.headers.get('x-request-id') ?? '')
  }
  t.equal(ids.size, table.length, 'every answer has an id of its own')

  t.test('HEAD is refused in the same words, without the body', async (t) => {
    for (const each of table.filter(({ method }) => method === undefined)) {
      const bytes = (method: string): Buffer =>
        Buffer.from(requestFor(each.target, [], method), /[\x80-\xff]/.test(each.target) ? 'latin1' : 'utf8')
      const [get, head] = [await ask(bytes('GET')), await ask(bytes('HEAD'))]
      t.equal(head?.body.length, 0)
      t.same(head && withoutOwnFields(head), get && withoutOwnFields(get), each.target.slice(0, 90))
    }
  })
})
