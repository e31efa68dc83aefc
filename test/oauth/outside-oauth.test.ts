// Clients of OAuth that know nothing of MCP, against the built service: each finds its way from the 401 on, its person fills in the
// forms, and each checks what it is given by itself.
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import t, { type Test } from 'tap'
import { startAccountService } from '../conformance/account-service.ts'
import { newPerson } from '../support/browser-flow.ts'

const REDIRECT_URI = 'http://127.0.0.1:8977/callback'
const ASKING_REDIRECT_URI = `${REDIRECT_URI}?from=signpost`
const METADATA = {
  client_name: 'Outside',
  redirect_uris: [REDIRECT_URI, ASKING_REDIRECT_URI],
  token_endpoint_auth_method: 'none',
}

const { accountUrl, mcpUrl, site } = await startAccountService(t)
const DOCUMENT_URL = site.publishClient('/client.json', METADATA)
/** The service is at http on this machine. */
const INSECURE = { [oauth.allowInsecureRequests]: true } as const

/** Calls the MCP endpoint; a challenge is thrown by the library, as it reads it. */
async function callMcp(accessToken: string): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', ...MODERN } })
  const headers = new Headers({
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'tools/call',
    'Mcp-Name': 'whoami',
  })
  const response = await oauth.protectedResourceRequest(accessToken, 'POST', new URL(mcpUrl), headers, body, INSECURE)
  return response.json()
}
const MODERN = {
  arguments: {},
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  },
}

/** What a promise rejects with. */
function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('it did not fail')
    },
    (error: unknown) => error,
  )
}

/** From the challenge to the metadata of the authorization server. */
async function discover(t: Test): Promise<oauth.AuthorizationServer> {
  const challenged = await failureOf(callMcp('no.good.token'))
  if (!(challenged instanceof oauth.WWWAuthenticateChallengeError)) throw challenged
  const [challenge] = challenged.cause
  t.match(challenge, { scheme: 'bearer', parameters: { error: 'invalid_token', scope: 'mcp:full' } })
  t.equal(challenge?.parameters['resource_metadata'], `${accountUrl}/.well-known/oauth-protected-resource/mcp`)
  const resourceUrl = new URL(mcpUrl)
  const resource = await oauth.processResourceDiscoveryResponse(
    resourceUrl,
    await oauth.resourceDiscoveryRequest(resourceUrl, INSECURE),
  )
  const issuer = new URL(resource.authorization_servers?.[0] ?? '')
  const found = await oauth.discoveryRequest(issuer, { ...INSECURE, algorithm: 'oauth2' })
  return oauth.processDiscoveryResponse(issuer, found)
}

t.test('oauth4webapi goes from the challenge to a token, renews it and gives it back', async (t) => {
  const person = await newPerson(accountUrl)
  const as = await discover(t)
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(as, METADATA, INSECURE),
  )
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const url = new URL(as.authorization_endpoint ?? '')
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: ASKING_REDIRECT_URI,
    response_type: 'code',
    scope: 'mcp:full',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    resource: mcpUrl,
  }).toString()
  const location = await person.approve(url)
  t.ok(location.href.startsWith(`${ASKING_REDIRECT_URI}&`), 'what the redirect URI asked with stays')
  // Checks `iss` too, since the metadata promises it.
  const callback = oauth.validateAuthResponse(as, client, location, state)
  const exchange = async (): Promise<oauth.TokenEndpointResponse> =>
    oauth.processAuthorizationCodeResponse(
      as,
      client,
      await oauth.authorizationCodeGrantRequest(as, client, oauth.None(), callback, ASKING_REDIRECT_URI, verifier, {
        ...INSECURE,
        additionalParameters: { resource: mcpUrl },
      }),
    )
  const tokens = await exchange()
  t.strictSame([tokens.token_type, tokens.expires_in, tokens.scope], ['bearer', 600, 'mcp:full'])
  const request = new Request(mcpUrl, { headers: { Authorization: `Bearer ${tokens.access_token}` } })
  const claims = await oauth.validateJwtAccessToken(as, request, mcpUrl, INSECURE)
  t.match(claims, { iss: accountUrl, aud: mcpUrl, client_id: client.client_id, scope: 'mcp:full' })
  t.match(await callMcp(tokens.access_token), { result: { structuredContent: { email: person.email } } })

  const refreshed = await oauth.processRefreshTokenResponse(
    as,
    client,
    await oauth.refreshTokenGrantRequest(as, client, oauth.None(), tokens.refresh_token ?? '', {
      ...INSECURE,
      additionalParameters: { resource: mcpUrl },
    }),
  )
  t.match(await callMcp(refreshed.access_token), { result: {} })
  t.match((await person.browser.get('/account/applications')).html, /Outside/)
  const revoked = await oauth.revocationRequest(as, client, oauth.None(), refreshed.refresh_token ?? '', INSECURE)
  t.equal(await oauth.processRevocationResponse(revoked), undefined)
  t.match(await failureOf(callMcp(refreshed.access_token)), { cause: [{ parameters: { error: 'invalid_token' } }] })
  t.notMatch((await person.browser.get('/account/applications')).html, /Outside/)
})

t.test('oauth4webapi sees that a code which is used twice ends what it gave', async (t) => {
  const person = await newPerson(accountUrl)
  const as = await discover(t)
  const client: oauth.Client = { client_id: DOCUMENT_URL }
  const verifier = oauth.generateRandomCodeVerifier()
  const url = new URL(as.authorization_endpoint ?? '')
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString()
  const callback = oauth.validateAuthResponse(as, client, await person.approve(url), oauth.expectNoState)
  const exchange = async (): Promise<oauth.TokenEndpointResponse> =>
    oauth.processAuthorizationCodeResponse(
      as,
      client,
      await oauth.authorizationCodeGrantRequest(as, client, oauth.None(), callback, REDIRECT_URI, verifier, INSECURE),
    )
  const tokens = await exchange()
  t.match(await callMcp(tokens.access_token), { result: {} })
  t.match(await failureOf(exchange()), { error: 'invalid_grant' })
  t.match(await failureOf(callMcp(tokens.access_token)), { cause: [{ parameters: { error: 'invalid_token' } }] })
})

t.test('openid-client goes the whole way by registration, and is told of what is refused', async (t) => {
  const person = await newPerson(accountUrl)
  const config = await openid.dynamicClientRegistration(new URL(accountUrl), METADATA, openid.None(), {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
  })
  await useOpenid(t, config, person)
})

t.test('openid-client goes the whole way by a metadata document', async (t) => {
  const person = await newPerson(accountUrl)
  const config = await openid.discovery(new URL(accountUrl), DOCUMENT_URL, undefined, openid.None(), {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
  })
  await useOpenid(t, config, person)
  t.match(person.consents, [/<b><bdi>localhost:\d+<\/bdi><\/b>/], 'the person sees whose document it is')
})

async function useOpenid(
  t: Test,
  config: openid.Configuration,
  person: Awaited<ReturnType<typeof newPerson>>,
): Promise<void> {
  const verifier = openid.randomPKCECodeVerifier()
  const state = openid.randomState()
  const parameters = {
    redirect_uri: REDIRECT_URI,
    scope: 'mcp:full offline_access',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    resource: mcpUrl,
  }
  const checks = { pkceCodeVerifier: verifier, expectedState: state }
  const location = await person.approve(openid.buildAuthorizationUrl(config, parameters))
  const foreign = new URL(location)
  foreign.searchParams.set('iss', 'https://another.example')
  const confused = await failureOf(openid.authorizationCodeGrant(config, foreign, checks))
  t.match(confused, { cause: { message: /"iss"/ } }, 'an answer of another server')
  const tokens = await openid.authorizationCodeGrant(config, location, checks, { resource: mcpUrl })
  t.equal(tokens.scope, 'mcp:full', 'the client is told what was granted')
  t.match(await callMcp(tokens.access_token), { result: { structuredContent: { email: person.email } } })
  const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource: mcpUrl })
  const elsewhere = openid.refreshTokenGrant(config, refreshed.refresh_token ?? '', {
    resource: 'https://a.example/mcp',
  })
  t.match(await failureOf(elsewhere), { error: 'invalid_target' })
  await openid.tokenRevocation(config, refreshed.access_token, { token_type_hint: 'access_token' })
  t.match(await failureOf(openid.refreshTokenGrant(config, refreshed.refresh_token ?? '')), { error: 'invalid_grant' })
  t.match(await failureOf(callMcp(refreshed.access_token)), { cause: [{ parameters: { error: 'invalid_token' } }] })

  const denied = await person.deny(openid.buildAuthorizationUrl(config, parameters))
  t.match(await failureOf(openid.authorizationCodeGrant(config, denied, checks)), { error: 'access_denied' })
  const wrong = await person.approve(openid.buildAuthorizationUrl(config, { ...parameters, scope: 'all' }))
  t.match(await failureOf(openid.authorizationCodeGrant(config, wrong, checks)), { error: 'invalid_scope' })
}
