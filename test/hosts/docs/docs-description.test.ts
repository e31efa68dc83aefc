import t from 'tap'
import { faultsBySchema } from '../../support/json-schema.ts'
import { startService } from '../../support/start-service.ts'
import { DOCUMENTATION } from './documentation.ts'

interface Described {
  readonly operationId: string
  readonly parameters: readonly { readonly name: string; readonly schema: { readonly maximum?: number } }[]
  readonly responses: Readonly<
    Record<
      string,
      { readonly content: Readonly<Record<string, { readonly schema: unknown }>>; readonly headers?: object }
    >
  >
}

interface Description {
  readonly paths: Readonly<Record<string, { readonly get: Described }>>
}

/** Requests of every described operation, among them one for every error that a client can cause. */
const REQUESTS: readonly (readonly [path: string, query: string, status: number])[] = [
  ['/api/search', 'q=widget', 200],
  ['/api/search', 'q=widget&limit=50&include=highlights', 200],
  ['/api/search', 'q=sprocket&locale=ko&include=highlights', 200],
  ['/api/search', 'q=%EC%9C%84%EC%A0%AF&locale=ko&limit=1', 200],
  ['/api/search', 'q=!!', 200],
  ['/api/search', 'q=a', 400],
  ['/api/search', 'q=widget&locale=fr', 400],
  ['/api/search', 'q=widget&limit=0', 400],
  ['/api/page', 'path=/en/guides/start', 200],
  ['/api/page', 'path=/ko/guides/only-english', 200],
  ['/api/page', 'path=..', 400],
  ['/api/page', 'path=/en/none', 404],
  ['/llms.txt', '', 200],
]

t.test('every answer is one that the API description describes', async (t) => {
  const { url } = await startService(t, { content: DOCUMENTATION })
  const description = (await (await fetch(`${url}/openapi.json`)).json()) as Description
  t.same(Object.keys(description.paths), ['/api/search', '/api/page', '/llms.txt'])

  for (const [path, query, status] of REQUESTS) {
    t.test(`${path}?${query}`, async (t) => {
      const response = await fetch(`${url}${path}?${query}`)
      t.equal(response.status, status)
      const described = description.paths[path]?.get.responses[status]
      const mediaType = response.headers.get('content-type')?.split(';')[0] ?? ''
      const schema = described?.content[mediaType]?.schema
      t.ok(schema, `${mediaType} is described`)
      const text = await response.text()
      t.same(faultsBySchema(/json/.test(mediaType) ? JSON.parse(text) : text, schema, description), [])
      for (const name of Object.keys(described?.headers ?? {})) t.ok(response.headers.has(name), `${name} is sent`)
    })
  }

  t.test('its schemas refuse what no answer may be', (t) => {
    const { responses } = description.paths['/api/search']!.get
    const found = responses[200]?.content['application/json']?.schema
    const good = { query: 'ab', locale: 'en', total: 0, results: [] }
    t.same(faultsBySchema(good, found, description), [])
    for (const wrong of [{ locale: 'fr' }, { total: -1 }, { total: 1.5 }, { results: [{}] }, { query: null }])
      t.not(faultsBySchema({ ...good, ...wrong }, found, description).length, 0, JSON.stringify(wrong))
    const problem = responses[400]?.content['application/problem+json']?.schema
    const refusal = { type: 'about:blank', title: 'Bad Request', status: 400, code: 'invalid_path', detail: '' }
    t.not(faultsBySchema(refusal, problem, description).length, 0, 'a code of another operation')
    t.end()
  })

  t.test('a request within the limits that it states is answered, and one past them is refused', async (t) => {
    const limit = description.paths['/api/search']?.get.parameters.find(({ name }) => name === 'limit')?.schema.maximum
    t.equal((await fetch(`${url}/api/search?q=widget&limit=${limit}`)).status, 200)
    t.equal((await fetch(`${url}/api/search?q=widget&limit=${Number(limit) + 1}`)).status, 400)
  })
})

t.test('every address in the indexes for language models is served', async (t) => {
  const { url } = await startService(t, { content: DOCUMENTATION })
  for (const index of ['/llms.txt', '/en/llms.txt', '/zh/llms.txt', '/ko/llms.txt']) {
    const text = await (await fetch(url + index)).text()
    const links = [...text.matchAll(/\]\((\S+?)\)/g)].map(([, link = '']) => link)
    t.ok(links.length > 0, index)
    for (const link of links) t.equal((await fetch(link, { redirect: 'manual' })).status, 200, link)
  }
})
