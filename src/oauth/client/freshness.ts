import type { IncomingHttpHeaders } from 'node:http'

const LEAST_SECONDS = 30
const MOST_SECONDS = 7 * 24 * 60 * 60
/** Longest life of keys, so that one that was stolen and removed is soon refused. */
const KEYS_MOST_SECONDS = 60 * 60
/** Lifetime if the server states none. */
const DEFAULT_SECONDS = 10 * 60

/**
 * Computes the lifetime of a fetched document in seconds, from its `Cache-Control`, `Age` and `Expires` (RFC 9111 §4.2,
 * §5.2.2). It is at least half a minute, so that one authorization needs one fetch. It is at most a week, so that a client
 * can change its redirect URIs.
 */
export function freshnessSeconds(headers: IncomingHttpHeaders, nowMs: number): number {
  return Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, Math.floor(statedSeconds(headers, nowMs))))
}

/** Computes the lifetime of fetched keys, or of a document with keys, in the same way. */
export function keysFreshnessSeconds(headers: IncomingHttpHeaders, nowMs: number): number {
  return Math.min(KEYS_MOST_SECONDS, freshnessSeconds(headers, nowMs))
}

function statedSeconds(headers: IncomingHttpHeaders, nowMs: number): number {
  const directives = (headers['cache-control'] ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
  if (directives.some((name) => /^(?:no-store|no-cache|private)(?:=|$)/.test(name))) return 0
  // This cache serves many people, so it is a shared one (RFC 9111 §5.2.2.10).
  const lifetime = argumentOf(directives, 's-maxage') ?? argumentOf(directives, 'max-age')
  if (lifetime !== null) return lifetime - (digits(headers.age ?? '') ?? 0)
  if (headers.expires === undefined) return DEFAULT_SECONDS
  const expires = Date.parse(headers.expires)
  const sent = Date.parse(headers.date ?? '')
  // An invalid date, such as 0, means that the document has expired (§5.3).
  return Number.isNaN(expires) ? 0 : (expires - (Number.isNaN(sent) ? nowMs : sent)) / 1000
}

function argumentOf(directives: readonly string[], name: string): number | null {
  const found = directives.find((directive) => directive.startsWith(`${name}=`))
  return found === undefined ? null : (digits(found.slice(name.length + 1).replace(/^"(.*)"$/, '$1')) ?? 0)
}

function digits(text: string): number | null {
  return /^[0-9]{1,12}$/.test(text) ? Number(text) : null
}
