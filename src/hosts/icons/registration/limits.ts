import type { Limit } from '../../../limits/limiter.ts'

/** A limit with the name that answers give it. */
export interface Policy extends Limit {
  readonly name: string
}

const MINUTE_MS = 60_000

/** Limits of the icons host (interface §8). */
export const POLICIES = {
  /** An address without a token, over REST, MCP and A2A together. */
  anonymous: { name: 'anonymous', limit: 120, windowMs: MINUTE_MS },
  /** A registration, over REST, MCP and A2A together. */
  agent: { name: 'agent', limit: 600, windowMs: MINUTE_MS },
  /** An address, over registration and token exchange together. */
  registration: { name: 'registration', limit: 10, windowMs: MINUTE_MS },
} as const satisfies Record<string, Policy>
