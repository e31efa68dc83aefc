import type { Test } from 'tap'
import { TokenDispatcher } from '../../src/pool/token-dispatcher.ts'
import type { TokenDispatcherOptions } from '../../src/pool/token-dispatcher.ts'
import { generateSigningKey, type SigningKey } from '../../src/tokens/signing-key.ts'
import { createTokenService, type TokenService } from '../../src/tokens/token-service.ts'
import type { TokenWorkers } from '../../src/tokens/token-workers.ts'

export const ISSUER = 'https://icons.example'

export interface TokenFixture {
  readonly tokens: TokenService
  readonly key: SigningKey
  /** Advances the clock of the service. */
  readonly pass: (seconds: number) => void
}

/** Starts token threads until the test ends. They start slowly, so that the tests of a file should share them. */
export function startDispatcher(t: Test, overrides: Partial<TokenDispatcherOptions> = {}) {
  const faults: string[] = []
  const dispatcher = new TokenDispatcher({
    threads: 1,
    queueLimit: 4096,
    timeoutMs: 30_000,
    onFault: (message) => faults.push(message),
    ...overrides,
  })
  t.teardown(() => dispatcher.close())
  return { dispatcher, faults }
}

/** Creates a token service with a new key and a clock that stands still. */
export async function startTokens(workers: TokenWorkers): Promise<TokenFixture> {
  const key = await generateSigningKey()
  let nowMs = Date.now()
  const tokens = createTokenService({ issuer: ISSUER, workers, state: { key }, clock: () => nowMs })
  return { tokens, key, pass: (seconds) => void (nowMs += seconds * 1000) }
}

export async function accessToken(tokens: TokenService, subject = 'reg_a'): Promise<string> {
  const issued = await tokens.issueAccess(subject)
  if (!issued.ok) throw new Error(issued.detail)
  return issued.token
}

export async function assertion(tokens: TokenService, subject = 'reg_a'): Promise<string> {
  const issued = await tokens.issueAssertion(subject)
  if (!issued.ok) throw new Error(issued.detail)
  return issued.token
}
