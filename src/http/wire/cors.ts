import type { Headers } from './header-block.ts'

const PREFLIGHT_MAX_AGE_SECONDS = 86_400

/** What pages of other origins may send to a host and read of its answers (Fetch Standard §3.3). Every origin may, none with cookies. */
export interface CorsPolicy {
  /** Header fields of requests. A `*` stands for every field but Authorization, which must be named. */
  readonly allowHeaders: string
  /** Header fields of answers, beside those that a page may read anyway. A `*` stands for every field, in answers to requests without cookies. */
  readonly exposeHeaders: string
}

/** For a host without credentials. */
export const PUBLIC_CORS: CorsPolicy = { allowHeaders: '*', exposeHeaders: '*' }

/**
 * For a host that programs call with tokens and by MCP and A2A. The fields that they send are named, and so are the two of
 * answers without which no MCP client goes on, because some clients look for them; every answer carries the latter, so no more.
 */
export const AGENT_CORS: CorsPolicy = {
  allowHeaders:
    'Authorization, Content-Type, Accept, Last-Event-ID, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name, A2A-Version, A2A-Extensions, *',
  exposeHeaders: 'Mcp-Session-Id, WWW-Authenticate, *',
}

/** Fields of every answer, errors included. */
export function corsHeaders({ exposeHeaders }: CorsPolicy): Headers {
  return [
    ['Access-Control-Allow-Origin', '*'],
    ['Access-Control-Expose-Headers', exposeHeaders],
  ]
}

/** Fields of the answer to a preflight, beside those of every answer. */
export function preflightHeaders({ allowHeaders }: CorsPolicy, methods: string): Headers {
  return [
    ['Access-Control-Allow-Methods', methods],
    ['Access-Control-Allow-Headers', allowHeaders],
    ['Access-Control-Max-Age', String(PREFLIGHT_MAX_AGE_SECONDS)],
  ]
}
