import type { Headers } from './header-block.ts'

const PREFLIGHT_MAX_AGE_SECONDS = 86_400

/** What pages of other origins may send to a host and read of its answers (Fetch Standard §3.3). Every origin may, none with cookies. */
export interface CorsPolicy {
  /** Header fields of requests. A `*` stands for every field but Authorization, which must be named. */
  readonly allowHeaders: string
  /** Header fields of answers, beside those that a page may read anyway. */
  readonly exposeHeaders: string
}

/** For a host without credentials. */
export const PUBLIC_CORS: CorsPolicy = {
  allowHeaders: '*',
  exposeHeaders: 'Allow, Content-Language, ETag, Link, Retry-After, X-Request-Id',
}

/** For a host that programs call with tokens and by MCP and A2A: their fields are named, because some clients look for them. */
export const AGENT_CORS: CorsPolicy = {
  allowHeaders:
    'Authorization, Content-Type, Accept, Last-Event-ID, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name, A2A-Version, A2A-Extensions, *',
  exposeHeaders:
    'Accept-Ranges, Allow, Content-Language, Content-Range, ETag, Link, Mcp-Session-Id, MCP-Protocol-Version, A2A-Version, A2A-Extensions, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id',
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
