import type { Principal } from '../../src/account/principal.ts'
import { createAccessTokens } from '../../src/oauth/token/create-access-tokens.ts'
import type { AccessTokens } from '../../src/oauth/token/access-tokens.ts'
import type { AccountKey } from '../../src/tokens/account-key.ts'
import { generateSigningKey } from '../../src/tokens/signing-key.ts'
import type { TokenWorkers } from '../../src/tokens/token-workers.ts'

export const ACCOUNT_URL = 'https://account.example'
export const PRINCIPAL: Principal = { userId: 'usr_a', grantId: 'grt_a', clientId: 'cli_a' }

/** @param activeInMs From now. */
export async function newKey(activeInMs = 0): Promise<AccountKey> {
  return { ...(await generateSigningKey()), activeFromMs: Date.now() + activeInMs }
}

/** A node with a clock that stands still, and keys that another one may have added to. */
export function startNode(workers: TokenWorkers, keys: readonly AccountKey[], startMs = Date.now()) {
  let nowMs = startMs
  let elsewhere: readonly AccountKey[] | null = keys
  let looks = 0
  const tokens = createAccessTokens({
    issuer: ACCOUNT_URL,
    workers,
    keys,
    clock: () => nowMs,
    async refresh() {
      looks += 1
      await new Promise(setImmediate)
      if (elsewhere !== null) tokens.update(elsewhere)
      return elsewhere !== null
    },
  })
  return {
    tokens,
    pass: (seconds: number) => void (nowMs += seconds * 1000),
    /** What the next look will find; null: it cannot look. */
    setElsewhere: (next: readonly AccountKey[] | null) => void (elsewhere = next),
    looks: () => looks,
  }
}

export async function issue(tokens: AccessTokens, principal = PRINCIPAL, scope = 'mcp:full'): Promise<string> {
  const issued = await tokens.issue(principal, scope)
  if (!issued.ok) throw new Error(issued.detail)
  return issued.token
}
