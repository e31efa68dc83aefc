import { a2aMessage } from '../rpc.ts'
import { anyPath, below, longQuery, oneOf, someWords, type Ask, type Call, type CallGroups } from './call.ts'
import { mcpCalls } from './mcp-calls.ts'
import { get, getWith } from './parameters.ts'

const plain = get(anyPath)
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** A page with the longest code: the drawing stands in it. */
const PAGE_CHOICES = ['color', 'size', 'speed', 'trigger', 'inline']

export const ICONS_CALLS: CallGroups = {
  'icon searches': {
    host: 'icons',
    weight: 3,
    calls: {
      'GET /api/v1/icons': getWith(anyPath, anyPath, ['q', 'limit', 'offset', 'include']),
      'GET /api/v1/icons/{id}': get((ask) => below(ask, oneOf(ask, ask.found.icons))),
      'GET /api/v1/categories': plain,
      'GET /api/v1/sets': plain,
      'GET /api/v1/suggest': plain,
      'GET /': getWith(anyPath, anyPath, ['q', 'page', 'lang']),
    },
  },
  renditions: {
    host: 'icons',
    weight: 2,
    calls: {
      'GET /assets/{file}': {
        ...get((ask) => below(ask, oneOf(ask, ask.found.assets))),
        costly: costlyFile,
      },
      'GET /icons/{id}': getWith(
        (ask) => below(ask, oneOf(ask, ask.found.icons)),
        (ask) => below(ask, oneOf(ask, ask.found.largeAssets).replace(/\.\w+$/, '')),
        PAGE_CHOICES,
      ),
    },
  },
  'icon documents': {
    host: 'icons',
    weight: 1,
    calls: {
      'GET /openapi.json': plain,
      'GET /catalog.json': plain,
      'GET /docs/{guide}': get((ask) => below(ask, oneOf(ask, ask.found.guides))),
      'GET /healthz': plain,
      'GET /readyz': plain,
      'GET /.well-known/oauth-authorization-server': plain,
      'GET /.well-known/oauth-protected-resource': plain,
      'GET /.well-known/jwks.json': plain,
      'GET /auth.md': plain,
      'GET agent-card': plain,
      'GET /_/{file}': plain,
    },
  },
  'agent registration': {
    host: 'icons',
    weight: 1,
    calls: {
      'POST /agent/identity': {
        ordinary: (ask) => ({ path: anyPath(ask), body: { kind: 'json', value: { type: 'anonymous' } } }),
      },
      'POST /oauth2/token': {
        ordinary: (ask) => ({
          path: anyPath(ask),
          body: { kind: 'form', members: { grant_type: GRANT, assertion: 'x.y.z' } },
        }),
        costly: (ask) => ({
          path: anyPath(ask),
          body: {
            kind: 'form',
            members: { grant_type: GRANT, assertion: ask.random.bytes(1400).toString('base64url') },
          },
        }),
      },
    },
  },
  'icons mcp': { host: 'icons', weight: 2, calls: { 'POST icons': mcpCalls, 'POST guides': mcpCalls } },
  a2a: {
    host: 'icons',
    weight: 2,
    calls: {
      'POST a2a': {
        ordinary: (ask) =>
          ask.random.pick([
            askAgent(ask, { text: someWords(ask, 1, 3) }),
            askAgent(ask, { data: { skill: 'find_icons', query: someWords(ask, 1, 2) } }),
          ]),
        costly: (ask) =>
          ask.random.pick([
            askAgent(ask, { data: { skill: 'find_icons', query: longQuery(ask), limit: 100 } }),
            askAgent(ask, { text: `${longQuery(ask)} `.repeat(5).slice(0, 1000) }),
          ]),
        wrong: (ask) => {
          const { body, fields } = a2aMessage(ask.random)
          return { path: anyPath(ask), fields, body: { kind: 'text', type: 'application/json', text: body } }
        },
      },
    },
  },
}

/** A file that is made for this request alone: no other has its colour and its speed. */
function costlyFile(ask: Ask): Call {
  const { found, random } = ask
  const file = oneOf(ask, found.largeAssets)
  const names = file.endsWith('.svg') ? ['color', 'size', 'speed'] : ['color', 'speed']
  return getWith(anyPath, () => below(ask, random.chance(0.9) ? file : oneOf(ask, found.assets)), names).costly!(ask)
}

function askAgent(ask: Ask, part: object): Call {
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [part] }
  return {
    path: anyPath(ask),
    fields: ['A2A-Version: 1.0'],
    body: { kind: 'json', value: { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } } },
  }
}
