import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { race } from './race.ts'
import type { Trial, TrialScene } from './trial.ts'

const REDIRECT_URI = 'http://127.0.0.1:8977/callback'
const METADATA = { client_name: 'Outside', redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: 'none' }
const INSECURE = { [oauth.allowInsecureRequests]: true } as const

/** @returns the result of `whoami`. Rejects if the token is refused. */
export async function callWhoami(accountUrl: string, accessToken: string): Promise<string> {
  const params = {
    name: 'whoami',
    arguments: {},
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  }
  const response = await oauth.protectedResourceRequest(
    accessToken,
    'POST',
    new URL(`${accountUrl}/mcp`),
    new Headers({
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'whoami',
    }),
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    INSECURE,
  )
  return response.text()
}

async function byOauth4webapi({ desk, service: { account } }: TrialScene): Promise<string | null> {
  const resource = new URL(`${account}/mcp`)
  const described = await oauth.processResourceDiscoveryResponse(
    resource,
    await oauth.resourceDiscoveryRequest(resource, INSECURE),
  )
  const issuer = new URL(described.authorization_servers?.[0] ?? '')
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { ...INSECURE, algorithm: 'oauth2' }),
  )
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(server, METADATA, INSECURE),
  )
  const verifier = oauth.generateRandomCodeVerifier()
  const url = new URL(server.authorization_endpoint ?? '')
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    // What many libraries ask for by themselves; the server says what it grants.
    scope: 'mcp:full offline_access',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource: resource.href,
  }).toString()
  const callback = oauth.validateAuthResponse(server, client, await desk.open(url), oauth.expectNoState)
  const tokens = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), callback, REDIRECT_URI, verifier, INSECURE),
  )
  return shows(await callWhoami(account, tokens.access_token), desk.email)
}

async function byOpenid({ desk, service: { account } }: TrialScene): Promise<string | null> {
  const config = await openid.dynamicClientRegistration(new URL(account), METADATA, openid.None(), {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
  })
  const verifier = openid.randomPKCECodeVerifier()
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: 'openid mcp:full',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource: `${account}/mcp`,
  })
  const tokens = await openid.authorizationCodeGrant(config, await desk.open(url), { pkceCodeVerifier: verifier })
  return shows(await callWhoami(account, tokens.access_token), desk.email)
}

function shows(answer: string, email: string): string | null {
  return answer.includes(email) ? null : `whoami answered ${answer.slice(0, 200)}`
}

export const OAUTH_LIBRARIES: readonly Trial[] = [
  {
    name: 'oauth4webapi',
    package: 'oauth4webapi',
    folder: '.',
    steps: {
      'signs in': byOauth4webapi,
      'refreshes in four processes': ({ desk, service }) => race('oauth4webapi', service, desk),
    },
  },
  {
    name: 'openid-client',
    package: 'openid-client',
    folder: '.',
    steps: {
      'signs in': byOpenid,
      'refreshes in four processes': ({ desk, service }) => race('openid-client', service, desk),
    },
  },
]
