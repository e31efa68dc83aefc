import { auth as authAi } from '@ai-sdk/mcp'
import { auth as auth2 } from '@modelcontextprotocol/client'
import { auth as auth1 } from '@modelcontextprotocol/sdk/client/auth.js'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import type { Desk } from '../desk.ts'
import { Keeper } from '../oauth-provider.ts'
import { callWhoami } from './oauth-libraries.ts'
import type { RaceStart } from './race.ts'

/** One process of a race. It refreshes when it is told to, uses what it got, and says what went wrong. */

interface Tokens {
  readonly access_token: string
  readonly refresh_token?: string | undefined
}

type Refresh = (start: RaceStart, refreshToken: string) => Promise<Tokens>

/** `auth` of a library refreshes where its keeper has a refresh token. */
function byKeeper(auth: (provider: any, options: { serverUrl: string }) => Promise<unknown>): Refresh {
  return async ({ accountUrl, client }, refreshToken) => {
    const nobody = { open: () => Promise.reject(new Error('a person was asked')) } as unknown as Desk
    const keeper = new Keeper(nobody)
    keeper.saveClientInformation(client)
    keeper.saveTokens({
      access_token: 'old',
      token_type: 'Bearer',
      refresh_token: refreshToken,
      // Vercel's library refreshes at the server alone that it noted with the tokens.
      authorization_server: accountUrl,
      token_endpoint: `${accountUrl}/token`,
    })
    await auth(keeper, { serverUrl: `${accountUrl}/mcp` })
    const tokens = keeper.tokens()
    if (tokens.access_token === 'old') throw new Error('the library did not refresh')
    return tokens
  }
}

const INSECURE = { [oauth.allowInsecureRequests]: true } as const

const LIBRARIES: Readonly<Record<string, Refresh>> = {
  '@modelcontextprotocol/sdk': byKeeper(auth1),
  '@modelcontextprotocol/client': byKeeper(auth2),
  '@ai-sdk/mcp': byKeeper(authAi),
  async oauth4webapi({ accountUrl, client }, refreshToken) {
    const issuer = new URL(accountUrl)
    const found = await oauth.discoveryRequest(issuer, { ...INSECURE, algorithm: 'oauth2' })
    const server = await oauth.processDiscoveryResponse(issuer, found)
    const known = client as unknown as oauth.Client
    const answer = await oauth.refreshTokenGrantRequest(server, known, oauth.None(), refreshToken, INSECURE)
    return oauth.processRefreshTokenResponse(server, known, answer)
  },
  async 'openid-client'({ accountUrl, client }, refreshToken) {
    const config = await openid.discovery(new URL(accountUrl), String(client['client_id']), undefined, openid.None(), {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    })
    return openid.refreshTokenGrant(config, refreshToken)
  },
}

let start: RaceStart
let refreshToken = ''

process.on('message', (message: RaceStart | 'refresh') => {
  if (message !== 'refresh') {
    start = message
    refreshToken = start.refreshToken
    process.send?.('ready')
    return
  }
  once().then(
    () => process.send?.(''),
    (error: unknown) => process.send?.(String(error).slice(0, 300)),
  )
})
process.send?.('here')

async function once(): Promise<void> {
  const tokens = await LIBRARIES[start.library]!(start, refreshToken)
  refreshToken = tokens.refresh_token ?? refreshToken
  await callWhoami(start.accountUrl, tokens.access_token)
}
