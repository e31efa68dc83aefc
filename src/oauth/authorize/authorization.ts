import { browserPlace } from '../../account/users/browser-place.ts'
import type { ServiceError } from '../../http/route/service-error.ts'
import { createResourceCheck, resourceOf } from '../checks/resolve-resource.ts'
import { isLoopbackRedirect, redirectTarget } from '../checks/validate-redirect-uri.ts'
import type { ClientResolver } from '../client/client-resolver.ts'
import type { Client } from '../client/client-store.ts'
import type { CodeStore } from '../code/code-store.ts'
import { USER_GRANTS_LIMIT } from '../grant/grant-store.ts'
import type { Grant, GrantStore } from '../grant/grant-store.ts'
import type { Revocations } from '../grant/revocations.ts'
import { refuse } from '../refusals.ts'
import { hashSecret, newCode } from '../secrets.ts'
import { ACCOUNT_SCOPE } from '../token/access-tokens.ts'
import { readQuery, readRedirect, readRequest } from './read-request.ts'
import type { AuthorizationRequest, RefusalCode, KnownRedirect } from './read-request.ts'
import { redirectLocation } from './redirect-location.ts'

/** Who sits at the browser. */
export interface SignedIn {
  readonly userId: string
  /** Milliseconds since the epoch; when the password was given: `prompt=login` and `max_age` look at it. */
  readonly signedInAtMs: number
  /** Names this sign-in of the browser to whoever sees grants of the person. */
  readonly signIn?: string
  /** As the browser sent it. */
  readonly userAgent?: string
}

/** What pages show of who asks, and where the answer goes. Texts of `client` were written by strangers. */
export interface ConsentRequest {
  readonly client: Client
  /** Host of the client's metadata address; null for a registered client. Checked: this is who asks. */
  readonly clientHost: string | null
  readonly redirectUri: string
  /** Host to which the browser goes afterwards, or the scheme of an application. */
  readonly redirectHost: string
  /** Whether that is this person's own machine. */
  readonly redirectsToLoopback: boolean
  readonly scope: string
}

/** What the person may have the new grant take the place of. */
export interface Replaceable {
  /** Grants of the same client; those that were approved in this sign-in of the browser come first. */
  readonly grants: readonly Grant[]
  /** Name of this sign-in, as grants have it. */
  readonly signIn: string | null
  /** Where the person has as many grants as there may be: the one that was used least lately, of whatever client. Something has to go. */
  readonly oldest: Grant | null
}

/** What a browser at `/authorize` gets. */
export type AuthorizeOutcome =
  /** The redirect URI cannot be trusted (yet), so nothing is sent there: a page, 400. `code` names the text of the page. */
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly detail: string }
  /** Success or error, with `state` and `iss` (RFC 9207). */
  | { readonly kind: 'redirect'; readonly location: string }
  /** An error, where the person has not vouched for the redirect URI: a page with a link that leads there, never a redirect. */
  | {
      readonly kind: 'link'
      readonly location: string
      readonly code: string
      readonly detail: string
      readonly request: ConsentRequest
    }
  /** First sign in, or again where `again`; then come back with the same query. */
  | { readonly kind: 'sign-in'; readonly again: boolean; readonly loginHint: string | null }
  | { readonly kind: 'consent'; readonly request: ConsentRequest; readonly replaceable: Replaceable }

export type { RefusalCode } from './read-request.ts'

/** The authorization endpoint without its pages. Everything may reject with `Unavailable`. */
export interface Authorization {
  /**
   * @param rawQuery As it came, without the question mark.
   * @param address Of the browser: how often it may have client documents fetched is limited.
   */
  begin(rawQuery: string, signedIn: SignedIn | null, address: string): Promise<AuthorizeOutcome>
  /**
   * The person's answer on the consent page. The query is checked anew. Approving writes the grant, then the code.
   *
   * @param replaces Id of a grant of the person that ends with the approval: they named it.
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
 * How long ago a sign-in may be to count as one for this request: the browser comes back from the sign-in page with the same
 * query, which cannot say that it has been there.
 */
const FRESH_SIGN_IN_MS = 60_000
/** The same at the consent page, which people read first. */
const CONSENT_MS = 15 * 60_000
/** A client that has so many grants of a person asks anew: what nobody is asked about must not fill their list. */
const UNASKED_GRANTS_LIMIT = 8
/** Grants of one client that the consent page offers to replace. */
const REPLACEABLE_LIMIT = 8

/**
 * ```
 * client ── redirect URI ── the rest of the request ── signed in? ── approved before? ── code
 *    └───────────┴ page           └ error                   └ sign-in       └ consent page
 * ```
 *
 * Anybody may register any redirect URI, so an error alone must not move a browser: see `deny`.
 */
export function createAuthorization(options: AuthorizationOptions): Authorization {
  const { accountUrl, clients, codes, grants, revocations, clock = Date.now } = options
  const resourceFault = createResourceCheck(accountUrl)

  interface Checked {
    readonly kind: 'checked'
    readonly redirect: KnownRedirect
    readonly request: AuthorizationRequest
  }

  /** The checked request, or what the browser gets instead. */
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

  /**
   * RFC 9700 §4.11.2: an address of this host must not lead to any address that somebody registered. A browser goes on by itself
   * only where this person has approved the client with that very redirect URI, and never into an application: what a link of a
   * private-use scheme does there, only the application knows.
   */
  async function deny(
    redirect: KnownRedirect,
    { code, detail }: ServiceError,
    signedIn: SignedIn | null,
  ): Promise<AuthorizeOutcome> {
    const location = locationOf(redirect, { error: code, error_description: detail })
    const isTrusted = isHttp(redirect.redirectUri) && (await isApproved(redirect, signedIn))
    return isTrusted
      ? { kind: 'redirect', location }
      : { kind: 'link', location, code, detail, request: toConsentRequest(redirect) }
  }

  async function isApproved({ client, redirectUri }: KnownRedirect, signedIn: SignedIn | null): Promise<boolean> {
    if (signedIn === null) return false
    return grants.isApproved({ userId: signedIn.userId, clientId: client.id, redirectUri, scope: ACCOUNT_SCOPE })
  }

  /** Who decides; or that nobody is here, or not since recently enough. @param patienceMs How long a sign-in stays fresh. */
  async function person({ redirect, request }: Checked, signedIn: SignedIn | null, patienceMs: number) {
    const { loginHint, maxAgeSeconds, prompt } = request
    const silent = prompt.has('none')
    if (signedIn === null) {
      return silent ? deny(redirect, LOGIN_REQUIRED, null) : ({ kind: 'sign-in', again: false, loginHint } as const)
    }
    const ageMs = clock() - signedIn.signedInAtMs
    const tooOld = maxAgeSeconds !== null && ageMs > maxAgeSeconds * 1000
    if (silent) return tooOld ? deny(redirect, LOGIN_REQUIRED, signedIn) : ({ kind: 'signed-in', signedIn } as const)
    const again = (prompt.has('login') || tooOld) && ageMs > patienceMs
    return again ? ({ kind: 'sign-in', again, loginHint } as const) : ({ kind: 'signed-in', signedIn } as const)
  }

  /** Makes the grant. Null: the person has as many as there may be. */
  async function approve(
    { client, redirectUri }: KnownRedirect,
    { signIn, userAgent = '', userId }: SignedIn,
    from: { readonly address: string; readonly replaces: string | null; readonly asked: boolean },
  ): Promise<Grant | null> {
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
    if (made.outcome === 'full') return null
    // It is over in the database; a node that could not be told reads it there.
    if (made.ended !== null) await revocations.announce([made.ended]).catch(() => undefined)
    return made.grant
  }

  async function giveCode({ redirect, request }: Checked, grant: Grant): Promise<AuthorizeOutcome> {
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

  /** The consent that was given before stands for this request too, which gets a grant of its own. Null: the person is asked. */
  async function goUnasked(checked: Checked, decider: SignedIn, address: string): Promise<AuthorizeOutcome | null> {
    const { redirect } = checked
    if (!mayGoUnasked(checked) || !(await isApproved(redirect, decider))) return null
    const standing = (await grants.list(decider.userId)).filter(({ clientId }) => clientId === redirect.client.id)
    if (standing.length >= UNASKED_GRANTS_LIMIT) return null
    const grant = await approve(redirect, decider, { address, replaces: null, asked: false })
    return grant === null ? null : giveCode(checked, grant)
  }

  async function askConsent(redirect: KnownRedirect, { signIn, userId }: SignedIn): Promise<AuthorizeOutcome> {
    const standing = await grants.list(userId)
    const own = standing.filter(({ clientId }) => clientId === redirect.client.id)
    const isHere = (grant: Grant): boolean => signIn !== undefined && grant.signIn === signIn
    const replaceable = {
      grants: [...own.filter(isHere), ...own.filter((grant) => !isHere(grant))].slice(0, REPLACEABLE_LIMIT),
      signIn: signIn ?? null,
      oldest: standing.length < USER_GRANTS_LIMIT ? null : (standing.at(-1) ?? null),
    }
    return { kind: 'consent', request: toConsentRequest(redirect), replaceable }
  }

  return {
    async begin(rawQuery, signedIn, address) {
      const checked = await check(rawQuery, signedIn, address)
      if (checked.kind !== 'checked') return checked
      const found = await person(checked, signedIn, FRESH_SIGN_IN_MS)
      if (found.kind !== 'signed-in') return found
      const { redirect, request } = checked
      const unasked = await goUnasked(checked, found.signedIn, address)
      if (unasked !== null) return unasked
      if (request.prompt.has('none')) return deny(redirect, CONSENT_REQUIRED, signedIn)
      return askConsent(redirect, found.signedIn)
    },

    async decide(rawQuery, signedIn, approved, address, replaces = null) {
      const checked = await check(rawQuery, signedIn, address)
      if (checked.kind !== 'checked') return checked
      const { redirect, request } = checked
      if (request.prompt.has('none')) return deny(redirect, CONSENT_REQUIRED, signedIn)
      const found = await person(checked, signedIn, CONSENT_MS)
      if (found.kind !== 'signed-in') return found
      const decider = found.signedIn
      if (!approved) return deny(redirect, ACCESS_DENIED, decider)
      const grant = await approve(redirect, decider, { address, replaces, asked: true })
      return grant === null ? askConsent(redirect, decider) : giveCode(checked, grant)
    },
  }
}

/**
 * Whether an earlier approval may stand for a new one: not where the client asks for a page, and not where any program on the
 * person's machine could have taken the client's place (RFC 8252 §8.6): loopback addresses and private-use schemes.
 */
function mayGoUnasked({ redirect, request }: { redirect: KnownRedirect; request: AuthorizationRequest }): boolean {
  const { redirectUri } = redirect
  const isAsked = request.prompt.has('consent') || request.prompt.has('select_account')
  return !isAsked && leadsToSite(redirectUri)
}

/** Whether a redirect URI is one that a browser opens by itself, rather than a link into another application. */
function isHttp(redirectUri: string): boolean {
  return /^https?:/.test(redirectUri)
}

/** Whether a redirect URI is a site, rather than a program on the person's own machine. */
function leadsToSite(redirectUri: string): boolean {
  return redirectUri.startsWith('https://') && !isLoopbackRedirect(redirectUri)
}

function toConsentRequest({ client, clientHost, redirectUri }: KnownRedirect): ConsentRequest {
  return {
    client,
    clientHost,
    redirectUri,
    redirectHost: redirectTarget(redirectUri),
    redirectsToLoopback: isLoopbackRedirect(redirectUri),
    scope: ACCOUNT_SCOPE,
  }
}

const LOGIN_REQUIRED = refuse('login_required', 'Nobody is signed in, or not since recently enough.')
const CONSENT_REQUIRED = refuse('consent_required', 'The person has to be asked.')
const ACCESS_DENIED = refuse('access_denied', 'The person refused.')
