import type { Test } from 'tap'
import { freePort } from '../support/free-port.ts'
import { startHttpsSite, type HttpsSite } from '../support/https-site.ts'
import { startService, type RunningService } from '../support/start-service.ts'

export interface AccountService {
  readonly service: RunningService
  /** Origin of the account host. */
  readonly accountUrl: string
  readonly mcpUrl: string
  /** The service trusts its certificate: documents of clients there can be fetched. */
  readonly site: HttpsSite
}

/** Starts the built account host alone, on the database and the stores within its process. */
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
