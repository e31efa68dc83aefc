import type { Test } from 'tap'
import { freePort } from './free-port.ts'
import { BEHIND_PROXY } from './icons-client.ts'
import { startService, type RunningService, type ServiceOptions } from './start-service.ts'

/** A process that serves the account host. */
export interface AccountNode extends RunningService {
  /** Origin of this process. */
  readonly nodeUrl: string
  /** Public origin, which is the issuer of tokens and the own origin of the pages. */
  readonly accountUrl: string
}

/**
 * Starts the built service on free ports, with the account host alone by default. A proxy in front of it gives a test many
 * clients.
 */
export async function startAccount(
  t: Test,
  env: Readonly<Record<string, string>> = {},
  content?: ServiceOptions['content'],
): Promise<AccountNode> {
  const port = env['ACCOUNT_PORT'] ?? String(await freePort())
  const accountUrl = env['ACCOUNT_URL'] ?? `http://localhost:${port}`
  const service = await startService(t, {
    env: { HOSTS: 'account', ...BEHIND_PROXY, SIGNUP: 'open', ...env, ACCOUNT_PORT: port, ACCOUNT_URL: accountUrl },
    ...(content === undefined ? {} : { content }),
  })
  return { ...service, nodeUrl: `http://127.0.0.1:${port}`, accountUrl }
}

/** Starts several processes of one service, with one public address and the stores that `env` names. */
export async function startAccountNodes(
  t: Test,
  count: number,
  env: Readonly<Record<string, string>>,
): Promise<readonly AccountNode[]> {
  const accountUrl = `http://localhost:${await freePort()}`
  return Promise.all(Array.from({ length: count }, () => startAccount(t, { ...env, ACCOUNT_URL: accountUrl })))
}
