import { createHash, randomBytes } from 'node:crypto'
import type { Test } from 'tap'
import type { Person } from '../support/browser-flow.ts'
import { freePort } from '../support/free-port.ts'
import { startHttpsSite, type HttpsSite } from '../support/https-site.ts'
import { startService, type RunningService } from '../support/start-service.ts'

export interface AccountService {
  readonly service: RunningService
  /** Origin of the account host. */
  readonly accountUrl: string
  readonly mcpUrl: string
  /** Site of a client's vendor. The service trusts its certificate, and can fetch documents of clients there. */
  readonly site: HttpsSite
}

/** Starts the built account host alone, with the database and the stores within its process. */
export async function startAccountService(
  t: Test,
  env: Readonly<Record<string, string>> = {},
): Promise<AccountService> {
  const site = await startHttpsSite(t)
  const port = String(await freePort())
  const service = await startService(t, {
    env: { HOSTS: 'account', ACCOUNT_PORT: port, NODE_EXTRA_CA_CERTS: site.certificateFile, ...env },
  })
  const accountUrl = `http://localhost:${port}`
  for (let isReady = false; !isReady;) {
    const answer = await fetch(`${accountUrl}/readyz`)
    await answer.text()
    isReady = answer.ok
  }
  return { service, accountUrl, mcpUrl: `${accountUrl}/mcp`, site }
}

/** Obtains an access token for a person with the simplest client. */
export async function newToken(accountUrl: string, person: Pick<Person, 'approve'>): Promise<string> {
  const redirectUri = 'http://127.0.0.1:8978/callback'
  const registered = await fetch(`${accountUrl}/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_name: 'Plain', redirect_uris: [redirectUri] }),
  })
  const { client_id: clientId } = (await registered.json()) as { client_id: string }
  const verifier = randomBytes(32).toString('base64url')
  const url = new URL(`${accountUrl}/authorize`)
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()
  const code = (await person.approve(url)).searchParams.get('code') ?? ''
  const exchanged = await fetch(`${accountUrl}/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier }),
  })
  return ((await exchanged.json()) as { access_token: string }).access_token
}
