/** One request to the endpoint, as a body and header fields. */
export interface CornerCase {
  readonly name: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

const VERSION = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
const CLIENT = 'io.modelcontextprotocol/clientInfo'
const LOG_LEVEL = 'io.modelcontextprotocol/logLevel'
const MODERN = '2026-07-28'

const META = { [VERSION]: MODERN, [CAPABILITIES]: {}, [CLIENT]: { name: 'c', version: '1' } }
const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

type Fields = Readonly<Record<string, string | null>>

/** Changes header fields. A null removes a field. */
function withFields(base: Readonly<Record<string, string>>, changes: Fields): Record<string, string> {
  const merged: Record<string, string> = { ...base }
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete merged[name]
    else merged[name] = value
  }
  return merged
}

function raw(name: string, body: string | undefined, changes: Fields = {}, method = 'POST'): CornerCase {
  return { name, method, headers: withFields(JSON_TYPE, changes), body }
}

/** A request of revision 2026-07-28 with every required field. `changes` replaces members of the message. */
function modern(
  name: string,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  fields: Fields = {},
  changes: Readonly<Record<string, unknown>> = {},
): CornerCase {
  const named = params['name'] ?? params['uri']
  const standard: Fields = {
    'mcp-protocol-version': MODERN,
    'mcp-method': method,
    'mcp-name':
      ['tools/call', 'prompts/get', 'resources/read'].includes(method) && typeof named === 'string' ? named : null,
  }
  const message = { jsonrpc: '2.0', id: 7, method, params: { _meta: META, ...params }, ...changes }
  return raw(`modern: ${name}`, JSON.stringify(message), { ...standard, ...fields })
}

function meta(changes: Readonly<Record<string, unknown>>): { _meta: Record<string, unknown> } {
  return { _meta: { ...META, ...changes } }
}

function legacy(
  name: string,
  method: string,
  params?: unknown,
  fields: Fields = { 'mcp-protocol-version': '2025-11-25' },
  changes: Readonly<Record<string, unknown>> = {},
): CornerCase {
  return raw(`legacy: ${name}`, JSON.stringify({ jsonrpc: '2.0', id: 7, method, params, ...changes }), fields)
}

const UNKNOWN = { 'mcp-protocol-version': '1999-01-01' }
const CALL = { name: 'echo', arguments: { text: 'x' } }
const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }

const MODERN_CASES: readonly CornerCase[] = [
  modern('discover', 'server/discover'),
  modern('list of tools', 'tools/list'),
  modern('list of prompts', 'prompts/list'),
  modern('list of resources', 'resources/list'),
  modern('list of templates', 'resources/templates/list'),
  modern('list with an unknown cursor', 'tools/list', { cursor: 'nowhere' }),
  modern('list with a number as cursor', 'tools/list', { cursor: 1 }),
  modern('call', 'tools/call', CALL),
  modern('call with structured content', 'tools/call', { name: 'add', arguments: { a: 1, b: 2 } }),
  modern('call without arguments', 'tools/call', { name: 'echo' }),
  modern('call with arguments that do not fit', 'tools/call', { name: 'echo', arguments: { text: 1 } }),
  modern('call with a number past its maximum', 'tools/call', { name: 'add', arguments: { a: 1, b: 101 } }),
  modern('call with unknown arguments', 'tools/call', { name: 'echo', arguments: { text: 'x', more: 1 } }),
  modern('call with an array as arguments', 'tools/call', { name: 'echo', arguments: [] }),
  modern('call with a string as arguments', 'tools/call', { name: 'echo', arguments: 'x' }),
  modern('call with null as arguments', 'tools/call', { name: 'echo', arguments: null }),
  modern('call of an unknown tool', 'tools/call', { name: 'nothing', arguments: {} }),
  modern('call of a tool named like a member of objects', 'tools/call', { name: 'constructor', arguments: {} }),
  modern('call without a name', 'tools/call', {}),
  modern('call with a number as name', 'tools/call', { name: 1 }),
  modern('call that throws', 'tools/call', { name: 'fail', arguments: {} }),
  modern('call with a garbled state', 'tools/call', { ...CALL, requestState: 'v1.x.y' }),
  modern('call with a number as state', 'tools/call', { ...CALL, requestState: 1 }),
  modern('call with a number as input responses', 'tools/call', { ...CALL, inputResponses: 1 }),
  modern('version field absent', 'tools/list', {}, { 'mcp-protocol-version': null }),
  modern('version field differs', 'tools/list', {}, { 'mcp-protocol-version': '2025-11-25' }),
  modern('version field with space around', 'tools/list', {}, { 'mcp-protocol-version': ` ${MODERN} ` }),
  modern('version unknown', 'tools/list', meta({ [VERSION]: 'v999' }), { 'mcp-protocol-version': 'v999' }),
  modern('version of the future', 'tools/list', meta({ [VERSION]: '2099-01-01' }), {
    'mcp-protocol-version': '2099-01-01',
  }),
  modern('version of the older revision', 'tools/list', meta({ [VERSION]: '2025-11-25' }), {
    'mcp-protocol-version': '2025-11-25',
  }),
  modern('version is a number', 'tools/list', meta({ [VERSION]: 1 })),
  modern('version is null', 'tools/list', meta({ [VERSION]: null })),
  modern('version absent in the envelope', 'tools/list', meta({ [VERSION]: undefined })),
  modern('capabilities absent', 'tools/list', meta({ [CAPABILITIES]: undefined })),
  modern('capabilities are null', 'tools/list', meta({ [CAPABILITIES]: null })),
  modern('capabilities are an array', 'tools/list', meta({ [CAPABILITIES]: [] })),
  modern('a capability is true', 'tools/list', meta({ [CAPABILITIES]: { sampling: true } })),
  modern('an unknown capability', 'tools/list', meta({ [CAPABILITIES]: { teleport: {} } })),
  modern('client absent', 'tools/list', meta({ [CLIENT]: undefined })),
  modern('client without a version', 'tools/list', meta({ [CLIENT]: { name: 'c' } })),
  modern('client is null', 'tools/list', meta({ [CLIENT]: null })),
  modern('log level unknown', 'tools/list', meta({ [LOG_LEVEL]: 'loud' })),
  modern('progress token is an object', 'tools/call', { ...CALL, ...meta({ progressToken: {} }) }),
  modern('progress token is a fraction', 'tools/call', { ...CALL, ...meta({ progressToken: 1.5 }) }),
  modern('envelope is null', 'tools/list', { _meta: null }),
  modern('envelope is an array', 'tools/list', { _meta: [] }),
  modern('envelope is empty', 'tools/list', { _meta: {} }),
  modern('parameters absent', 'tools/list', {}, {}, { params: undefined }),
  modern('parameters are an array', 'tools/list', {}, {}, { params: [] }),
  modern('parameters are null', 'tools/list', {}, {}, { params: null }),
  modern('method field absent', 'tools/list', {}, { 'mcp-method': null }),
  modern('method field differs', 'tools/list', {}, { 'mcp-method': 'prompts/list' }),
  modern('method field in capitals', 'tools/list', {}, { 'mcp-method': 'TOOLS/LIST' }),
  modern('name field absent', 'tools/call', CALL, { 'mcp-name': null }),
  modern('name field differs', 'tools/call', CALL, { 'mcp-name': 'add' }),
  modern('name field with space around', 'tools/call', CALL, { 'mcp-name': '  echo  ' }),
  modern('name field in Base64', 'tools/call', CALL, { 'mcp-name': '=?base64?ZWNobw==?=' }),
  modern('name field in Base64 of another', 'tools/call', CALL, { 'mcp-name': '=?base64?YWRk?=' }),
  modern('name field in Base64 without padding', 'tools/call', CALL, { 'mcp-name': '=?base64?ZWNobw?=' }),
  modern('name field in Base64 that is no UTF-8', 'tools/call', CALL, { 'mcp-name': '=?base64?/////w==?=' }),
  modern(
    'parameter field',
    'tools/call',
    { name: 'region', arguments: { region: 'eu' } },
    { 'mcp-param-region': 'eu' },
  ),
  modern('parameter field absent', 'tools/call', { name: 'region', arguments: { region: 'eu' } }),
  modern(
    'parameter field differs',
    'tools/call',
    { name: 'region', arguments: { region: 'eu' } },
    { 'mcp-param-region': 'us' },
  ),
  modern(
    'parameter field without its argument',
    'tools/call',
    { name: 'region', arguments: {} },
    { 'mcp-param-region': 'us' },
  ),
  modern('unknown method', 'no/such'),
  modern('method named like a member of objects', 'constructor'),
  modern('initialize', 'initialize', INITIALIZE),
  modern('ping', 'ping'),
  modern('logging/setLevel', 'logging/setLevel', { level: 'info' }),
  modern('resources/subscribe', 'resources/subscribe', { uri: 'demo://one' }),
  modern('prompt', 'prompts/get', { name: 'greet', arguments: { name: 'Ada' } }),
  modern('prompt without its argument', 'prompts/get', { name: 'greet', arguments: {} }),
  modern('prompt with a number as argument', 'prompts/get', { name: 'greet', arguments: { name: 1 } }),
  modern('unknown prompt', 'prompts/get', { name: 'nothing' }),
  modern('resource', 'resources/read', { uri: 'demo://one' }),
  modern('resource of a template', 'resources/read', { uri: 'demo://item/9' }),
  modern('unknown resource', 'resources/read', { uri: 'demo://nothing' }),
  modern('resource that is no URI', 'resources/read', { uri: 'no uri' }),
  modern('resource without a URI', 'resources/read', {}),
  modern('completion', 'completion/complete', {
    ref: { type: 'ref/prompt', name: 'greet' },
    argument: { name: 'name', value: 'A' },
  }),
  modern('completion without a reference', 'completion/complete', { argument: { name: 'name', value: 'A' } }),
  modern('completion of an unknown prompt', 'completion/complete', {
    ref: { type: 'ref/prompt', name: 'nothing' },
    argument: { name: 'name', value: 'A' },
  }),
  modern('listen without a filter', 'subscriptions/listen'),
  modern('listen with a filter that does not fit', 'subscriptions/listen', { notifications: { toolsListChanged: 1 } }),
  modern('id is a string', 'tools/call', CALL, {}, { id: 'seven' }),
  modern('id is null', 'tools/call', CALL, {}, { id: null }),
  modern('id is a fraction', 'tools/call', CALL, {}, { id: 1.5 }),
  modern('id is an object', 'tools/call', CALL, {}, { id: {} }),
  modern('notification', 'notifications/cancelled', { requestId: 7 }, {}, { id: undefined }),
  modern('unknown notification', 'notifications/nothing', {}, {}, { id: undefined }),
  modern(
    'notification with another method field',
    'notifications/cancelled',
    {},
    { 'mcp-method': 'x' },
    { id: undefined },
  ),
  modern(
    'notification at another version',
    'notifications/cancelled',
    {},
    { 'mcp-protocol-version': '2099-01-01' },
    { id: undefined },
  ),
  raw(
    'modern: notification without an envelope at a version of the future',
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled' }),
    { 'mcp-protocol-version': '2099-01-01' },
  ),
  modern(
    'notification at a version of the future',
    'notifications/cancelled',
    meta({ [VERSION]: '2099-01-01' }),
    { 'mcp-protocol-version': '2099-01-01' },
    { id: undefined },
  ),
  modern(
    'notification of the older revision',
    'notifications/cancelled',
    meta({ [VERSION]: '2025-11-25' }),
    { 'mcp-protocol-version': '2025-11-25' },
    { id: undefined },
  ),
  modern(
    'notification with a version that is no date',
    'notifications/cancelled',
    meta({ [VERSION]: 'v999' }),
    { 'mcp-protocol-version': 'v999' },
    { id: undefined },
  ),
  modern(
    'notification without the version field',
    'notifications/cancelled',
    {},
    { 'mcp-protocol-version': null },
    { id: undefined },
  ),
  modern('request without an id', 'tools/call', CALL, {}, { id: undefined }),
]

const LEGACY_CASES: readonly CornerCase[] = [
  legacy('initialize', 'initialize', INITIALIZE, {}),
  legacy('initialize with an unknown version', 'initialize', { ...INITIALIZE, protocolVersion: '1999-01-01' }, {}),
  legacy('initialize with the modern version', 'initialize', { ...INITIALIZE, protocolVersion: MODERN }, {}),
  legacy('initialize without a client', 'initialize', { ...INITIALIZE, clientInfo: undefined }, {}),
  legacy('initialize with a modern version field', 'initialize', INITIALIZE, { 'mcp-protocol-version': MODERN }),
  legacy('list of tools', 'tools/list', {}),
  legacy('list without parameters', 'tools/list'),
  legacy('list without a version field', 'tools/list', {}, {}),
  legacy('list at 2025-06-18', 'tools/list', {}, { 'mcp-protocol-version': '2025-06-18' }),
  legacy('list at an unknown version', 'tools/list', {}, UNKNOWN),
  legacy('list at a version that is no date', 'tools/list', {}, { 'mcp-protocol-version': 'newest' }),
  legacy('list at the modern version without its envelope', 'tools/list', {}, { 'mcp-protocol-version': MODERN }),
  legacy('call', 'tools/call', CALL),
  legacy('call of an unknown tool', 'tools/call', { name: 'nothing' }),
  legacy('call with arguments that do not fit', 'tools/call', { name: 'echo', arguments: { text: 1 } }),
  legacy('call that throws', 'tools/call', { name: 'fail', arguments: {} }),
  legacy('ping', 'ping'),
  legacy('unknown method', 'no/such'),
  legacy('discover', 'server/discover'),
  legacy('log level', 'logging/setLevel', { level: 'info' }),
  legacy('unknown log level', 'logging/setLevel', { level: 'loud' }),
  legacy('resource', 'resources/read', { uri: 'demo://one' }),
  legacy('unknown resource', 'resources/read', { uri: 'demo://nothing' }),
  legacy('subscribe', 'resources/subscribe', { uri: 'demo://one' }),
  legacy('prompt', 'prompts/get', { name: 'greet', arguments: { name: 'Ada' } }),
  legacy('prompt without its argument', 'prompts/get', { name: 'greet' }),
  legacy('notification', 'notifications/initialized', undefined, {}, { id: undefined }),
  legacy(
    'notification at 2025-06-18',
    'notifications/initialized',
    undefined,
    { 'mcp-protocol-version': '2025-06-18' },
    { id: undefined },
  ),
  legacy('notification at an unknown version', 'notifications/initialized', undefined, UNKNOWN, { id: undefined }),
  legacy(
    'notification at a version that is no date',
    'notifications/initialized',
    undefined,
    { 'mcp-protocol-version': 'newest' },
    { id: undefined },
  ),
  legacy('response', '', undefined, {}, { method: undefined, result: {} }),
  legacy('response at an unknown version', '', undefined, UNKNOWN, { method: undefined, result: {} }),
  legacy(
    'response at the modern version',
    '',
    undefined,
    { 'mcp-protocol-version': MODERN },
    { method: undefined, result: {} },
  ),
  legacy('error response', '', undefined, {}, { method: undefined, error: { code: 1, message: 'x' } }),
]

const list = (id: number): object => ({ jsonrpc: '2.0', id, method: 'tools/list' })

const RAW_CASES: readonly CornerCase[] = [
  raw('empty body', ''),
  raw('not JSON', '{'),
  raw('null', 'null'),
  raw('a string', '"x"'),
  raw('an empty object', '{}'),
  raw('an empty batch', '[]'),
  raw('a batch of two', JSON.stringify([list(1), list(2)])),
  raw('a batch of one', JSON.stringify([list(1)])),
  raw('a batch of notifications', JSON.stringify([{ jsonrpc: '2.0', method: 'notifications/initialized' }])),
  raw('a batch with something else', JSON.stringify([list(1), 5])),
  raw('a batch with initialize', JSON.stringify([{ ...list(1), method: 'initialize', params: INITIALIZE }, list(2)])),
  raw('a batch with a modern request', `[${modern('', 'tools/list').body}]`, { 'mcp-protocol-version': MODERN }),
  raw('a batch in a batch', JSON.stringify([[list(1)]])),
  raw('JSON-RPC 1.0', JSON.stringify({ ...list(1), jsonrpc: '1.0' })),
  raw('no JSON-RPC version', JSON.stringify({ ...list(1), jsonrpc: undefined })),
  raw('a number as method', JSON.stringify({ ...list(1), method: 1 })),
  raw('unknown members', JSON.stringify({ ...list(1), more: true })),
  raw('a member __proto__', '{"jsonrpc":"2.0","id":1,"method":"tools/list","__proto__":{"x":1}}'),
  raw('a member twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"}'),
  raw('a mark of byte order', `\ufeff${JSON.stringify(list(1))}`),
  raw('media type text/plain', JSON.stringify(list(1)), { 'content-type': 'text/plain' }),
  raw('media type with a parameter', JSON.stringify(list(1)), { 'content-type': 'application/json; charset=utf-8' }),
  raw('media type in capitals', JSON.stringify(list(1)), { 'content-type': 'APPLICATION/JSON' }),
  raw('media type with a longer name', JSON.stringify(list(1)), { 'content-type': 'application/jsonl' }),
  raw('accepts JSON alone', JSON.stringify(list(1)), { accept: 'application/json' }),
  raw('accepts events alone', JSON.stringify(list(1)), { accept: 'text/event-stream' }),
  raw('accepts anything', JSON.stringify(list(1)), { accept: '*/*' }),
  raw('accepts HTML alone', JSON.stringify(list(1)), { accept: 'text/html' }),
  raw('GET', undefined, { 'content-type': null }, 'GET'),
  raw('DELETE', undefined, { 'content-type': null }, 'DELETE'),
  raw('DELETE at an unknown version', undefined, { 'content-type': null, ...UNKNOWN }, 'DELETE'),
  raw('PUT', JSON.stringify(list(1)), {}, 'PUT'),
]

export const CORNER_CASES: readonly CornerCase[] = [...MODERN_CASES, ...LEGACY_CASES, ...RAW_CASES]
