import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose'
import type { Test } from 'tap'
import type { UsedAssertions } from '../../../src/oauth/assertion/used-assertions.ts'
import { createFetchDocument, type FetchDocumentOptions } from '../../../src/oauth/client/fetch-document.ts'
import { sendDocument, startMetadataServer, type MetadataServer } from '../client/metadata-server.ts'
import { ACCOUNT_URL, newProof, startOAuth, type Answer, type Parameters, type Parts } from '../start-oauth.ts'

export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
/** Methods in the form that the document of ChatGPT has. */
export const BOTH = {
  token_endpoint_auth_method: 'private_key_jwt',
  token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
  token_endpoint_auth_signing_alg: 'RS256',
}
export const REQUIRED = { token_endpoint_auth_method: 'private_key_jwt' }

export interface ClientKey {
  readonly privateKey: CryptoKey
  readonly publicJwk: JWK
  readonly alg: string
}

let keys = 0

export async function newClientKey(alg = 'ES256', kid: string | null = `key-${++keys}`): Promise<ClientKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { privateKey, alg, publicJwk: { ...(await exportJWK(publicKey)), ...(kid === null ? {} : { kid }) } }
}

/** Claims and header members of an assertion; undefined leaves one out. */
export type Changes = Readonly<Record<string, unknown>>

/** Starts a client that publishes its document and its keys, and an authorization server. */
export async function startSigningClient(
  t: Test,
  parts: Parts,
  options: {
    readonly members?: object
    readonly keys?: readonly ClientKey[]
    readonly usedAssertions?: UsedAssertions
    /** Site of the client. Default: a new one. */
    readonly server?: MetadataServer
    readonly fetching?: Partial<FetchDocumentOptions>
  } = {},
) {
  const server = options.server ?? (await startMetadataServer(t))
  const oauth = await startOAuth(t, parts, {
    ...(options.usedAssertions === undefined ? {} : { usedAssertions: options.usedAssertions }),
    fetchDocument: createFetchDocument({
      allowLoopback: true,
      ca: server.ca,
      resolve: async () => ['127.0.0.1'],
      // A busy machine may take longer than the service waits for a document.
      timeoutMs: 60_000,
      ...options.fetching,
    }),
  })
  const clientId = server.url('/client.json')
  const client = {
    server,
    oauth,
    clientId,
    /** What the client publishes. Tests change it. */
    members: options.members ?? { ...REQUIRED, jwks_uri: server.url('/jwks.json') },
    jwks: { keys: (options.keys ?? []).map(({ publicJwk }) => publicJwk) } as unknown,
    sign,
    credentials,
    code,
    exchange,
    refresh,
    revoke,
    pair,
  }
  server.answer = (request, response) => {
    if (request.url?.endsWith('/jwks.json') === true) {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(client.jwks))
    } else sendDocument(response, server.ownUrl(request), client.members)
  }

  /** Signs an assertion that is good apart from the changes. */
  async function sign(key: ClientKey, claims: Changes = {}, header: Changes = {}): Promise<string> {
    const nowSeconds = Math.floor(oauth.now() / 1000)
    const all = {
      iss: clientId,
      sub: clientId,
      aud: `${ACCOUNT_URL}/token`,
      jti: randomUUID(),
      iat: nowSeconds,
      exp: nowSeconds + 60,
      ...claims,
    }
    const protectedHeader = { alg: key.alg, kid: key.publicJwk.kid, ...header }
    return new SignJWT(present(all))
      .setProtectedHeader(present(protectedHeader) as { alg: string })
      .sign(key.privateKey, { crit: { x: true } })
  }

  async function credentials(key: ClientKey, claims?: Changes, header?: Changes): Promise<Parameters> {
    const client_assertion = await sign(key, claims, header)
    return { client_id: clientId, client_assertion_type: ASSERTION_TYPE, client_assertion }
  }

  async function code(): Promise<{ readonly code: string; readonly verifier: string }> {
    const { challenge, verifier } = newProof()
    return { code: await oauth.newCode(challenge, { client_id: clientId }), verifier }
  }

  function exchange(made: { code: string; verifier: string }, more: Parameters = {}): Promise<Answer> {
    return oauth.exchange(made.code, made.verifier, { client_id: clientId, ...more })
  }

  function refresh(token: string, more: Parameters = {}): Promise<Answer> {
    return oauth.refresh(token, { client_id: clientId, ...more })
  }

  function revoke(token: string, more: Parameters = {}): Promise<Answer> {
    return oauth.post('/revoke', new URLSearchParams({ token, client_id: clientId, ...(more as object) }).toString())
  }

  /** Obtains tokens, with an assertion if there is a key. */
  async function pair(key: ClientKey | null): Promise<{ readonly access: string; readonly refresh: string }> {
    const { body } = await exchange(await code(), key === null ? {} : await credentials(key))
    return { access: body['access_token'] as string, refresh: body['refresh_token'] as string }
  }

  return client
}

function present(members: Changes): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

export type SigningClient = Awaited<ReturnType<typeof startSigningClient>>
