import type { Desk } from './desk.ts'

/** Nobody listens at this address. The desk reads from the browser where it would be sent. */
const REDIRECT_URI = 'http://127.0.0.1:8977/callback'

/**
 * What applications that use a library write for it: it keeps what the library gets, and sends the person to the browser. All
 * libraries of the matrix take this form, which is that of the SDK.
 */
export class Keeper {
  readonly redirectUrl = REDIRECT_URI
  readonly clientMetadata = {
    client_name: 'Matrix',
    redirect_uris: [REDIRECT_URI],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
  /** What came back with the person's last approval. */
  callback: Promise<URLSearchParams> | null = null
  readonly #desk: Desk
  #client: any
  #tokens: any
  #verifier = ''

  constructor(desk: Desk) {
    this.#desk = desk
  }

  clientInformation(): any {
    return this.#client
  }
  saveClientInformation(client: any): void {
    this.#client = client
  }
  tokens(): any {
    return this.#tokens
  }
  saveTokens(tokens: any): void {
    this.#tokens = tokens
  }
  codeVerifier(): string {
    return this.#verifier
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }
  redirectToAuthorization(url: URL): void {
    this.callback = this.#desk.open(url).then(({ searchParams }) => searchParams)
  }
}
