import type { Tool } from '../found.ts'
import type { Random } from '../random.ts'
import { mcpMessage, modernMessage, type RpcMessage } from '../rpc.ts'
import { anyPath, oneOf, repeated, type Ask, type Call, type RouteCalls } from './call.ts'
import { PARAMETER_VALUES } from './parameters.ts'

/** Longest text that is given for a parameter of which only the type is known. */
const LONGEST_TEXT_CHARS = 200
const MOST_ITEMS = 3
const COSTLY_ITEMS = 50
/** Ids that no session has: of the form of one, of the longest, of none, empty and long. */
const SESSION_IDS = [
  `${'0'.repeat(22)}.${'W'.repeat(80)}.${'0'.repeat(43)}`,
  `${'0'.repeat(22)}.${'W'.repeat(957)}.${'0'.repeat(43)}`,
  '0'.repeat(32),
  '',
  'x'.repeat(4000),
]

/** Calls of an MCP endpoint: its tools, with arguments made from their schemas. */
export const mcpCalls: RouteCalls = {
  ordinary: (ask) => mcpCall(ask, callTool(ask, false)),
  costly: (ask) => mcpCall(ask, ask.random.chance(0.2) ? manyValues(ask) : callTool(ask, true)),
  wrong: (ask) => mcpCall(ask, mcpMessage(ask.random)),
}

/** Calls of the account host's endpoint, as an application of a member sends them. */
export const memberMcpCalls: RouteCalls = {
  ordinary: (ask) => authorized(ask, mcpCalls.ordinary(ask)),
  costly: (ask) => authorized(ask, mcpCalls.costly!(ask)),
  wrong: (ask) => authorized(ask, mcpCalls.wrong!(ask)),
}

/** Ends of sessions, which are mostly of nobody. */
export const memberSessionEnds: RouteCalls = {
  ordinary: (ask) =>
    authorized(ask, { path: anyPath(ask), fields: [`Mcp-Session-Id: ${ask.random.pick(SESSION_IDS)}`] }),
}

function authorized({ found, random }: Ask, call: Call): Call {
  const bearer = [`Authorization: Bearer ${found.member.accessToken}`]
  return random.chance(0.9) ? { ...call, fields: [...(call.fields ?? []), ...bearer] } : call
}

function mcpCall(ask: Ask, { body, fields }: RpcMessage): Call {
  return {
    path: anyPath(ask),
    fields: ['Accept: application/json, text/event-stream', ...fields],
    body: { kind: 'text', type: 'application/json', text: body },
  }
}

/** A body of 64 KiB with as many objects as it holds. */
function manyValues({ random }: Ask): RpcMessage {
  return modernMessage(random, 'tools/list', { arguments: repeated(20_000, () => ({})) })
}

function callTool(ask: Ask, costly: boolean): RpcMessage {
  const { found, random } = ask
  const tools = found.tools[ask.target.key] ?? []
  if (tools.length === 0 || (!costly && random.chance(0.2))) {
    const method = random.pick(['tools/list', 'resources/list', 'resources/templates/list', 'server/discover'])
    return modernMessage(random, method, {})
  }
  const tool = random.pick(tools)
  return modernMessage(random, 'tools/call', { name: tool.name, arguments: argumentsOf(ask, tool, costly) })
}

function argumentsOf(ask: Ask, { inputSchema }: Tool, costly: boolean): unknown {
  const { properties = {}, required = [] } = inputSchema
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => costly || required.includes(name) || ask.random.chance(0.4))
      .map(([name, schema]) => [name, valueOf(ask, name, schema, costly)]),
  )
}

/** The parts of a JSON Schema that decide a value. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
}

function valueOf(ask: Ask, name: string, schema: Schema, costly: boolean): unknown {
  const { random } = ask
  if (schema.enum !== undefined) return random.pick(schema.enum)
  if (schema.anyOf !== undefined) return valueOf(ask, name, random.pick(schema.anyOf), costly)
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  if (type === 'integer' || type === 'number') return numberOf(random, schema, costly)
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'null') return null
  if (type === 'array') {
    const length = costly ? COSTLY_ITEMS : random.below(MOST_ITEMS)
    return repeated(length, () => valueOf(ask, name, schema.items ?? {}, costly))
  }
  if (type === 'object') return { v: '5.7.0', fr: 30, ip: 0, op: 60, w: 64, h: 64, layers: [] }
  return textOf(ask, name, costly).slice(0, schema.maxLength ?? LONGEST_TEXT_CHARS)
}

function numberOf(random: Random, { maximum = 50, minimum = 0 }: Schema, costly: boolean): number {
  return costly ? maximum : random.between(Math.max(0, minimum), Math.min(maximum, 1000))
}

/** A text by the name of its parameter, which tools share with addresses. */
function textOf(ask: Ask, name: string, costly: boolean): string {
  const values = PARAMETER_VALUES[name === 'query' ? 'q' : name]
  if (name === 'id') return oneOf(ask, ask.found.icons)
  if (values === undefined) return ask.random.pick(ask.found.words)
  return ((costly ? values.costly : null) ?? values.ordinary)(ask)
}
