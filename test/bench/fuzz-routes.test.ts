import t from 'tap'
import { BEHAVIOURS } from '../../bench/fuzz/behaviours.ts'
import { CALL_GROUPS, callsOf, coverageFaults } from '../../bench/fuzz/calls/all-calls.ts'
import type { CallGroup } from '../../bench/fuzz/calls/call.ts'
import { PARAMETER_VALUES } from '../../bench/fuzz/calls/parameters.ts'
import type { Found } from '../../bench/fuzz/found.ts'
import { Random } from '../../bench/fuzz/random.ts'
import { makeParts, type Manner, type Parts } from '../../bench/fuzz/requests.ts'
import { targetsOf, type HostSurface } from '../../bench/fuzz/surface.ts'
import { listRoutes } from '../../scripts/routes.ts'
import { HOST_NAMES } from '../../src/config/env.ts'

const MANNERS: readonly Manner[] = ['ordinary', 'costly', 'wrong']
const TRIES = 40
const ROUTES = listRoutes()
const KEYS = ROUTES.map(({ host, method, name }) => ({ host, key: `${method} ${name}` }))
const FOUND: Found = {
  words: ['icon', 'search', '문서'],
  pages: ['/en/api/search'],
  sections: ['api'],
  files: ['/files/0a/a.png'],
  scaled: ['/scaled/480/0a/a.png.webp'],
  cards: ['/cards/0a/en.png'],
  icons: ['set-rain'],
  categories: ['weather'],
  sets: ['set'],
  styles: ['fill'],
  assets: ['set-rain.svg'],
  largeAssets: ['set-rain.lottie'],
  guides: ['index.md'],
  tools: { 'POST docs': [{ name: 'search_docs', inputSchema: { properties: { query: { type: 'string' } } } }] },
  member: {
    origin: 'http://localhost:1',
    email: 'a@example.org',
    cookie: 'a=b',
    formKey: 'key',
    clientId: 'client',
    redirectUri: 'http://localhost:9/callback',
    accessToken: 'token',
  },
}

/** A service without pictures, guides and icons. */
const BARE: Found = {
  ...FOUND,
  pages: [],
  sections: [],
  files: [],
  scaled: [],
  cards: [],
  icons: [],
  assets: [],
  largeAssets: [],
  guides: [],
}

function hostsOf(): HostSurface[] {
  return HOST_NAMES.map((name) => ({
    name,
    port: 1,
    targets: targetsOf(ROUTES.filter(({ host }) => host === name)),
    reads: ['/'],
    long: ['/'],
  }))
}

t.test('every route of every host is called by exactly one behaviour of the fuzzer', async (t) => {
  t.ok(ROUTES.length > 100, `${ROUTES.length} routes`)
  t.same(coverageFaults(KEYS, CALL_GROUPS), [])
  for (const name of Object.keys(CALL_GROUPS)) t.ok(BEHAVIOURS[name], `${name} is a behaviour`)
})

t.test('a route without a behaviour is named, and so is a behaviour of a route that is gone', async (t) => {
  const added = { host: 'docs', key: 'GET /added' } as const
  t.same(coverageFaults([...KEYS, added], CALL_GROUPS), ['no behaviour calls docs: GET /added'])
  const left = KEYS.filter(({ key }) => key !== 'POST /1/events')
  t.same(coverageFaults(left, CALL_GROUPS), ['docsearch calls docs: POST /1/events, which is gone'])
  const again: CallGroup = { host: 'docs', weight: 1, calls: { 'POST /1/events': callsOf('docs', 'POST /1/events') } }
  t.same(coverageFaults(KEYS, { ...CALL_GROUPS, again }), ['docsearch and again both call docs: POST /1/events'])
})

t.test('every query parameter that a route declares has values', async (t) => {
  const names = new Set(ROUTES.flatMap(({ parameters }) => parameters))
  t.same(
    [...names].filter((name) => !(name in PARAMETER_VALUES)),
    [],
    'parameters without values',
  )
  t.same(
    Object.keys(PARAMETER_VALUES).filter((name) => !names.has(name)),
    [],
    'values of parameters that are gone',
  )
})

for (const manner of MANNERS) {
  t.test(
    `${manner} calls of every route are requests with a head in one piece, the same for the same seed`,
    async (t) => {
      const hosts = hostsOf()
      for (const host of hosts) {
        for (const target of host.targets) {
          const makeAll = (): Parts[] =>
            Array.from({ length: TRIES }, (_, number) => {
              const found = number % 2 === 0 ? FOUND : BARE
              return makeParts(new Random(1, number), { hosts, found }, host, target, manner)
            })
          const made = makeAll()
          if (JSON.stringify(made) !== JSON.stringify(makeAll()))
            t.fail(`${host.name} ${target.key} is not the same again`)
          const broken = made.find(
            ({ fields, method, path }) =>
              method !== target.method || !/^\/\S*$/.test(path) || fields.some((field) => /[\r\n]/.test(field)),
          )
          if (broken !== undefined) t.fail(`${host.name} ${target.key}: ${JSON.stringify(broken)}`)
          const unfilled = made.some(({ path }) => path.endsWith('/*'))
          if (unfilled && manner !== 'wrong') t.fail(`${host.name} ${target.key} is called by its star`)
        }
      }
      t.ok(hosts.flatMap(({ targets }) => targets).length > 80, 'every host has routes')
    },
  )
}

t.test('a parameter of a route is used in an ordinary and in a costly way', async (t) => {
  const [docs] = hostsOf() as [HostSurface]
  const search = docs.targets.find(({ key }) => key === 'GET /api/search')!
  const paths = (manner: Manner): string[] =>
    Array.from(
      { length: TRIES },
      (_, number) => makeParts(new Random(1, number), { hosts: [docs], found: FOUND }, docs, search, manner).path,
    )
  t.ok(
    paths('ordinary').every((path) => /[?&]q=[^&]/.test(path)),
    'a required parameter is always there',
  )
  t.ok(
    paths('ordinary').some((path) => !path.includes('include=')),
    'another one is there sometimes',
  )
  t.ok(
    paths('costly').every((path) => path.includes('limit=50&include=highlights%2Csections%2Cfacets')),
    'all that cost much',
  )
})
