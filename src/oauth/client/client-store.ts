/** An application that may ask for access: registered here (RFC 7591), or named by the address of its metadata (CIMD). */
export interface Client {
  /** `cli_…`, or the https URL of its metadata document. */
  readonly id: string
  /** What it calls itself; null where it does not. Written by strangers. */
  readonly name: string | null
  /** Its home page; null where it names none. Written by strangers. */
  readonly uri: string | null
  readonly redirectUris: readonly string[]
}

/** A metadata document that was fetched, checked and is kept for a while. */
export interface KeptDocument {
  readonly client: Client
  readonly expiresAt: Date
}

/** Clients that are remembered. Everything may reject with `Unavailable`. */
export interface ClientStore {
  register(client: Client, at: Date): Promise<void>
  /** A registered client; null when there is none (any more). */
  find(id: string): Promise<Client | null>
  /** Renews the life of a registered client. */
  touch(id: string, at: Date): Promise<void>
  /** Drops registered clients whose last use is older, unless they still have a refresh token that lives; and documents that have expired. */
  dropUnused(before: Date, now: Date): Promise<number>
  /** The kept document of a CIMD client, expired or not. */
  findDocument(url: string): Promise<KeptDocument | null>
  keepDocument(document: KeptDocument): Promise<void>
}
