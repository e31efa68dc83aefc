/** The account that a request acts for, according to its access token. */
export interface Principal {
  readonly userId: string
  /** The user's grant to the client. Revocation, sessions and limits apply to it. */
  readonly grantId: string
  readonly clientId: string
  /** Hash of the address that admitted a write of a document. The write ends it, and fails where it has ended. */
  readonly documentAddress?: Uint8Array
}
