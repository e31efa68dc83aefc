import type { Limit } from '../../../limits/limiter.ts'

/** A limit with the name under which answers tell it. */
export interface Policy extends Limit {
  readonly name: string
}

const MINUTE_MS = 60_000

/** Interface §8. */
export const POLICIES = {
  /** An address without a token, over REST, MCP and A2A together. */
  anonymous: { name: 'anonymous', limit: 120, windowMs: MINUTE_MS },
  /** A registration, over the same. */
  agent: { name: 'agent', limit: 600, windowMs: MINUTE_MS },
  /** An address, over registration and token exchange together. */
  registration: { name: 'registration', limit: 10, windowMs: MINUTE_MS },
} as const satisfies Record<string, Policy>
