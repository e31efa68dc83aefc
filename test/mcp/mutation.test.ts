import t from 'tap'
import { createRandom } from '../../bench/timing.ts'
import { isObject } from '../../src/mcp/protocol.ts'
import { createMemorySessions } from '../support/memory-sessions.ts'
import type { MemoryExchange } from '../support/memory-exchange.ts'
import {
  begin,
  endpoint,
  INITIALIZE,
  modern,
  modernFields,
  openSession,
  PROMPTS,
  request,
  TOOLS,
  type Json,
} from './fixture.ts'

/** The messages are the same in each run. With `LONG=1` there are ten times as many, as before a release. */
const COUNT = process.env['LONG'] === '1' ? 1_000_000 : 100_000
const ROUND = 5000
const STATUSES: ReadonlySet<number> = new Set([200, 202, 400, 404, 406, 503])

const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  '\u0000',
  '\ud800',
  '__proto__',
  '2026-07-28',
  '2025-03-26',
  'notifications/cancelled',
  'x'.repeat(3000),
  [],
  {},
  [[]],
  { toString: 1 },
]
const KEYS = ['id', 'method', 'params', '_meta', 'result', '__proto__', 'arguments', 'cursor', '', '\ud800']
const TOKENS = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  'null',
  '1e999',
  '"__proto__":',
  '\u0000',
  '\ufeff',
  '\u2028',
  ' ',
]

const SEEDS: readonly Json[] = [
  INITIALIZE,
  request('ping'),
  request('tools/list', { cursor: 'x' }),
  request('tools/call', { name: 'greet', arguments: { name: 'Ada' }, _meta: { progressToken: 1 } }),
  request('tools/call', { name: 'later' }),
  request('tools/call', { name: 'broken later' }),
  request('logging/setLevel', { level: 'error' }),
  request('completion/complete', {
    ref: { type: 'ref/prompt', name: 'write' },
    argument: { name: 'topic', value: 's' },
  }),
  request('resources/subscribe', { uri: 'icon://sun' }),
  { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
  { jsonrpc: '2.0', id: 'AAAAAAAAAAAA.1.AAAAAAAAAAAA', result: { action: 'accept' } },
  modern('server/discover'),
  modern('resources/list', { cursor: 'aWNvbjovL3N1bg' }),
  modern('resources/read', { uri: 'icon://sun' }),
  modern('prompts/get', { name: 'write', arguments: { topic: 'sun' } }),
  modern('tools/call', { name: 'route', arguments: { region: 'eu', size: 1 } }),
  modern('tools/call', { name: 'raw', requestState: 'v1.e30.x', inputResponses: {} }),
  modern('subscriptions/listen', { notifications: { toolsListChanged: true, resourceSubscriptions: ['icon://sun'] } }),
]

t.test(
  'no message, however it is changed, is left without an answer or breaks anything',
  { timeout: 300_000 },
  async (t) => {
    const random = createRandom(20_260_728)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
    const sessions = createMemorySessions()
    const to = endpoint(t, { sessions, tools: TOOLS, prompts: PROMPTS, subscriptionLimit: COUNT })
    const session = await openSession(to)

    function change(value: unknown): unknown {
      if (random() < 0.15) return pick(VALUES)
      if (Array.isArray(value)) return value.length === 0 ? [pick(VALUES)] : changeOne(value)
      if (value === null || typeof value !== 'object') {
        return typeof value === 'string' && random() < 0.5 ? value.slice(1) : pick(VALUES)
      }
      const entries = Object.entries(value)
      if (entries.length === 0 || random() < 0.1) entries.push([pick(KEYS), pick(VALUES)])
      else if (random() < 0.15) entries.splice(Math.floor(random() * entries.length), 1)
      else return Object.fromEntries(changeOne(entries.map(([key, member]) => [key, member])) as [string, unknown][])
      return Object.fromEntries(entries)
    }

    /** Changes one element, or the value of one entry. */
    function changeOne(list: readonly unknown[]): unknown[] {
      const at = Math.floor(random() * list.length)
      return list.map((item, position) => {
        if (position !== at) return item
        return Array.isArray(item) && item.length === 2 && typeof item[0] === 'string'
          ? [item[0], change(item[1])]
          : change(item)
      })
    }

    function changeText(text: string): string {
      const at = Math.floor(random() * (text.length + 1))
      switch (Math.floor(random() * 4)) {
        case 0:
          return text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 8))
        case 1:
          return text.slice(0, at) + pick(TOKENS) + text.slice(at)
        case 2:
          return text.slice(0, at)
        default:
          return text.slice(0, at) + String.fromCharCode(Math.floor(random() * 256)) + text.slice(at + 1)
      }
    }

    function nextMessage(seed: Json): unknown {
      let message: unknown = random() < 0.1 ? [seed, change(pick(SEEDS)), pick(SEEDS)] : seed
      const changes = Math.floor(random() * 4)
      for (let n = 0; n < changes; n++) message = change(message)
      return message
    }

    /** Mostly those that belong to the message, as changed: else few changes would get past the header fields. */
    function nextFields(message: unknown): Record<string, string> {
      const { method, params } = isObject(message) ? message : {}
      const meta = isObject(params) && isObject(params['_meta']) ? params['_meta'] : {}
      const version = meta['io.modelcontextprotocol/protocolVersion']
      const fields: Record<string, string> =
        typeof version === 'string' && isObject(params)
          ? {
              ...modernFields({ method: typeof method === 'string' ? method : '', params }),
              'mcp-protocol-version': version,
            }
          : { ...session }
      fields['mcp-param-region'] = 'eu'
      fields['mcp-param-size'] = '1'
      if (random() < 0.2) {
        fields[pick(Object.keys(fields))] = pick(['', 'x', '=?base64?eA==?=', '2026-07-28', '2025-03-26'])
      }
      if (random() < 0.05) fields['accept'] = pick(['application/json', 'text/event-stream', 'text/html', ''])
      return fields
    }

    const faults: string[] = []
    const seen = new Map<string, number>()
    function inspect({ answer }: MemoryExchange, body: string): void {
      const text = answer.body === '' ? answer.events.at(-1) : answer.body
      const isListening = answer.status === 200 && !answer.ended && answer.events[0]?.includes('acknowledged') === true
      const isWhole = answer.ended && STATUSES.has(answer.status) && (answer.status === 202) === (text === undefined)
      if (answer.begun !== 1 || !(isListening || isWhole)) faults.push(body)
      let kind = String(answer.status)
      if (text !== undefined) {
        const parsed = JSON.parse(text) as { jsonrpc?: string; error?: { code: number } } | unknown[]
        if (Array.isArray(parsed)) kind += ' batch'
        else if (parsed.jsonrpc !== '2.0') faults.push(body)
        else if (parsed.error !== undefined) kind += ` ${parsed.error.code}`
      }
      seen.set(kind, (seen.get(kind) ?? 0) + 1)
    }

    for (let sent = 0; sent < COUNT; sent += ROUND) {
      const open: (readonly [MemoryExchange, string])[] = []
      for (let n = 0; n < ROUND; n++) {
        const message = nextMessage(pick(SEEDS))
        const text = JSON.stringify(message)
        const body = random() < 0.25 ? changeText(text) : text
        open.push([begin(to, body, { fields: nextFields(message) }), body])
      }
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
      for (const [exchange, body] of open) {
        inspect(exchange, body)
        exchange.abort()
      }
    }
    t.same(faults.slice(0, 5), [])
    // Every kind of answer has to have come, else the changes are too tame or too wild.
    const kinds = ['200', '202', '400 -32700', '400 -32600', '400 -32602', '400 -32020', '400 -32022', '404 -32601']
    for (const kind of [...kinds, '404 -32001', '400 -32000', '200 -32602', '200 -32601', '200 batch', '406 -32000']) {
      t.ok((seen.get(kind) ?? 0) > 50, `${kind}: ${seen.get(kind)}`)
    }
  },
)
