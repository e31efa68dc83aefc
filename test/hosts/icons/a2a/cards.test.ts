// The card as readers of other languages take it. Their rules are written here in our own words, from their sources.
import t from 'tap'
import { skillsOf } from '../../../../src/hosts/icons/a2a/skills.ts'
import { startSampleIcons } from '../../../support/sample-icons.ts'
import { startAgentHost, type Json } from './agent-fixture.ts'

const url = await startAgentHost(t)
const ids = skillsOf(await startSampleIcons(t)).map(({ id }) => id)

async function cardFor(version: string): Promise<Json> {
  const answer = await fetch(`${url}/.well-known/agent-card.json`, {
    headers: version === '' ? {} : { 'A2A-Version': version },
  })
  t.match(answer.headers.get('content-type'), /^application\/json/)
  return (await answer.json()) as Json
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isText)

/** Skills by the schema of both versions: four members are required. */
function skillsIn(card: Json): readonly string[] {
  return (card['skills'] as Json[]).map(({ description, examples, id, name, tags }) => {
    t.ok(isText(id) && isText(name) && isText(description) && isTexts(tags) && isTexts(examples), `skill ${String(id)}`)
    return id as string
  })
}

t.test('readers of 0.3 find each member that they require, of its type', async (t) => {
  // Python's SDK below 1.0, and all that is made of it: Google's ADK, Strands, CrewAI, LangGraph, the inspector.
  for (const version of ['', '0.3', '0.3.0']) {
    const card = await cardFor(version)
    for (const name of ['name', 'description', 'url', 'version', 'protocolVersion', 'preferredTransport']) {
      t.ok(isText(card[name]), name)
    }
    t.equal(card['preferredTransport'], 'JSONRPC')
    // The ADK needs an address with a scheme and a host, the inspector an absolute one.
    t.match(new URL(card['url'] as string), { protocol: 'http:', host: new URL(url).host, pathname: '/a2a' })
    t.match(card['capabilities'], { streaming: true, pushNotifications: false })
    t.ok(Object.values(card['capabilities'] as Json).every((value) => typeof value === 'boolean'))
    t.ok(isTexts(card['defaultInputModes']) && isTexts(card['defaultOutputModes']))
    t.same(skillsIn(card), ids)
    // The scheme is told by its type, and an empty requirement makes it optional.
    t.match(card['securitySchemes'], { bearer: { type: 'http', scheme: 'bearer' } })
    t.same(card['security'], [{}, { bearer: ['icons.read'] }])
    t.match(card['provider'], { organization: 'Signpost', url })
  }
})

t.test("Python's SDK from 1.0 on reads the card of either version as the same agent", async (t) => {
  for (const version of ['', '1.0']) {
    const {
      preferredTransport,
      protocolVersion,
      security,
      supportsAuthenticatedExtendedCard,
      url: main,
      ...card
    } = await cardFor(version)
    // It takes the old members away, and uses them only where the new ones are missing.
    t.same(card['supportedInterfaces'], [
      { url: `${url}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url: `${url}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
    ])
    t.same(card['securityRequirements'], [{ schemes: {} }, { schemes: { bearer: { list: ['icons.read'] } } }])
    t.notOk(supportsAuthenticatedExtendedCard, 'or it asks for an extended card')
    t.equal(version === '' ? main : undefined, version === '' ? `${url}/a2a` : undefined)
    t.equal(preferredTransport === undefined && protocolVersion === undefined && security === undefined, version !== '')
    // A scheme with a type is wrapped under the name that 1.0 has for it, and unknown members within are passed over.
    const { type, ...scheme } = (card['securitySchemes'] as { bearer: Json }).bearer
    const wrapped = type === undefined ? scheme : { httpAuthSecurityScheme: scheme }
    t.match(wrapped, { httpAuthSecurityScheme: { scheme: /^bearer$/i, bearerFormat: 'JWT' } })
    t.same(Object.keys(wrapped), ['httpAuthSecurityScheme'])
    t.same(skillsIn(card), ids)
  }
})

t.test('readers of 1.0 that refuse unknown members get none', async (t) => {
  // Schemas of Protocol Buffers without tolerance, in Go, Java and Rust.
  const known =
    'name description supportedInterfaces provider version documentationUrl capabilities securitySchemes securityRequirements defaultInputModes defaultOutputModes skills signatures iconUrl'
  const card = await cardFor('1.0')
  t.same(
    Object.keys(card).filter((name) => !known.split(' ').includes(name)),
    [],
  )
  t.same(Object.keys(card['capabilities'] as Json).toSorted(), ['extendedAgentCard', 'pushNotifications', 'streaming'])
  for (const skill of card['skills'] as Json[]) {
    t.same(Object.keys(skill).toSorted(), ['description', 'examples', 'id', 'name', 'tags'])
  }
})

t.test('readers that choose by one member alone reach the same endpoint', async (t) => {
  const card = await cardFor('')
  const interfaces = card['supportedInterfaces'] as Json[]
  const ways = [
    card['url'],
    interfaces[0]?.['url'],
    interfaces.find(({ protocolVersion }) => protocolVersion === '0.3')?.['url'],
    interfaces.find(({ protocolBinding }) => protocolBinding === 'JSONRPC')?.['url'],
  ]
  t.same(new Set(ways), new Set([`${url}/a2a`]))
  // Whoever found only `url` sends no version, and speaks 0.3.
  const parts = [{ kind: 'text', text: 'Give me React code for line-md-home' }]
  const message = { kind: 'message', messageId: 'm', role: 'user', parts }
  const answer = await fetch(card['url'] as string, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'message/send', params: { message } }),
  })
  t.match(await answer.json(), { result: { parts: [{ kind: 'text', text: /export function LineMdHome/ }, {}] } })
})
