/** For whom a request of the account host acts, as its access token says. */
export interface Principal {
  readonly userId: string
  /** What the user granted the client: revocation, sessions and limits go by it. */
  readonly grantId: string
  readonly clientId: string
}
