import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  exchangeAuthorization,
  refreshAuthorization,
  registerClient,
  startAuthorization,
} from '@modelcontextprotocol/sdk/client/auth.js'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import t from 'tap'
import { ACCOUNT_URL, REDIRECT_URI, startOAuth, startParts, type OAuth } from './start-oauth.ts'

const parts = await startParts(t)
const MCP_URL = `${ACCOUNT_URL}/mcp`
const METADATA = {
  client_name: 'Example',
  redirect_uris: [REDIRECT_URI],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
}

/** Brings requests to the issuer to where it really listens. The clock of the server runs with that of the clients. */
function fetchFrom(server: OAuth) {
  return (url: string | URL, init: object = {}): Promise<Response> =>
    fetch(String(url).replace(ACCOUNT_URL, server.url), init)
}

/** The person at the browser says yes. */
async function approve(server: OAuth, url: URL): Promise<URL> {
  const outcome = await server.authorization.decide(url.search.slice(1), server.signedIn(), true, '10.0.0.1')
  return new URL(outcome.kind === 'redirect' ? outcome.location : 'about:blank')
}

t.test('oauth4webapi goes the whole way and finds nothing to object to', async (t) => {
  const server = await startOAuth(t, parts)
  const options = { [oauth.customFetch]: fetchFrom(server) }
  const resourceUrl = new URL(MCP_URL)
  const found = await oauth.resourceDiscoveryRequest(resourceUrl, options)
  const resource = await oauth.processResourceDiscoveryResponse(resourceUrl, found)
  const issuer = new URL(resource.authorization_servers?.[0] ?? '')
  const discovered = await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' })
  const as = await oauth.processDiscoveryResponse(issuer, discovered)
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(as, METADATA, options),
  )
  const verifier = oauth.generateRandomCodeVerifier()
  const url = new URL(as.authorization_endpoint ?? '')
  t.equal(url.href, `${ACCOUNT_URL}/authorize`)
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: 'some state',
    resource: MCP_URL,
  }).toString()
  const callback = oauth.validateAuthResponse(as, client, await approve(server, url), 'some state')
  const tokens = await oauth.processAuthorizationCodeResponse(
    as,
    client,
    await oauth.authorizationCodeGrantRequest(as, client, oauth.None(), callback, REDIRECT_URI, verifier, {
      ...options,
      additionalParameters: { resource: MCP_URL },
    }),
  )
  t.strictSame([tokens.token_type, tokens.expires_in, tokens.scope], ['bearer', 600, 'mcp:full'])
  const request = new Request(MCP_URL, { headers: { Authorization: `Bearer ${tokens.access_token}` } })
  const claims = await oauth.validateJwtAccessToken(as, request, MCP_URL, options)
  t.match(claims, { sub: server.userId, client_id: client.client_id, scope: 'mcp:full' })
  const refreshed = await oauth.processRefreshTokenResponse(
    as,
    client,
    await oauth.refreshTokenGrantRequest(as, client, oauth.None(), tokens.refresh_token ?? '', options),
  )
  t.not(refreshed.refresh_token, tokens.refresh_token)
  const token = refreshed.refresh_token ?? ''
  await oauth.processRevocationResponse(await oauth.revocationRequest(as, client, oauth.None(), token, options))
  t.strictSame(await server.grants.list(server.userId), [])
})

t.test('openid-client goes the whole way, and sees a refusal as one', async (t) => {
  const server = await startOAuth(t, parts)
  const config = await openid.dynamicClientRegistration(new URL(ACCOUNT_URL), METADATA, openid.None(), {
    algorithm: 'oauth2',
    [openid.customFetch]: fetchFrom(server),
  })
  const verifier = openid.randomPKCECodeVerifier()
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: 'mcp:full',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: 'a',
  })
  const checks = { pkceCodeVerifier: verifier, expectedState: 'a' }
  const tokens = await openid.authorizationCodeGrant(config, await approve(server, url), checks)
  const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
  t.ok(refreshed.access_token)
  await openid.tokenRevocation(config, refreshed.access_token)
  const ended = openid.refreshTokenGrant(config, refreshed.refresh_token ?? '').catch((error: unknown) => error)
  t.match(await ended, { error: 'invalid_grant' })
  const denied = await server.authorization.decide(url.search.slice(1), server.signedIn(), false, '10.0.0.1')
  const location = new URL(denied.kind === 'redirect' ? denied.location : 'about:blank')
  const refused = openid.authorizationCodeGrant(config, location, checks).catch((error: unknown) => error)
  t.match(await refused, { error: 'access_denied' })
})

t.test('the SDK of MCP finds the server by its resource, registers, and gets and renews tokens', async (t) => {
  const server = await startOAuth(t, parts)
  const fetchFn = fetchFrom(server)
  const resourceMetadata = await discoverOAuthProtectedResourceMetadata(MCP_URL, {}, fetchFn)
  const metadata = await discoverAuthorizationServerMetadata(resourceMetadata.authorization_servers?.[0] ?? '', {
    fetchFn,
  })
  if (metadata === undefined) return t.fail('there is no metadata')
  const resource = new URL(resourceMetadata.resource)
  const asked = { ...METADATA, token_endpoint_auth_method: 'client_secret_post' }
  const clientInformation = await registerClient(ACCOUNT_URL, { metadata, clientMetadata: asked, fetchFn })
  const { authorizationUrl, codeVerifier } = await startAuthorization(ACCOUNT_URL, {
    metadata,
    clientInformation,
    redirectUrl: REDIRECT_URI,
    resource,
  })
  const callback = await approve(server, authorizationUrl)
  const tokens = await exchangeAuthorization(ACCOUNT_URL, {
    metadata,
    clientInformation,
    authorizationCode: callback.searchParams.get('code') ?? '',
    codeVerifier,
    redirectUri: REDIRECT_URI,
    resource,
    fetchFn,
  })
  const renewed = await refreshAuthorization(ACCOUNT_URL, {
    metadata,
    clientInformation,
    refreshToken: tokens.refresh_token ?? '',
    resource,
    fetchFn,
  })
  t.equal((await server.tokens.check(renewed.access_token)).ok, true)
})
