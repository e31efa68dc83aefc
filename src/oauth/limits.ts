import type { AddressLimit } from '../limits/address-gate.ts'

const MINUTE_MS = 60_000

/**
 * Requests of one address to `/token` and `/revoke` together. It suffices for a network of thousands of clients that
 * refresh every ten minutes. It bounds guesses, signatures and writes.
 */
export const TOKEN_REQUESTS: AddressLimit = {
  name: 'token-requests',
  limit: 600,
  windowMs: MINUTE_MS,
  detail: 'Too many requests came from this address. Wait for Retry-After.',
}

/**
 * Registrations from one address. Clients register once for each person, and widely used ones publish a document instead.
 */
export const REGISTRATIONS: AddressLimit = {
  name: 'client-registrations',
  limit: 100,
  windowMs: 60 * MINUTE_MS,
  detail: 'Too many clients were registered from this address. Wait for Retry-After.',
}

/** Requests and decisions at `/authorize` from one address. A person who connects an application needs about five. */
export const AUTHORIZATIONS: AddressLimit = {
  name: 'authorizations',
  limit: 300,
  windowMs: MINUTE_MS,
  detail: 'Too many requests for authorization came from this address. Wait for Retry-After.',
}

/** Requests to `/mcp` from one address that are refused for their credentials. A regular client sends one or two. */
export const REFUSED_CREDENTIALS: AddressLimit = {
  name: 'refused-credentials',
  limit: 300,
  windowMs: MINUTE_MS,
  detail: 'Too many requests without a good access token came from this address. Wait for Retry-After.',
}
