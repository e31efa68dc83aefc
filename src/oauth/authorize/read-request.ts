import type { ServiceError } from '../../http/route/service-error.ts'
import { matchesRedirectUri } from '../checks/match-redirect-uri.ts'
import { parsePrompt, type Prompt } from '../checks/parse-prompt.ts'
import { pkceFault } from '../checks/require-pkce.ts'
import { requestObjectFault } from '../checks/refuse-request-objects.ts'
import { readScope } from '../checks/resolve-scope.ts'
import { redirectUriFault } from '../checks/validate-redirect-uri.ts'
import type { Client } from '../client/client-store.ts'
import type { ClientResolver } from '../client/client-resolver.ts'
import { readForm, type Form } from '../../http/wire/form.ts'
import { invalidRequest, refuse } from '../refusals.ts'
import type { Failure, Result } from '../../shared/result.ts'
import { words } from '../../shared/words.ts'

/** Reasons to redirect a browser nowhere. */
export type RefusalCode =
  | 'invalid_request'
  | 'unknown_client'
  | 'client_unreachable'
  | 'invalid_client_metadata'
  | 'redirect_uri_missing'
  | 'redirect_uri_mismatch'

/** The destination of answers: a redirect URI that the client has registered. The client itself is not authenticated. */
export interface KnownRedirect {
  readonly client: Client
  /** Host of the client's metadata address; null for a registered client. */
  readonly clientHost: string | null
  /** The redirect URI of the request, or the only one of a registered client. */
  readonly redirectUri: string
  /** Value of `state`; null if none was given, or more than one. */
  readonly state: string | null
}

/** A valid authorization request. */
export interface AuthorizationRequest {
  readonly codeChallenge: string
  readonly prompt: ReadonlySet<Prompt>
  /** Longest age of a sign-in; null: any age. */
  readonly maxAgeSeconds: number | null
  readonly loginHint: string | null
  /** Names of scopes that were asked for, if they were narrowed to the only one; otherwise empty. */
  readonly narrowedScopes: readonly string[]
}

const REPEATABLE: ReadonlySet<string> = new Set(['resource'])
const NAMES: ReadonlySet<string> = new Set(
  words(`client_id redirect_uri state response_type response_mode code_challenge code_challenge_method scope resource
    prompt max_age login_hint request request_uri`),
)
/** Half of the longest query that fits in a form. */
const QUERY_LIMIT_CHARACTERS = 8192
const LOGIN_HINT_LIMIT_CHARACTERS = 320

/** Reads the query; null: it is longer than any sensible one. */
export function readQuery(rawQuery: string): Form | null {
  return rawQuery.length > QUERY_LIMIT_CHARACTERS ? null : readForm(rawQuery, NAMES, REPEATABLE)
}

/**
 * Reads client and redirect URI, before anything else. Until both are known nothing is sent anywhere (RFC 6749 §4.1.2.1).
 */
export async function readRedirect(
  parameters: Form,
  clients: ClientResolver,
  address: string,
): Promise<Result<KnownRedirect, Failure<RefusalCode>>> {
  const fault = parameters.faultIn(['client_id', 'redirect_uri'])
  if (fault !== null) return { ok: false, code: 'invalid_request', detail: fault }
  const clientId = parameters.get('client_id')
  if (clientId === '') return { ok: false, code: 'invalid_request', detail: 'The parameter client_id is missing.' }
  const resolved = await clients.resolve(clientId, address)
  if (!resolved.ok) return resolved
  const { client, host } = resolved
  const redirectUri = parameters.get('redirect_uri') || (host === null ? onlyRedirectUri(client) : null)
  if (redirectUri === null) {
    return {
      ok: false,
      code: 'redirect_uri_missing',
      detail:
        'The parameter redirect_uri is missing. Only a registered client with a single redirect URI may leave it out.',
    }
  }
  // What was registered under an earlier rule must not outlive it.
  if (!matchesRedirectUri(client.redirectUris, redirectUri) || redirectUriFault(redirectUri) !== null) {
    return {
      ok: false,
      code: 'redirect_uri_mismatch',
      detail: 'The parameter redirect_uri is not one of those that the client has registered.',
    }
  }
  return { ok: true, value: { client, clientHost: host, redirectUri, state: parameters.get('state') || null } }
}

/**
 * Finds the redirect URI for a request without one, if the client has registered only one (OAuth 2.1 §2.3.2). A metadata
 * document registers none: it may change while a person reads the consent page, which says where the answer goes.
 */
function onlyRedirectUri({ redirectUris }: Client): string | null {
  return redirectUris.length === 1 ? (redirectUris[0] ?? null) : null
}

/** Reads the other parameters. Their faults are reported to the client at its redirect URI. */
export function readRequest(
  parameters: Form,
  resourceFault: (resources: readonly string[]) => ServiceError | null,
): Result<AuthorizationRequest, ServiceError> {
  const malformed = parameters.faultIn(NAMES)
  if (malformed !== null) return invalidRequest(malformed)
  const prompt = parsePrompt(parameters.get('prompt'))
  const scope = readScope(parameters.get('scope'))
  const fault =
    requestObjectFault(parameters) ??
    responseFault(parameters.get('response_type'), parameters.get('response_mode')) ??
    pkceFault(parameters.get('code_challenge'), parameters.get('code_challenge_method')) ??
    (scope.ok ? resourceFault(parameters.list('resource')) : null)
  if (fault !== null) return fault
  if (!scope.ok) return scope
  if (!prompt.ok) return prompt
  const maxAge = parameters.get('max_age')
  if (!/^[0-9]{0,9}$/.test(maxAge)) return invalidRequest('The parameter max_age must be whole seconds.')
  return {
    ok: true,
    value: {
      codeChallenge: parameters.get('code_challenge'),
      prompt: prompt.value,
      maxAgeSeconds: maxAge === '' ? null : Number(maxAge),
      loginHint: parameters.get('login_hint').slice(0, LOGIN_HINT_LIMIT_CHARACTERS) || null,
      narrowedScopes: scope.value,
    },
  }
}

function responseFault(responseType: string, responseMode: string): ServiceError | null {
  if (responseType === '') return invalidRequest('The parameter response_type is missing.')
  if (responseType !== 'code') return refuse('unsupported_response_type', 'The only response_type is code.')
  return responseMode === '' || responseMode === 'query' ? null : invalidRequest('The only response_mode is query.')
}
