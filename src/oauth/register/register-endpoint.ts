import { oauthWire } from '../../http/route/error-wires.ts'
import { uncachedJson, type Outcome } from '../../http/route/reply.ts'
import type { Route } from '../../http/route/route.ts'
import { createAddressGate } from '../../limits/address-gate.ts'
import type { Limiter } from '../../limits/limiter.ts'
import { newObjectId } from '../../shared/object-id.ts'
import { PUBLIC_CLIENT, type ClientStore } from '../client/client-store.ts'
import { REGISTRATIONS } from '../limits.ts'
import { ACCOUNT_SCOPE } from '../token/access-tokens.ts'
import { checkRegistration } from './check-registration.ts'

export const REGISTER_PATH = '/register'
const BODY_LIMIT_BYTES = 16 * 1024

export interface RegisterDependencies {
  readonly clients: ClientStore
  readonly limiter: Limiter
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}

/** Creates the endpoint of dynamic client registration (RFC 7591 §3), which is open to everyone. */
export function registerRoute({ clients, clock, limiter }: RegisterDependencies): Route {
  async function register(body: Uint8Array): Promise<Outcome> {
    const checked = checkRegistration(body)
    if (!checked.ok) return checked
    const nowMs = clock()
    const id = newObjectId('cli', nowMs)
    const { name, redirectUris, uri } = checked.value
    await clients.register({ id, name, uri, redirectUris, authentication: PUBLIC_CLIENT }, new Date(nowMs))
    // The answer has the registered values, not the requested ones (RFC 7591 §3.2.1): clients here are public.
    return uncachedJson(201, {
      client_id: id,
      client_id_issued_at: Math.floor(nowMs / 1000),
      ...(name === null ? {} : { client_name: name }),
      ...(uri === null ? {} : { client_uri: uri }),
      redirect_uris: redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: ACCOUNT_SCOPE,
    })
  }

  return {
    path: REGISTER_PATH,
    name: REGISTER_PATH,
    method: 'POST',
    body: { mediaType: 'application/json', limitBytes: BODY_LIMIT_BYTES },
    wire: oauthWire,
    gate: createAddressGate(limiter, REGISTRATIONS),
    answer: ({ body }) => register(body),
  }
}
