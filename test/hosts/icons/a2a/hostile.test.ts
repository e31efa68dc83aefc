import t from 'tap'
import { startAgent } from './agent-fixture.ts'

const MESSAGES = 50_000
const SEED = 20_260_101

/** Reproducible randomness (mulberry32). */
function createRandom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

const random = createRandom(SEED)
const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T

const VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  'x',
  '\u0000',
  '\ud800',
  '__proto__',
  'a'.repeat(300),
  '图标'.repeat(200),
  '-'.repeat(500),
  'icon '.repeat(300),
  '아이콘 찾아줘 '.repeat(80),
  'a-'.repeat(600),
  [],
  {},
  [null],
  [[]],
  { a: 1 },
  { toString: 'x' },
  nested(200),
]

const NAMES = ['__proto__', 'constructor', 'toString', 'data', 'text', 'raw', 'skill', '']

function nested(depth: number): unknown {
  return depth === 0 ? 1 : [nested(depth - 1)]
}

const TEXTS = [
  'find a rain icon',
  'meteocons-fill-rain',
  'how do I embed?',
  '下雨的图标',
  '로딩 아이콘',
  'read guide rate-limits',
  'snow in meteocons as json',
]
const DATA = [
  { skill: 'find_icons', query: 'rain', limit: 2, style: 'fill' },
  { skill: 'get_icon', id: 'line-md-home' },
  { skill: 'find_guides', query: 'limits' },
  { skill: 'read_guide', slug: 'rate-limits' },
]
const METHODS = [
  ['SendMessage', '1.0'],
  ['SendStreamingMessage', '1.0'],
  ['GetTask', '1.0'],
  ['ListTasks', '1.0'],
  ['message/send', '0.3'],
  ['message/stream', '0.3'],
  ['tasks/resubscribe', ''],
] as const

function validRequest(): { request: Record<string, unknown>; version: string } {
  const [method, version] = pick(METHODS)
  const old = version !== '1.0'
  const parts: Record<string, unknown>[] = []
  for (let n = random(3); n >= 0; n--) {
    if (random(3) === 0) parts.push(old ? { kind: 'data', data: { ...pick(DATA) } } : { data: { ...pick(DATA) } })
    else parts.push(old ? { kind: 'text', text: pick(TEXTS) } : { text: pick(TEXTS) })
  }
  const message = { messageId: 'm', contextId: 'c', role: old ? 'user' : 'ROLE_USER', parts }
  const params = { id: 'x', message, configuration: { acceptedOutputModes: ['text/plain'] } }
  return { request: { jsonrpc: '2.0', id: random(100), method, params }, version }
}

/** Changes a member somewhere in the value: another value, gone, renamed, or doubled. */
function mutate(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random(6) === 0) return pick(VALUES)
  if (Array.isArray(value)) {
    const list = [...value] as unknown[]
    if (list.length === 0 || random(4) === 0) list.splice(random(list.length + 1), 0, pick(VALUES))
    else list[random(list.length)] = mutate(list[random(list.length)])
    return list
  }
  const members = Object.entries(value)
  if (members.length === 0) return { [pick(NAMES)]: pick(VALUES) }
  const at = random(members.length)
  const [name, member] = members[at] as [string, unknown]
  const change = random(8)
  if (change === 0) members.splice(at, 1)
  else if (change === 1) members[at] = [pick([...NAMES, name.toUpperCase()]), member]
  else members[at] = [name, mutate(member)]
  return Object.fromEntries(members)
}

/** Changes the text of the body itself, so that it is mostly no JSON any more. */
function garble(body: string): string {
  const at = random(body.length + 1)
  switch (random(4)) {
    case 0:
      return body.slice(0, at)
    case 1:
      return body.slice(0, at) + pick(['"', '{', ']', ',', '\\', '\u0000', '\ufffd', '"__proto__":1,']) + body.slice(at)
    case 2:
      return body.slice(0, at) + body.slice(at + 1 + random(10))
    default:
      return body + body.slice(at)
  }
}

t.test('fifty thousand damaged messages all get exactly one answer of the right form', async (t) => {
  const { post } = await startAgent(t)
  const statuses = new Map<number, number>()
  let wrong = 0
  let answered = 0
  let first = ''
  for (let done = 0; done < MESSAGES;) {
    // One turn of the service's search takes as many together.
    const bodies = Array.from({ length: 50 }, () => {
      const { request, version } = validRequest()
      let damaged: unknown = request
      for (let n = random(3); n >= 0; n--) damaged = mutate(damaged)
      const body = JSON.stringify(damaged) ?? ''
      return {
        body: random(5) === 0 ? garble(body) : body,
        version: random(20) === 0 ? pick(['9.9', 'x', '1']) : version,
      }
    })
    const answers = await Promise.all(bodies.map(({ body, version }) => post(body, version)))
    answers.forEach((answer, n) => {
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if ((answer.events[0] ?? answer.body).includes('"result":')) answered++
      if (isProper(answer)) return
      wrong++
      first ||= `${bodies[n]?.body} → ${JSON.stringify(answer)}`
    })
    done += bodies.length
  }
  t.equal(wrong, 0, first)
  t.same(
    [...statuses.keys()].toSorted((a, b) => a - b),
    [200, 202],
  )
  t.ok(answered > 1000, `${answered} were good enough to be answered`)
  t.ok((statuses.get(202) ?? 0) < MESSAGES / 10, 'most of them are no notifications')
})

function isProper(answer: {
  status: number
  begun: number
  ended: boolean
  body: string
  events: readonly string[]
}): boolean {
  if (answer.begun !== 1 || !answer.ended) return false
  if (answer.status === 202) return answer.body === '' && answer.events.length === 0
  const text = answer.events.length > 0 ? answer.events[0] : answer.body
  if (answer.events.length > 1 || text === undefined || /[\r\n]/.test(text)) return false
  const { error, id, jsonrpc, result } = JSON.parse(text) as Record<string, unknown>
  if (jsonrpc !== '2.0' || id === undefined) return false
  const { code } = (error ?? {}) as { code?: unknown }
  return result === undefined ? Number.isInteger(code) && code !== -32_603 : error === undefined
}
