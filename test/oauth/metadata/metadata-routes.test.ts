import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose'
import t from 'tap'
import { ACCOUNT_URL, startOAuth, startParts } from '../start-oauth.ts'

const parts = await startParts(t)
const METHODS = ['none', 'private_key_jwt']
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519']

t.test('the server metadata names every endpoint and what it can do, at the root and for the MCP server', async (t) => {
  const { ask } = await startOAuth(t, parts)
  for (const path of ['', '/mcp']) {
    const { body, headers, status } = await ask(`/.well-known/oauth-authorization-server${path}`)
    t.equal(status, 200)
    t.equal(headers.get('content-type'), 'application/json')
    t.equal(headers.get('access-control-allow-origin'), '*')
    t.strictSame(body, {
      issuer: ACCOUNT_URL,
      authorization_endpoint: `${ACCOUNT_URL}/authorize`,
      token_endpoint: `${ACCOUNT_URL}/token`,
      registration_endpoint: `${ACCOUNT_URL}/register`,
      revocation_endpoint: `${ACCOUNT_URL}/revoke`,
      jwks_uri: `${ACCOUNT_URL}/.well-known/jwks.json`,
      scopes_supported: ['mcp:full'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: METHODS,
      token_endpoint_auth_signing_alg_values_supported: ALGORITHMS,
      revocation_endpoint_auth_methods_supported: METHODS,
      revocation_endpoint_auth_signing_alg_values_supported: ALGORITHMS,
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
      ui_locales_supported: ['en', 'zh', 'ko'],
      protected_resources: [`${ACCOUNT_URL}/mcp`],
    })
  }
})

t.test('the resource metadata names the resource that its own URL was made from', async (t) => {
  const { ask } = await startOAuth(t, parts)
  for (const path of ['', '/mcp', '/mcp/']) {
    const { body, headers, status } = await ask(`/.well-known/oauth-protected-resource${path}`)
    t.equal(status, 200)
    t.equal(headers.get('access-control-allow-origin'), '*')
    t.strictSame(body, {
      resource: ACCOUNT_URL + path,
      authorization_servers: [ACCOUNT_URL],
      scopes_supported: ['mcp:full'],
      bearer_methods_supported: ['header'],
      resource_name: 'Signpost account',
    })
  }
})

t.test('the published keys verify access tokens and hold nothing private', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { access } = await oauth.newPair()
  const { body, headers } = await oauth.ask('/.well-known/jwks.json')
  t.equal(headers.get('cache-control'), 'no-cache')
  t.notOk(JSON.stringify(body).includes('"d"'))
  const { payload } = await jwtVerify(access, createLocalJWKSet(body as unknown as JSONWebKeySet), {
    issuer: ACCOUNT_URL,
    audience: `${ACCOUNT_URL}/mcp`,
    typ: 'at+jwt',
    currentDate: new Date(oauth.now()),
  })
  t.equal(payload['client_id'], oauth.clientId)
})

t.test('metadata of other resources is not there', async (t) => {
  const { url } = await startOAuth(t, parts)
  for (const path of ['/.well-known/oauth-protected-resource/other', '/.well-known/openid-configuration']) {
    const answer = await fetch(url + path)
    await answer.body?.cancel()
    t.equal(answer.status, 404, path)
  }
})
