import type { Test } from 'tap'
import { freePort } from './free-port.ts'
import { BEHIND_PROXY } from './icons-client.ts'
import { startService, type RunningService, type ServiceOptions } from './start-service.ts'

/** A process that serves the account host. */
export interface AccountNode extends RunningService {
  /** Where this process answers. */
  readonly nodeUrl: string
  /** Public origin: issuer of its tokens, and what its pages take for their own. */
  readonly accountUrl: string
}

/** The built service on free ports, the account host alone unless `env` says otherwise, behind a proxy, so that a test has many clients. */
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

/** Several of them as one service: one public address, and what `env` names of stores. */
export async function startAccountNodes(
  t: Test,
  count: number,
  env: Readonly<Record<string, string>>,
): Promise<readonly AccountNode[]> {
  const accountUrl = `http://localhost:${await freePort()}`
  return Promise.all(Array.from({ length: count }, () => startAccount(t, { ...env, ACCOUNT_URL: accountUrl })))
}
