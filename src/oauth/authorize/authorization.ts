import type { Client } from '../client/client-store.ts'

/** Who sits at the browser. */
export interface SignedIn {
  readonly userId: string
  /** Milliseconds since the epoch; when the password was given: `prompt=login` and `max_age` look at it. */
  readonly signedInAtMs: number
}

/** What the consent page shows. Texts of `client` were written by strangers. */
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

/** What a browser at `/authorize` gets. */
export type AuthorizeOutcome =
  /** The redirect URI cannot be trusted (yet), so nothing is sent there: a page, 400. `code` names the text of the page. */
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly detail: string }
  /** Success or error, with `state` and `iss` (RFC 9207). */
  | { readonly kind: 'redirect'; readonly location: string }
  /** First sign in, or again where `again`; then come back with the same query. */
  | { readonly kind: 'sign-in'; readonly again: boolean; readonly loginHint: string | null }
  | { readonly kind: 'consent'; readonly request: ConsentRequest }

export type RefusalCode =
  | 'invalid_request'
  | 'unknown_client'
  | 'client_unreachable'
  | 'invalid_client_metadata'
  | 'redirect_uri_missing'
  | 'redirect_uri_mismatch'

/** The authorization endpoint without its pages. Everything may reject with `Unavailable`. */
export interface Authorization {
  /** @param rawQuery As it came, without the question mark. */
  begin(rawQuery: string, signedIn: SignedIn | null): Promise<AuthorizeOutcome>
  /** The person's answer on the consent page. The query is checked anew. Approving writes the grant, then the code. */
  decide(rawQuery: string, signedIn: SignedIn | null, approved: boolean, address: string): Promise<AuthorizeOutcome>
}
