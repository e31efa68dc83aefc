/** The account that a request acts for, according to its access token. */
export interface Principal {
  readonly userId: string
  /** The user's grant to the client. Revocation, sessions and limits apply to it. */
  readonly grantId: string
  readonly clientId: string
}
