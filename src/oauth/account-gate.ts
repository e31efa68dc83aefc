import { NO_FIELDS, type Caller, type Gate, type Verdict } from '../http/route/gate.ts'
import type { Headers } from '../http/wire/header-block.ts'
import type { ServiceError } from '../http/route/service-error.ts'
import { createAddressGate } from '../limits/address-gate.ts'
import type { Limiter } from '../limits/limiter.ts'
import { sessionKeyOf } from '../mcp/session-id.ts'
import { bearerToken } from '../tokens/bearer.ts'
import type { NoResult, Rejected } from '../tokens/token-workers.ts'
import { GRANT_BUCKET, PERSON_BUCKET, type Admission, type Admissions } from './admissions.ts'
import type { GrantUses } from './grant/uses.ts'
import type { Revocations } from './grant/revocations.ts'
import { REFUSED_CREDENTIALS } from './limits.ts'
import { ACCOUNT_SCOPE, type AccessTokens, type CheckedToken } from './token/access-tokens.ts'

export interface AccountGateOptions {
  readonly tokens: AccessTokens
  readonly admissions: Admissions
  readonly revocations: Revocations
  readonly uses: GrantUses
  readonly limiter: Limiter
  /** Origin of the account host. */
  readonly accountUrl: string
  /** Path of the endpoint, as its clients write it. Default `/mcp`. */
  readonly path?: string
}

const NO_HEADERS: Headers = []

const LIMITED: ServiceError = {
  ok: false,
  status: 429,
  code: 'rate_limited',
  detail: `A connection may send ${GRANT_BUCKET.refillPerSecond} messages a second, and all connections of one person ${PERSON_BUCKET.refillPerSecond}; a long one counts as several. Wait for Retry-After.`,
  retryAfterSeconds: 1,
}

/**
 * Creates the gate, which admits requests with an access token of this host for `mcp:full` whose grant is active. The limit
 * is 60 messages a second for each grant, and 120 for all grants of a person. `subject` is the grant's id and `principal`
 * the `Principal`. `found` has the session that the request names, if there is one.
 *
 * ```
 * Authorization ── not Bearer (before the body is read) ──────────────► 401, without an error: nothing was wrong
 *               ── not a token, altered, expired, of others, revoked ► 401 invalid_token
 *               ── without the scope ────────────────────────────────► 403 insufficient_scope
 *               ── good ── admission ── revoked ─────────────────────► 401 invalid_token
 *                                    ── bucket empty ────────────────► 429
 * ```
 *
 * 401 and 403 count for the address that receives them; above `REFUSED_CREDENTIALS` they become 429. Valid tokens are not
 * counted there.
 *
 * Rejects with `Unavailable` while the admission cannot be asked.
 */
export function createAccountGate(options: AccountGateOptions): Gate {
  const { admissions, limiter, revocations, tokens, uses } = options
  const refusals = createRefusals(options)
  const refusedBefore = createAddressGate(limiter, REFUSED_CREDENTIALS)

  /** Counts a refusal for credentials. Above the limit it becomes 429. */
  function count(caller: Caller, refused: ServiceError): ServiceError | Promise<ServiceError> {
    const tooMany = (verdict: Verdict): ServiceError => (verdict.ok ? refused : verdict)
    const verdict = refusedBefore(caller, 1, NO_FIELDS)
    return verdict instanceof Promise ? verdict.then(tooMany) : tooMany(verdict)
  }

  function conclude(
    caller: Caller,
    admission: Admission,
    { principal }: CheckedToken,
  ): Verdict | Promise<ServiceError> {
    // The grant's end may have been announced while the store was asked. Streams that were open then have ended, and
    // only a request whose long body another thread reads is checked again.
    if (admission.outcome === 'revoked' || revocations.has(principal.grantId)) {
      return count(caller, refusals.revoked)
    }
    if (admission.outcome === 'limited') return LIMITED
    uses.record(principal.grantId)
    return { ok: true, headers: NO_HEADERS, subject: principal.grantId, principal, found: admission }
  }

  function admit(
    caller: Caller,
    checked: CheckedToken | Rejected | NoResult,
    cost: number,
    sessionKey: string | null,
  ): Verdict | Promise<Verdict> {
    if (!checked.ok) {
      return checked.code === 'unavailable' ? unavailable(checked) : count(caller, refusals[checked.code])
    }
    if (!allows(checked.scope)) return count(caller, refusals.scopeless)
    const { principal } = checked
    if (revocations.has(principal.grantId)) return count(caller, refusals.revoked)
    // A request without messages, such as an empty batch, costs one message.
    const admission = admissions.admit(principal, Math.max(1, cost), sessionKey)
    return admission instanceof Promise
      ? admission.then((later) => conclude(caller, later, checked))
      : conclude(caller, admission, checked)
  }

  const tokenOf = ({ authorization }: Caller): string | null =>
    authorization === '' ? null : bearerToken(authorization)

  const gate: Gate = (caller, cost, request) => {
    const token = tokenOf(caller)
    if (token === null) return count(caller, refusals.anonymous)
    const sessionKey = sessionKeyOf(request.field('mcp-session-id'))
    const checked = tokens.check(token, caller)
    return checked instanceof Promise
      ? checked.then((later) => admit(caller, later, cost, sessionKey))
      : admit(caller, checked, cost, sessionKey)
  }
  const refusalOf = (
    caller: Caller,
    checked: CheckedToken | Rejected | NoResult,
  ): ServiceError | null | Promise<ServiceError> =>
    checked.ok || checked.code === 'unavailable' ? null : count(caller, refusals[checked.code])
  return Object.assign(gate, {
    turnAway: (caller: Caller) => (tokenOf(caller) === null ? count(caller, refusals.anonymous) : null),
    turnAwayLong(caller: Caller) {
      const token = tokenOf(caller)
      if (token === null) return count(caller, refusals.anonymous)
      const checked = tokens.check(token, caller)
      return checked instanceof Promise ? checked.then((later) => refusalOf(caller, later)) : refusalOf(caller, checked)
    },
    turnAwayLate: (caller: Caller, grantId: string | null) =>
      grantId !== null && revocations.has(grantId) ? count(caller, refusals.revoked) : null,
  })
}

function allows(scope: string): boolean {
  return scope === ACCOUNT_SCOPE || scope.split(' ').includes(ACCOUNT_SCOPE)
}

function unavailable({ detail, reason, retryAfterSeconds }: NoResult): ServiceError {
  return { ok: false, status: 503, code: 'unavailable', detail, retryAfterSeconds, reason }
}

/**
 * Creates the refusals with the challenges of RFC 6750 §3. They have the address of the metadata (RFC 9728 §5.1) and the
 * scope to ask for.
 */
function createRefusals({ accountUrl, path = '/mcp' }: Pick<AccountGateOptions, 'accountUrl' | 'path'>) {
  const challengeParameters = `resource_metadata="${accountUrl}/.well-known/oauth-protected-resource${path}", scope="${ACCOUNT_SCOPE}"`

  function refuse(status: number, code: string, detail: string, challenge: string): ServiceError {
    return { ok: false, status, code, detail, headers: [['WWW-Authenticate', `Bearer ${challenge}`]] }
  }
  function refuseToken(status: number, code: string, detail: string): ServiceError {
    return refuse(status, code, detail, `error="${code}", error_description="${detail}", ${challengeParameters}`)
  }
  const invalid = (detail: string): ServiceError => refuseToken(401, 'invalid_token', detail)

  return {
    // A request without credentials gets a challenge without an error (RFC 6750 §3.1).
    anonymous: refuse(
      401,
      'unauthorized',
      'This endpoint needs an access token. WWW-Authenticate tells where to get one.',
      challengeParameters,
    ),
    expired: invalid('The access token has expired. Use the refresh token.'),
    invalid: invalid('The access token was altered, or was not issued by this server for this endpoint.'),
    revoked: invalid('Access was revoked. Ask the user to connect again.'),
    scopeless: refuseToken(403, 'insufficient_scope', `The access token does not hold the scope ${ACCOUNT_SCOPE}.`),
  }
}
