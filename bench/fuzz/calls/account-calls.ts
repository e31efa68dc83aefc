import { anyPath, below, type Ask, type Call, type CallGroups, type RouteCalls } from './call.ts'
import { memberMcpCalls, memberSessionEnds } from './mcp-calls.ts'
import { get } from './parameters.ts'

const plain = get(anyPath)
/** Share of calls that a member's browser sends. The others come from strangers. */
const MEMBER_SHARE = 0.7
const WRONG_PASSWORD = 'not the password of anybody'

const memberPage: RouteCalls = {
  ordinary: (ask) => ({ path: anyPath(ask), fields: cookieOf(ask) }),
}

export const ACCOUNT_CALLS: CallGroups = {
  'account pages': {
    host: 'account',
    weight: 2,
    calls: {
      'GET /': memberPage,
      'GET /sign-in': memberPage,
      'GET /sign-up': memberPage,
      'GET /account': memberPage,
      'GET /account/applications': memberPage,
      'GET /account/activity': memberPage,
      'GET /account/activity.ndjson': memberPage,
      'GET /account/password': memberPage,
      'GET /account/delete': memberPage,
      'GET /authorize': {
        ordinary: (ask) => ({ path: `${anyPath(ask)}?${authorizeQuery(ask)}`, fields: cookieOf(ask) }),
        costly: (ask) => ({
          path: `${anyPath(ask)}?${authorizeQuery(ask)}`,
          fields: [`Cookie: ${ask.found.member.cookie}`],
        }),
        // The document of such a client would have to be fetched.
        wrong: (ask) => ({
          path: `${anyPath(ask)}?${authorizeQuery(ask, ask.random.pick(['x', 'https://localhost/client.json']))}`,
        }),
      },
      'GET /.well-known/change-password': plain,
    },
  },
  'account forms': {
    host: 'account',
    weight: 2,
    calls: {
      'POST /sign-in': form(({ found }) => ({
        email: found.member.email,
        password: WRONG_PASSWORD,
        continue: '/account',
      })),
      'POST /sign-up': form(({ random }) => ({
        email: `${random.below(5000)}@example.org`,
        password: random.pick(['short', 'x'.repeat(500)]),
        continue: '/account',
      })),
      // A stranger's, which ends no session.
      'POST /sign-out': { ordinary: (ask) => ({ ...formOf(ask, { continue: '/' }), fields: originOf(ask) }) },
      'POST /authorize/decision': form((ask) => ({
        query: authorizeQuery(ask),
        decision: ask.random.pick(['allow', 'deny']),
        replaces: '',
      })),
      'POST /account/applications/revoke': form(() => ({ grant: 'grt_00000000000000000000000000' })),
      'POST /account/password': form(() => ({ current: WRONG_PASSWORD, next: 'a new and long sentence' })),
      'POST /account/delete': form(() => ({ current: WRONG_PASSWORD })),
    },
  },
  oauth: {
    host: 'account',
    weight: 2,
    calls: {
      'POST /token': {
        ordinary: (ask) => ({
          path: anyPath(ask),
          body: { kind: 'form', members: ask.random.pick(TOKEN_REQUESTS)(ask) },
        }),
      },
      'POST /revoke': {
        ordinary: (ask) => ({
          path: anyPath(ask),
          body: {
            kind: 'form',
            members: { token: ask.random.bytes(32).toString('base64url'), client_id: ask.found.member.clientId },
          },
        }),
      },
      'POST /register': {
        ordinary: (ask) => ({
          path: anyPath(ask),
          body: {
            kind: 'json',
            value: { redirect_uris: ['http://localhost/'], client_name: ask.random.pick(ask.found.words) },
          },
        }),
        costly: (ask) => ({
          path: anyPath(ask),
          body: {
            kind: 'json',
            value: { redirect_uris: Array.from({ length: 10 }, (_, n) => `http://localhost/${'x'.repeat(400)}${n}`) },
          },
        }),
      },
      'GET /.well-known/oauth-protected-resource': plain,
      'GET /.well-known/oauth-authorization-server': plain,
      'GET /.well-known/jwks.json': plain,
      'GET /healthz': plain,
      'GET /readyz': plain,
      'GET /_/{file}': plain,
    },
  },
  'account documents': {
    host: 'account',
    weight: 1,
    calls: {
      'GET /documents/{token}': { ordinary: (ask) => ({ path: below(ask, tokenOf(ask)) }) },
      'PUT /documents/{token}': {
        ordinary: (ask) => uploadOf(ask, 1),
        costly: (ask) => uploadOf(ask, 200_000),
        wrong: (ask) => ({ ...uploadOf(ask, 1), fields: ['Content-Encoding: gzip'] }),
      },
    },
  },
  'account mcp': {
    host: 'account',
    weight: 2,
    calls: { 'POST account': memberMcpCalls, 'DELETE account': memberSessionEnds },
  },
}

/** A token that nobody was given. */
function tokenOf({ random }: Ask): string {
  return random.bytes(32).toString('base64url')
}

function uploadOf(ask: Ask, nameChars: number): Call {
  const value = { v: '5.7.0', fr: 30, ip: 0, op: 60, w: 64, h: 64, nm: 'x'.repeat(nameChars), layers: [] }
  return { path: below(ask, tokenOf(ask)), body: { kind: 'json', value } }
}

function form(members: (ask: Ask) => Readonly<Record<string, string>>): RouteCalls {
  return {
    ordinary: (ask) => formOf(ask, members(ask)),
    wrong: (ask) => ({ ...formOf(ask, members(ask)), fields: ['Origin: https://evil.example', ...cookieOf(ask)] }),
  }
}

/** A form with the key of the member's session, as a page of this host sends it. */
function formOf(ask: Ask, members: Readonly<Record<string, string>>): Call {
  return {
    path: anyPath(ask),
    fields: [...originOf(ask), ...cookieOf(ask)],
    body: { kind: 'form', members: { ...members, formKey: ask.found.member.formKey } },
  }
}

function originOf({ found }: Ask): string[] {
  return [`Origin: ${found.member.origin}`]
}

function cookieOf({ found, random }: Ask): string[] {
  return random.chance(MEMBER_SHARE) ? [`Cookie: ${found.member.cookie}`] : []
}

function authorizeQuery({ found, random }: Ask, clientId = found.member.clientId): string {
  const { origin, redirectUri } = found.member
  return new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: random.bytes(32).toString('base64url'),
    code_challenge_method: 'S256',
    state: String(random.below(1e6)),
    resource: `${origin}/mcp`,
    scope: 'mcp:full',
  }).toString()
}

/** The member's own tokens stay as they are: a token that is used twice ends its grant. */
const TOKEN_REQUESTS: readonly ((ask: Ask) => Readonly<Record<string, string>>)[] = [
  ({ found, random }) => ({
    grant_type: 'authorization_code',
    code: random.bytes(32).toString('base64url'),
    code_verifier: random.bytes(32).toString('base64url'),
    client_id: found.member.clientId,
    redirect_uri: found.member.redirectUri,
  }),
  ({ found, random }) => ({
    grant_type: 'refresh_token',
    refresh_token: random.bytes(32).toString('base64url'),
    client_id: found.member.clientId,
  }),
  ({ found, random }) => ({
    grant_type: 'refresh_token',
    refresh_token: random.bytes(32).toString('base64url'),
    client_id: found.member.clientId,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertionOf(found.member.clientId, random),
  }),
]

/** An assertion in the right form, of a client that has no keys. */
function assertionOf(clientId: string, random: Ask['random']): string {
  const parts = [{ alg: 'ES256' }, { iss: clientId, sub: clientId }].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  return [...parts, random.bytes(64).toString('base64url')].join('.')
}
