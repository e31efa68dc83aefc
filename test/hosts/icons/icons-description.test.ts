import t from 'tap'
import { iconRecord } from '../../../src/hosts/icons/api/record-schema.ts'
import { iconsResponse } from '../../../src/hosts/icons/api/search.ts'
import { createIconsClient, jsonOf, newAddress, type Asked } from '../../support/icons-client.ts'
import { faultsBySchema } from '../../support/json-schema.ts'
import type { RawAnswer } from '../../support/raw-http.ts'
import { startSmallIcons } from '../../support/small-icons-service.ts'

interface Described {
  readonly operationId: string
  readonly security: unknown
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly schema: { readonly type?: string; readonly default?: unknown; readonly maximum?: number }
  }[]
  readonly responses: Readonly<
    Record<
      string,
      { readonly content: Readonly<Record<string, { readonly schema: unknown }>>; readonly headers?: object }
    >
  >
}

interface Description {
  readonly openapi: string
  readonly servers: unknown
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Record<string, unknown>; readonly securitySchemes: Record<string, unknown> }
}

const { iconsUrl } = await startSmallIcons(t)
const { ask, newToken } = createIconsClient(t, iconsUrl)
const description = jsonOf(await ask('/openapi.json')) as unknown as Description

/** One client that has used its budget up. */
const spent = newAddress()
for (let n = 0; n < 120; n++) await ask('/api/v1/sets', { from: spent })

/** Requests of every described operation, and one for every error that a client can cause. */
const REQUESTS: readonly (readonly [path: string, target: string, status: number, asked?: Asked])[] = [
  ['/api/v1/icons', '?q=circle&include=facets', 200],
  ['/api/v1/icons', '?q=circle', 200],
  ['/api/v1/icons', '?q=ring&limit=1&category=brand&set=own&format=svg', 200],
  ['/api/v1/icons', '', 200],
  ['/api/v1/icons', '?q=zzqx', 200],
  ['/api/v1/icons', '?q=a&q=b', 400],
  ['/api/v1/icons', '?limit=0', 400],
  ['/api/v1/icons', '?offset=x', 400],
  ['/api/v1/icons', '?category=none', 400],
  ['/api/v1/icons', '', 429, { from: spent }],
  ['/api/v1/icons/{id}', '/own-circle', 200],
  ['/api/v1/icons/{id}', '/own-square', 200],
  ['/api/v1/icons/{id}', '/none', 404],
  ['/api/v1/icons/{id}', '/own-circle', 429, { from: spent }],
  ['/api/v1/categories', '', 200],
  ['/api/v1/categories', '', 429, { from: spent }],
  ['/api/v1/sets', '', 200],
  ['/api/v1/sets', '', 429, { from: spent }],
  ['/api/v1/suggest', '?prefix=ci', 200],
  ['/api/v1/suggest', '?prefix=zzqx&limit=50', 200],
  ['/api/v1/suggest', '', 400],
  ['/api/v1/suggest', '?prefix=ci&limit=51', 400],
  ['/api/v1/suggest', '?prefix=ci', 429, { from: spent }],
]

/** What the description says that such an answer may be, and in what this one is not. */
function faultsOf(path: string, { body, headers, status }: RawAnswer): string[] {
  const described = description.paths[path]?.['get']?.responses[status]
  const mediaType = headers.get('content-type') ?? ''
  const schema = described?.content[mediaType]?.schema
  if (schema === undefined) return [`${status} with ${mediaType} is not described`]
  const missing = Object.keys(described?.headers ?? {}).filter((name) => !headers.has(name.toLowerCase()))
  return [...faultsBySchema(JSON.parse(body.toString()), schema, description), ...missing.map((name) => `no ${name}`)]
}

for (const [path, target, status, asked] of REQUESTS) {
  t.test(`${path} answers ${status} to "${target}" as its description says`, async (t) => {
    const answer = await ask(path.replace('/{id}', '') + target, asked)
    t.equal(answer.status, status)
    t.strictSame(faultsOf(path, answer), [])
  })
}

t.test('so does the refusal of an altered token, on every operation', async (t) => {
  const token = await newToken()
  for (const [path, target, status] of REQUESTS.filter(([, , status]) => status === 200)) {
    const address = path.replace('/{id}', '') + target
    const good = await ask(address, { token })
    t.equal(good.status, status)
    t.strictSame(faultsOf(path, good), [])
    const altered = await ask(address, { token: `${token.slice(0, -5)}AAAAA` })
    t.equal(altered.status, 401)
    t.strictSame(faultsOf(path, altered), [])
  }
})

t.test('it describes each address of the API, and a token as optional', (t) => {
  t.match(description, { openapi: '3.1.0', servers: [{ url: iconsUrl }] })
  t.strictSame(Object.keys(description.paths), [
    '/api/v1/icons',
    '/api/v1/icons/{id}',
    '/api/v1/categories',
    '/api/v1/sets',
    '/api/v1/suggest',
  ])
  t.match(description.components.securitySchemes['bearer'], { type: 'http', scheme: 'bearer' })
  const operations = Object.values(description.paths).flatMap((item) => Object.values(item))
  t.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length)
  for (const { operationId, parameters, security } of operations) {
    t.strictSame(security, [{}, { bearer: ['icons.read'] }], operationId)
    for (const { name, schema } of parameters) {
      t.ok(schema.type === 'string' || schema.type === 'integer', `${name} has a plain type`)
      if (schema.default !== undefined) t.strictSame(faultsBySchema(schema.default, schema, description), [], name)
    }
  }
  t.end()
})

t.test('its parameters are those that the service reads, with their limits', async (t) => {
  const named = (path: string) =>
    description.paths[path]?.['get']?.parameters.map(({ in: place, name, required }) => [name, place, required])
  t.strictSame(named('/api/v1/icons'), [
    ['q', 'query', false],
    ['limit', 'query', false],
    ['offset', 'query', false],
    ['category', 'query', false],
    ['style', 'query', false],
    ['set', 'query', false],
    ['format', 'query', false],
    ['include', 'query', false],
  ])
  t.strictSame(named('/api/v1/icons/{id}'), [['id', 'path', true]])
  t.strictSame(named('/api/v1/suggest'), [
    ['prefix', 'query', true],
    ['limit', 'query', false],
  ])
  for (const { name, schema } of description.paths['/api/v1/icons']?.['get']?.parameters ?? []) {
    if (schema.maximum === undefined) continue
    t.equal((await ask(`/api/v1/icons?${name}=${schema.maximum}`)).status, 200, name)
    t.equal((await ask(`/api/v1/icons?${name}=${schema.maximum + 1}`)).status, 400, name)
  }
})

t.test('its schemas refuse what no answer may be', async (t) => {
  const schemaOf = (path: string, status: number): unknown =>
    description.paths[path]?.['get']?.responses[status]?.content['application/json']?.schema
  const found = iconsResponse.parse(jsonOf(await ask('/api/v1/icons?q=circle')))
  const [first] = found.results
  const faults = (value: unknown) => faultsBySchema(value, schemaOf('/api/v1/icons', 200), description)
  t.strictSame(faults(found), [])
  const wrongs = [{ total: -1 }, { total: 1.5 }, { query: null }, { results: [{}] }, { limit: '20' }]
  const wrongRecords = [
    { id: 5 },
    { formats: [{}] },
    { width: null },
    { license: 'MIT' },
    { score: '1' },
    { variants: [1] },
  ]
  for (const wrong of wrongs) t.not(faults({ ...found, ...wrong }).length, 0, JSON.stringify(wrong))
  for (const wrong of wrongRecords)
    t.not(faults({ ...found, results: [{ ...first, ...wrong }] }).length, 0, JSON.stringify(wrong))
  const record = iconRecord.parse(jsonOf(await ask('/api/v1/icons/own-circle')))
  t.strictSame(faultsBySchema(record, schemaOf('/api/v1/icons/{id}', 200), description), [])
  const refusal = { error: { code: 'icon_not_found', message: 'x' } }
  t.strictSame(faultsBySchema(refusal, schemaOf('/api/v1/icons/{id}', 404), description), [])
  t.not(faultsBySchema(refusal, schemaOf('/api/v1/icons', 400), description).length, 0, 'a code of another status')
})
