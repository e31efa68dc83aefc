import { createHash, randomBytes } from 'node:crypto'
import type { Test } from 'tap'
import { createAuthorization } from '../../src/oauth/authorize/authorization.ts'
import type { AuthorizeOutcome, SignedIn } from '../../src/oauth/authorize/authorization.ts'
import { createClientResolver } from '../../src/oauth/client/client-resolver.ts'
import { createClientUses } from '../../src/oauth/client/client-uses.ts'
import { createDocumentReader } from '../../src/oauth/client/document-reader.ts'
import type { FetchDocument } from '../../src/oauth/client/fetch-document.ts'
import type { UsedAssertions } from '../../src/oauth/assertion/used-assertions.ts'
import { createKeyReader } from '../../src/oauth/client/key-reader.ts'
import { createMemoryAssertions } from '../../src/store/memory/memory-assertions.ts'
import { createMemoryCodes } from '../../src/store/memory/memory-codes.ts'
import { createMemoryRevocations } from '../../src/store/memory/memory-revocations.ts'
import { oauthRoutes } from '../../src/oauth/oauth-routes.ts'
import { createAccessTokens } from '../../src/oauth/token/create-access-tokens.ts'
import { createMemoryLimiter } from '../../src/limits/memory-limiter.ts'
import { newObjectId } from '../../src/shared/object-id.ts'
import { Unavailable } from '../../src/shared/unavailable.ts'
import type { Database } from '../../src/store/postgres/database.ts'
import { createSqlClients } from '../../src/store/postgres/sql-clients.ts'
import { createSqlGrants } from '../../src/store/postgres/sql-grants.ts'
import { createSqlUsers } from '../../src/store/postgres/sql-users.ts'
import type { AssertionWorkers } from '../../src/tokens/client-assertion.ts'
import type { TokenWorkers } from '../../src/tokens/token-workers.ts'
import { embeddedDatabase } from '../contract/account-content-databases.ts'
import { startApp } from '../http/server/start-app.ts'
import { startDispatcher } from '../support/token-fixture.ts'
import { newKey } from './access-tokens-fixture.ts'

export const ACCOUNT_URL = 'https://account.example'
export const REDIRECT_URI = 'https://client.example/callback'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

/** Parameters of a request; a list repeats one, null leaves it out. */
export type Parameters = Readonly<Record<string, string | readonly string[] | null>>

export function encode(parameters: Parameters): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((one): [string, string] => [name, one]),
  )
  return new URLSearchParams(pairs).toString()
}

export interface Proof {
  readonly verifier: string
  readonly challenge: string
}

export function newProof(): Proof {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** What takes long to start: the tests of a file share them. */
export interface Parts {
  readonly workers: TokenWorkers & AssertionWorkers
  readonly database: Database
}

export async function startParts(t: Test): Promise<Parts> {
  return { workers: startDispatcher(t).dispatcher, database: await embeddedDatabase(t) }
}

/** Parts that can be made to fail as they do when what they stand on is away. */
export type Part = 'clients' | 'grants' | 'codes' | 'tokens' | 'revocations' | 'assertions'

const awayFault = (): Unavailable => new Unavailable('it is away', { retryAfterSeconds: 2 })

/** Each method of a part that is away rejects. */
function breakable<T extends object>(part: T, isAway: () => boolean): T {
  return new Proxy(part, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: unknown[]): unknown => {
        if (isAway()) return Promise.reject(awayFault())
        return Reflect.apply(member, target, args) as unknown
      }
    },
  })
}

/** The authorization server with one registered client (`clientId`) and one person, and a clock that stands still. */
export async function startOAuth(
  t: Test,
  { database, workers }: Parts,
  options: {
    readonly fetchDocument?: FetchDocument
    /** Default: a store of this server alone. */
    readonly usedAssertions?: UsedAssertions
  } = {},
) {
  let nowMs = Date.now()
  const clock = (): number => nowMs
  const away = new Set<Part>()
  const stores = { clients: createSqlClients(database), grants: createSqlGrants(database) }
  const clients = breakable(stores.clients, () => away.has('clients'))
  const grants = breakable(stores.grants, () => away.has('grants'))
  const codes = breakable(createMemoryCodes(), () => away.has('codes'))
  const tokens = createAccessTokens({
    issuer: ACCOUNT_URL,
    keys: [await newKey(-1000)],
    refresh: async () => true,
    clock,
    workers: {
      sign: (job) =>
        away.has('tokens')
          ? Promise.resolve({
              ok: false,
              code: 'unavailable',
              detail: 'The threads are busy.',
              retryAfterSeconds: 2,
              reason: 'queue',
            })
          : workers.sign(job),
      verify: (job) => workers.verify(job),
    },
  })
  const revocations = createMemoryRevocations({ recentlyRevoked: (since) => stores.grants.revokedSince(since) })
  t.teardown(() => revocations.close())
  const announcer: typeof revocations = {
    ...revocations,
    announce: (ids) => (away.has('revocations') ? Promise.reject(awayFault()) : revocations.announce(ids)),
  }
  const limiter = createMemoryLimiter({ clock })
  const uses = createClientUses(clients, clock)
  const fetchDocument: FetchDocument = options.fetchDocument ?? (async () => ({ ok: false, fault: 'unreachable' }))
  const documents = createDocumentReader({ clients, fetchDocument, limiter, clock })
  const store = options.usedAssertions ?? createMemoryAssertions({ clock })
  const usedAssertions = breakable(store, () => away.has('assertions'))
  const resolver = createClientResolver({ clients, uses, documents })
  const authorization = createAuthorization({
    accountUrl: ACCOUNT_URL,
    clients: resolver,
    grants,
    revocations: announcer,
    codes,
    clock,
  })
  const running = await startApp(
    t,
    oauthRoutes({
      accountUrl: ACCOUNT_URL,
      tokens,
      codes,
      grants,
      revocations: announcer,
      clients,
      uses,
      limiter,
      clock,
      documents,
      keys: createKeyReader({ documents, fetchDocument, limiter, clock }),
      usedAssertions,
      workers,
    }),
    { trustedProxies: ['127.0.0.1'] },
  )
  let addresses = 0

  async function ask(path: string, init: RequestInit = {}, address?: string): Promise<Answer> {
    addresses += 1
    const from = address ?? `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
    const headers = { 'X-Forwarded-For': from, ...(init.headers as Record<string, string> | undefined) }
    const answer = await fetch(running.url + path, { ...init, headers })
    const text = await answer.text()
    return {
      status: answer.status,
      headers: answer.headers,
      body: text === '' ? {} : (JSON.parse(text) as Answer['body']),
    }
  }

  const post = (path: string, body: string, headers: Record<string, string> = {}): Promise<Answer> =>
    ask(path, { method: 'POST', body, headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers } })
  const register = (metadata: unknown, address?: string): Promise<Answer> =>
    ask(
      '/register',
      {
        method: 'POST',
        body: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
        headers: { 'Content-Type': 'application/json' },
      },
      address,
    )

  async function newClient(redirectUris: readonly string[] = [REDIRECT_URI]): Promise<string> {
    return (await register({ client_name: 'Example', redirect_uris: redirectUris })).body['client_id'] as string
  }

  const clientId = await newClient()
  const newUser = (): Promise<string> => addUser(database, new Date(nowMs))
  const userId = await newUser()
  const validFromMs = nowMs
  const signedIn = (): SignedIn => ({ userId, signedInAtMs: nowMs - 10 * 60_000, validFromMs })

  /** A good authorization request, save for what is said. */
  function query(challenge: string, overrides: Parameters = {}): string {
    return encode({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: REDIRECT_URI,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      state: 'st-1',
      ...overrides,
    })
  }

  /** A code that the person has approved. */
  async function newCode(challenge: string, overrides: Parameters = {}): Promise<string> {
    const outcome = await authorization.decide(query(challenge, overrides), signedIn(), true, '10.0.0.1')
    return answerOf(outcome)['code'] ?? ''
  }

  const token = (parameters: Parameters, headers?: Record<string, string>): Promise<Answer> =>
    post('/token', encode(parameters), headers)
  const exchange = (code: string, verifier: string, overrides: Parameters = {}): Promise<Answer> =>
    token({ grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier, ...overrides })
  const refresh = (refreshToken: string, overrides: Parameters = {}): Promise<Answer> =>
    token({ grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken, ...overrides })

  /** A pair of tokens that the person has approved. */
  async function newPair(): Promise<{ readonly access: string; readonly refresh: string; readonly grantId: string }> {
    const { challenge, verifier } = newProof()
    const { body } = await exchange(await newCode(challenge), verifier)
    const access = body['access_token'] as string
    const checked = await tokens.check(access)
    return {
      access,
      refresh: body['refresh_token'] as string,
      grantId: checked.ok ? checked.principal.grantId : '',
    }
  }

  return {
    ...running,
    ...stores,
    authorization,
    tokens,
    revocations,
    codes,
    away,
    clientId,
    userId,
    newUser,
    signedIn,
    ask,
    post,
    register,
    newClient,
    query,
    newCode,
    token,
    exchange,
    refresh,
    newPair,
    now: clock,
    pass: (seconds: number) => void (nowMs += seconds * 1000),
  }
}

async function addUser(database: Database, at: Date): Promise<string> {
  const id = newObjectId('usr', at.getTime())
  const user = { id, email: `${id}@example.org`, passwordHash: '', locale: null, createdAt: at, sessionsValidFrom: at }
  await createSqlUsers(database).create(user, user.email, {
    userId: id,
    kind: 'account.created',
    clientId: null,
    grantId: null,
    objectId: null,
    address: null,
    detail: {},
  })
  return id
}

export type OAuth = Awaited<ReturnType<typeof startOAuth>>

/** Parameters of the answer that a redirect or a link carries; empty where there is none. */
export function answerOf(outcome: AuthorizeOutcome): Readonly<Record<string, string>> {
  if (outcome.kind !== 'redirect' && outcome.kind !== 'link') return {}
  return Object.fromEntries(new URL(outcome.location).searchParams)
}
