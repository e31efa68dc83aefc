import type { Headers } from './header-block.ts'

const PREFLIGHT_MAX_AGE_SECONDS = 86_400

/**
 * What pages of other origins may send to a host and read of its answers (Fetch Standard §3.3). Every origin may do so, and
 * none with cookies.
 */
export interface CorsPolicy {
  /** Header fields of requests. A `*` stands for every field but Authorization, which must be named. */
  readonly allowHeaders: string
  /**
   * Header fields of answers, beside those that a page may read anyway. A `*` stands for every field, in answers to requests
   * without cookies.
   */
  readonly exposeHeaders: string
}

/** The policy of a host without credentials. */
export const PUBLIC_CORS: CorsPolicy = { allowHeaders: '*', exposeHeaders: '*' }

/**
 * The policy of a host that programs call with tokens and by MCP and A2A. The fields that they send are named, because some
 * clients look for the names. So are two fields of answers without which no MCP client goes on. Every answer carries those,
 * so there are no more.
 */
export const AGENT_CORS: CorsPolicy = {
  allowHeaders:
    'Authorization, Content-Type, Accept, Last-Event-ID, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name, A2A-Version, A2A-Extensions, *',
  exposeHeaders: 'Mcp-Session-Id, WWW-Authenticate, *',
}

/** The fields of every answer, errors included. */
export function corsHeaders({ exposeHeaders }: CorsPolicy): Headers {
  return [
    ['Access-Control-Allow-Origin', '*'],
    ['Access-Control-Expose-Headers', exposeHeaders],
  ]
}

/** The fields of the answer to a preflight, beside those of every answer. */
export function preflightHeaders({ allowHeaders }: CorsPolicy, methods: string): Headers {
  return [
    ['Access-Control-Allow-Methods', methods],
    ['Access-Control-Allow-Headers', allowHeaders],
    ['Access-Control-Max-Age', String(PREFLIGHT_MAX_AGE_SECONDS)],
  ]
}
