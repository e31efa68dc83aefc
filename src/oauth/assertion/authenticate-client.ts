import type { ServiceError } from '../../http/route/service-error.ts'
import type { Form } from '../../http/wire/form.ts'
import type { Failure, Result } from '../../shared/result.ts'
import { claimedIssuer } from '../../tokens/bearer.ts'
import type { AssertionWorkers, CheckedAssertion } from '../../tokens/client-assertion.ts'
import type { NoResult } from '../../tokens/token-workers.ts'
import { secretFault } from '../checks/refuse-secrets.ts'
import { isClientIdUrl } from '../client/client-id-url.ts'
import type { AuthenticationMethod, Client } from '../client/client-store.ts'
import type { DocumentReader } from '../client/document-reader.ts'
import type { KeyReader } from '../client/key-reader.ts'
import { invalidClient, toUnavailable } from '../refusals.ts'
import { hashSecret } from '../secrets.ts'
import type { UsedAssertions } from './used-assertions.ts'

/** Parameters by which clients authenticate themselves in a form. */
export const CREDENTIAL_PARAMETERS = [
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
] as const

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const ASSERTION_LIMIT_CHARACTERS = 4096
const UNREACHABLE_RETRY_SECONDS = 5

/** The sender of a request. */
export interface Sender {
  /** Empty: the request names no client. */
  readonly clientId: string
  readonly authentication: AuthenticationMethod
}

/**
 * Finds out who sends a request to an endpoint for programs. A client that presents an assertion is authenticated by it or
 * refused: an assertion that is wrong is never ignored. Rejects with `Unavailable` when that cannot be decided now.
 *
 * @param authorization Value of the field `Authorization`.
 * @param address Address of the requester. It limits how often keys are fetched.
 */
export type AuthenticateClient = (
  authorization: string,
  parameters: Form,
  address: string,
) => Promise<Result<Sender, ServiceError>>

export interface AuthenticateClientOptions {
  /** Origin without a trailing slash: the issuer. */
  readonly accountUrl: string
  readonly documents: DocumentReader
  readonly keys: KeyReader
  readonly usedAssertions: UsedAssertions
  readonly workers: AssertionWorkers
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}

/** Creates the authentication of clients by assertions (RFC 7523 §2.2, §3; OpenID Connect Core §9). */
export function createAuthenticateClient(options: AuthenticateClientOptions): AuthenticateClient {
  const { accountUrl, clock, documents, keys, usedAssertions, workers } = options
  // Clients disagree on the name of the audience (RFC 7523 §3, draft-ietf-oauth-rfc7523bis §4).
  const audiences = ['', '/', '/token', '/revoke'].map((path) => accountUrl + path)

  async function verify(assertion: string, client: Client, address: string): Promise<CheckedAssertion | ServiceError> {
    const { algorithms } = client.authentication
    const job = { assertion, algorithms, audiences, clientId: client.id, nowSeconds: Math.floor(clock() / 1000) }
    const known = await keys.read(client, address)
    if (!known.ok) return unreadable(known)
    const checked = await workers.verifyAssertion({ ...job, keys: known.keys }).then(orThrow)
    if (checked.ok || checked.code !== 'unknown-key') return checked
    const fresh = await keys.readAgain(client, address)
    if (fresh === null) return checked
    return fresh.ok ? workers.verifyAssertion({ ...job, keys: fresh.keys }).then(orThrow) : unreadable(fresh)
  }

  async function prove(clientId: string, assertion: string, address: string): Promise<Result<Sender, ServiceError>> {
    // Nothing is fetched for an assertion that could not be of the client.
    if (claimedIssuer(assertion) !== clientId) return invalidClient(TEXTS.invalid)
    if (!isClientIdUrl(clientId)) return WITHOUT_KEYS
    const read = await documents.read(clientId, address)
    if (!read.ok) return unreadable(read)
    if (!read.client.authentication.methods.includes('private_key_jwt')) return WITHOUT_KEYS
    const checked = await verify(assertion, read.client, address)
    if (!checked.ok) return 'status' in checked ? checked : invalidClient(TEXTS[checked.code])
    const isFirst = await usedAssertions.use(hashSecret(JSON.stringify([clientId, checked.id])).toString('base64url'))
    return isFirst ? { ok: true, value: { clientId, authentication: 'private_key_jwt' } } : USED
  }

  return async (authorization, parameters, address) => {
    const fault = secretFault(authorization, parameters)
    if (fault !== null) return fault
    const [assertion, type] = [parameters.get('client_assertion'), parameters.get('client_assertion_type')]
    const clientId = parameters.get('client_id')
    if (assertion === '' && type === '') return { ok: true, value: { clientId, authentication: 'none' } }
    if (type !== ASSERTION_TYPE || assertion === '') return INCOMPLETE
    if (assertion.length > ASSERTION_LIMIT_CHARACTERS) return TOO_LONG
    // The parameter client_id may be missing (RFC 7521 §4.2). The claim is verified with the keys of the client it names.
    return prove(clientId === '' ? (claimedIssuer(assertion) ?? '') : clientId, assertion, address)
  }
}

/**
 * Refuses a client without authentication where the method must be `private_key_jwt`; null: the sender is good.
 *
 * @param method The method by which the client began.
 */
export function missingAssertion(sender: Sender, method: AuthenticationMethod): ServiceError | null {
  return method === 'private_key_jwt' && sender.authentication !== method ? ASSERTION_NEEDED : null
}

function orThrow(checked: CheckedAssertion | NoResult): CheckedAssertion {
  if (!checked.ok && checked.code === 'unavailable') throw toUnavailable(checked)
  return checked
}

/**
 * A client whose site is away, or has a page of maintenance or no key for a while, must come again. By `invalid_client` it
 * would think that it is unknown, and throw its tokens away.
 */
function unreadable({ code, detail }: Failure<'client_unreachable' | 'invalid_client_metadata'>): ServiceError {
  const text = `The client cannot be authenticated now. ${detail}`
  return { ok: false, status: 503, code, detail: text, retryAfterSeconds: UNREACHABLE_RETRY_SECONDS, reason: 'other' }
}

const TEXTS = {
  expired: 'The client_assertion has expired.',
  invalid:
    'The client_assertion is not valid: iss and sub must be the client_id, aud this issuer or its token endpoint alone, and jti, exp and the signature must be there and right.',
  'too-long': 'The client_assertion must expire within 10 minutes.',
  'unknown-key': 'The client_assertion is signed with a key that the client does not publish under this kid.',
}
const USED = invalidClient('The client_assertion was used before: make a new one, with another jti, for each request.')
export const ASSERTION_NEEDED = invalidClient(
  'This client authenticates itself, so each of its requests needs a new client_assertion.',
)
const WITHOUT_KEYS = invalidClient(
  'This client has nothing to authenticate itself with: only a metadata document with the method private_key_jwt has.',
)
const INCOMPLETE = invalidClient(`A client_assertion needs the client_assertion_type ${ASSERTION_TYPE}`)
const TOO_LONG = invalidClient(`A client_assertion may have ${ASSERTION_LIMIT_CHARACTERS} characters.`)
