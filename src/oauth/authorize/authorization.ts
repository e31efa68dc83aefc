import { browserPlace } from '../../account/users/browser-place.ts'
import type { ServiceError } from '../../http/route/service-error.ts'
import { createResourceCheck, resourceOf } from '../checks/resolve-resource.ts'
import { isLoopbackRedirect, redirectTarget } from '../checks/validate-redirect-uri.ts'
import type { ClientResolver } from '../client/client-resolver.ts'
import type { Client } from '../client/client-store.ts'
import type { CodeStore } from '../code/code-store.ts'
import { USER_GRANTS_LIMIT, type Approved, type Grant, type GrantStore } from '../grant/grant-store.ts'
import type { Revocations } from '../grant/revocations.ts'
import { refuse } from '../refusals.ts'
import { hashSecret, newCode } from '../secrets.ts'
import { ACCOUNT_SCOPE } from '../token/access-tokens.ts'
import { readQuery, readRedirect, readRequest } from './read-request.ts'
import type { AuthorizationRequest, RefusalCode, KnownRedirect } from './read-request.ts'
import { redirectLocation } from './redirect-location.ts'

/** The person who is signed in to the browser. */
export interface SignedIn {
  readonly userId: string
  /** Time of the password's entry in milliseconds since the epoch. `prompt=login` and `max_age` depend on it. */
  readonly signedInAtMs: number
  /** `User.sessionsValidFrom` of the sign-in, in milliseconds since the epoch. It changes with the password. */
  readonly validFromMs: number
  /** Name of this sign-in, for pages that show the person's grants. */
  readonly signIn?: string
  /** The browser's `User-Agent`, unchanged. */
  readonly userAgent?: string
}

/** The application that asks, and the destination of the answer, for pages. Texts of `client` were written by strangers. */
export interface ConsentRequest {
  readonly client: Client
  /** Host of the client's metadata address, which is verified; null for a registered client. */
  readonly clientHost: string | null
  readonly redirectUri: string
  /** Host that the browser goes to afterwards, or the scheme of an application. */
  readonly redirectHost: string
  /** Whether that is the person's own machine. */
  readonly redirectsToLoopback: boolean
  readonly scope: string
  /** Names of scopes that were asked for, if they were narrowed to `scope`; otherwise empty. */
  readonly narrowedScopes: readonly string[]
}

/** Grants that the new grant may replace. */
export interface Replaceable {
  /** Grants of the same client. Those approved in this sign-in of the browser come first. */
  readonly grants: readonly Grant[]
  /** Name of this sign-in, in the form that grants have. */
  readonly signIn: string | null
  /**
   * The grant that has been unused longest, of any client, if the person has the largest number of grants. One grant must
   * then be replaced.
   */
  readonly oldest: Grant | null
}

/** Outcomes of a request to `/authorize`. */
export type AuthorizeOutcome =
  /**
   * A page with 400, since the redirect URI is not trusted (yet) and must receive nothing. `code` names the text of the
   * page.
   */
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly detail: string }
  /** A redirect with success or error, and `state` and `iss` (RFC 9207). */
  | { readonly kind: 'redirect'; readonly location: string }
  /** A page with a link for an error, never a redirect, since no person has decided about the redirect URI. */
  | {
      readonly kind: 'link'
      readonly location: string
      readonly code: string
      readonly detail: string
      readonly request: ConsentRequest
    }
  /** The sign-in page, which returns with the same query. `again`: the person must sign in again. */
  | { readonly kind: 'sign-in'; readonly again: boolean; readonly loginHint: string | null }
  | { readonly kind: 'consent'; readonly request: ConsentRequest; readonly replaceable: Replaceable }

export type { RefusalCode } from './read-request.ts'

/** The authorization endpoint without its pages. All methods may reject with `Unavailable`. */
export interface Authorization {
  /**
   * Checks a request for authorization.
   *
   * @param rawQuery Unchanged query, without the question mark.
   * @param address Address of the browser. It limits how often client documents are fetched.
   */
  begin(rawQuery: string, signedIn: SignedIn | null, address: string): Promise<AuthorizeOutcome>
  /**
   * Carries out the person's answer on the consent page. The query is checked anew. Approving writes the grant, then the
   * code.
   *
   * @param replaces Id of the person's grant that the approval replaces, as the person chose.
   */
  decide(
    rawQuery: string,
    signedIn: SignedIn | null,
    approved: boolean,
    address: string,
    replaces?: string | null,
  ): Promise<AuthorizeOutcome>
}

export interface AuthorizationOptions {
  /** Origin without a trailing slash: the issuer. */
  readonly accountUrl: string
  readonly clients: ClientResolver
  readonly grants: GrantStore
  readonly revocations: Pick<Revocations, 'announce'>
  readonly codes: CodeStore
  /** Milliseconds since the epoch. */
  readonly clock?: () => number
}

/**
 * Longest age of a sign-in that counts as one for this request. The browser returns from the sign-in page with the same
 * query, which cannot say that it has been there.
 */
const FRESH_SIGN_IN_MS = 60_000
/** Longest age of such a sign-in when the consent page is answered, which people read first. */
const CONSENT_SIGN_IN_MS = 15 * 60_000
/** Number of grants of one client that the consent page offers to replace. */
const REPLACEABLE_LIMIT = 8

/**
 * Creates the authorization endpoint without its pages.
 *
 * ```
 * client ── redirect URI ── the rest of the request ── signed in? ── approved before? ── code
 *    └───────────┴ page           └ error                   └ sign-in       └ consent page
 * ```
 *
 * Anybody may register any redirect URI, so an error alone must not redirect a browser: see `deny`.
 */
export function createAuthorization(options: AuthorizationOptions): Authorization {
  const { accountUrl, clients, codes, grants, revocations, clock = Date.now } = options
  const resourceFault = createResourceCheck(accountUrl)

  interface Checked {
    readonly kind: 'checked'
    readonly redirect: KnownRedirect
    readonly request: AuthorizationRequest
  }

  /** Checks a request. The result is the request, or the outcome for the browser. */
  async function check(
    rawQuery: string,
    signedIn: SignedIn | null,
    address: string,
  ): Promise<Checked | AuthorizeOutcome> {
    const parameters = readQuery(rawQuery)
    if (parameters === null) return { kind: 'refused', code: 'invalid_request', detail: 'The request is too long.' }
    const read = await readRedirect(parameters, clients, address)
    if (!read.ok) return { kind: 'refused', code: read.code, detail: read.detail }
    const redirect = read.value
    const request = readRequest(parameters, resourceFault)
    return request.ok ? { kind: 'checked', redirect, request: request.value } : deny(redirect, request, signedIn)
  }

  function locationOf({ redirectUri, state }: KnownRedirect, answer: Readonly<Record<string, string>>): string {
    return redirectLocation(redirectUri, { ...answer, ...(state === null ? {} : { state }), iss: accountUrl })
  }

  function errorLocation(redirect: KnownRedirect, { code, detail }: ServiceError): string {
    return locationOf(redirect, { error: code, error_description: detail })
  }

  /**
   * Answers with an error that comes before any decision of a person. An address of this host must not redirect to any
   * address that somebody registered (RFC 9700 §4.11.2). A browser is redirected only if this person has approved the client
   * with that very redirect URI. It is never redirected to an application: only the application knows the effect of a link
   * with its private-use scheme.
   */
  async function deny(
    redirect: KnownRedirect,
    error: ServiceError,
    signedIn: SignedIn | null,
  ): Promise<AuthorizeOutcome> {
    const { code, detail } = error
    const location = errorLocation(redirect, error)
    const isTrusted = isHttp(redirect.redirectUri) && (await isApproved(redirect, signedIn))
    return isTrusted
      ? { kind: 'redirect', location }
      : { kind: 'link', location, code, detail, request: toConsentRequest(redirect) }
  }

  async function isApproved({ client, redirectUri }: KnownRedirect, signedIn: SignedIn | null): Promise<boolean> {
    if (signedIn === null) return false
    return grants.isApproved({ userId: signedIn.userId, clientId: client.id, redirectUri, scope: ACCOUNT_SCOPE })
  }

  /** Answers for nobody: there is no sign-in, or it has ended. */
  async function signedOut({ redirect, request }: Omit<Checked, 'kind'>): Promise<AuthorizeOutcome> {
    const { loginHint, prompt } = request
    return prompt.has('none') ? deny(redirect, LOGIN_REQUIRED, null) : { kind: 'sign-in', again: false, loginHint }
  }

  /**
   * Finds the person who decides, or the outcome if nobody is signed in, or not recently enough.
   *
   * @param freshForMs Longest age of a sign-in that counts as fresh.
   */
  async function findPerson({ redirect, request }: Checked, signedIn: SignedIn | null, freshForMs: number) {
    const { loginHint, maxAgeSeconds, prompt } = request
    const silent = prompt.has('none')
    if (signedIn === null) return signedOut({ redirect, request })
    const ageMs = clock() - signedIn.signedInAtMs
    const tooOld = maxAgeSeconds !== null && ageMs > maxAgeSeconds * 1000
    if (silent) return tooOld ? deny(redirect, LOGIN_REQUIRED, signedIn) : ({ kind: 'signed-in', signedIn } as const)
    const again = (prompt.has('login') || tooOld) && ageMs > freshForMs
    return again ? ({ kind: 'sign-in', again, loginHint } as const) : ({ kind: 'signed-in', signedIn } as const)
  }

  /** Creates the grant. */
  async function approve(
    { client, redirectUri }: KnownRedirect,
    { signIn, userAgent = '', userId, validFromMs }: SignedIn,
    from: { readonly address: string; readonly replaces: string | null; readonly asked: boolean },
  ): Promise<Approved> {
    const { address, asked, replaces } = from
    const made = await grants.approve(
      {
        userId,
        clientId: client.id,
        clientName: client.name,
        redirectUri,
        scope: ACCOUNT_SCOPE,
        place: browserPlace(userAgent, address),
        signIn: signIn ?? null,
        replaces,
        validFromMs,
        asked,
      },
      new Date(clock()),
      {
        userId,
        kind: 'grant.approved',
        clientId: client.id,
        objectId: null,
        address,
        detail: {
          name: client.name ?? client.id,
          redirect: redirectTarget(redirectUri),
          ...(asked ? {} : { asked }),
        },
      },
    )
    // The grant has ended in the database. A node that misses the announcement reads it there.
    if (made.outcome === 'approved' && made.ended !== null) {
      await revocations.announce([made.ended]).catch(() => undefined)
    }
    return made
  }

  async function issueCode({ redirect, request }: Checked, grant: Grant): Promise<AuthorizeOutcome> {
    const code = newCode(clock())
    await codes.put(hashSecret(code).toString('base64url'), {
      clientId: grant.clientId,
      userId: grant.userId,
      grantId: grant.id,
      redirectUri: redirect.redirectUri,
      codeChallenge: request.codeChallenge,
      scope: ACCOUNT_SCOPE,
      resource: resourceOf(accountUrl),
    })
    return { kind: 'redirect', location: locationOf(redirect, { code }) }
  }

  /** Approves by an earlier consent. The request gets a grant of its own. Null: the person must be asked. */
  async function approveSilently(
    checked: Checked,
    decider: SignedIn,
    address: string,
  ): Promise<AuthorizeOutcome | null> {
    const { redirect } = checked
    if (!allowsSilentApproval(checked) || !(await isApproved(redirect, decider))) return null
    const made = await approve(redirect, decider, { address, replaces: null, asked: false })
    return made.outcome === 'approved'
      ? issueCode(checked, made.grant)
      : made.outcome === 'signed-out'
        ? signedOut(checked)
        : null
  }

  async function askConsent({ redirect, request }: Checked, { signIn, userId }: SignedIn): Promise<AuthorizeOutcome> {
    const activeGrants = await grants.list(userId)
    const own = activeGrants.filter(({ clientId }) => clientId === redirect.client.id)
    const isHere = (grant: Grant): boolean => signIn !== undefined && grant.signIn === signIn
    const replaceable = {
      grants: [...own.filter(isHere), ...own.filter((grant) => !isHere(grant))].slice(0, REPLACEABLE_LIMIT),
      signIn: signIn ?? null,
      oldest: activeGrants.length < USER_GRANTS_LIMIT ? null : (activeGrants.at(-1) ?? null),
    }
    return { kind: 'consent', request: toConsentRequest(redirect, request.narrowedScopes), replaceable }
  }

  return {
    async begin(rawQuery, signedIn, address) {
      const checked = await check(rawQuery, signedIn, address)
      if (checked.kind !== 'checked') return checked
      const found = await findPerson(checked, signedIn, FRESH_SIGN_IN_MS)
      if (found.kind !== 'signed-in') return found
      const { redirect, request } = checked
      const silent = await approveSilently(checked, found.signedIn, address)
      if (silent !== null) return silent
      if (request.prompt.has('none')) return deny(redirect, CONSENT_REQUIRED, signedIn)
      return askConsent(checked, found.signedIn)
    },

    async decide(rawQuery, signedIn, approved, address, replaces = null) {
      const checked = await check(rawQuery, signedIn, address)
      if (checked.kind !== 'checked') return checked
      const { redirect, request } = checked
      if (request.prompt.has('none')) return deny(redirect, CONSENT_REQUIRED, signedIn)
      const found = await findPerson(checked, signedIn, CONSENT_SIGN_IN_MS)
      if (found.kind !== 'signed-in') return found
      const decider = found.signedIn
      // The person has seen where the answer goes, and has chosen to give it.
      if (!approved) return { kind: 'redirect', location: errorLocation(redirect, ACCESS_DENIED) }
      const made = await approve(redirect, decider, { address, replaces, asked: true })
      if (made.outcome === 'signed-out') return signedOut(checked)
      return made.outcome === 'approved' ? issueCode(checked, made.grant) : askConsent(checked, decider)
    },
  }
}

/**
 * Tells whether an earlier approval may stand for a new one. It may not if the client asks for a page, or if its scopes were
 * narrowed, which the page says. Nor may it if any program on the person's machine could impersonate the client (RFC 8252
 * §8.6): loopback addresses and private-use schemes.
 */
function allowsSilentApproval({
  redirect,
  request,
}: {
  redirect: KnownRedirect
  request: AuthorizationRequest
}): boolean {
  const { redirectUri } = redirect
  const isAsked = request.prompt.has('consent') || request.prompt.has('select_account')
  return !isAsked && request.narrowedScopes.length === 0 && leadsToSite(redirectUri)
}

/** Tells whether a browser opens a redirect URI itself, rather than another application. */
function isHttp(redirectUri: string): boolean {
  return /^https?:/.test(redirectUri)
}

/** Tells whether a redirect URI is a site, rather than a program on the person's own machine. */
function leadsToSite(redirectUri: string): boolean {
  return redirectUri.startsWith('https://') && !isLoopbackRedirect(redirectUri)
}

function toConsentRequest(
  { client, clientHost, redirectUri }: KnownRedirect,
  narrowedScopes: readonly string[] = [],
): ConsentRequest {
  return {
    client,
    clientHost,
    redirectUri,
    redirectHost: redirectTarget(redirectUri),
    redirectsToLoopback: isLoopbackRedirect(redirectUri),
    scope: ACCOUNT_SCOPE,
    narrowedScopes,
  }
}

const LOGIN_REQUIRED = refuse('login_required', 'Nobody is signed in, or not since recently enough.')
const CONSENT_REQUIRED = refuse('consent_required', 'The person has to be asked.')
const ACCESS_DENIED = refuse('access_denied', 'The person refused.')
