import type { JWK } from 'jose'

export type AuthenticationMethod = 'none' | 'private_key_jwt'

/** The ways in which a client authenticates itself at the endpoints for programs. */
export interface ClientAuthentication {
  /** Methods of the client, at least one. */
  readonly methods: readonly AuthenticationMethod[]
  /** Algorithms that its assertions may have; empty without `private_key_jwt`. */
  readonly algorithms: readonly string[]
  /** Address of its public keys; null: `keys` has them. */
  readonly keysUrl: string | null
  readonly keys: readonly JWK[]
}

/** Clients that registered here have nothing to authenticate themselves with. */
export const PUBLIC_CLIENT: ClientAuthentication = { methods: ['none'], algorithms: [], keysUrl: null, keys: [] }

/**
 * An application that may ask for access. It registered here (RFC 7591), or is named by the address of its metadata (CIMD).
 */
export interface Client {
  /** `cli_…`, or the https URL of its metadata document. */
  readonly id: string
  /** Name that the client gives itself, or null. Written by strangers. */
  readonly name: string | null
  /** Home page of the client, or null. Written by strangers. */
  readonly uri: string | null
  readonly redirectUris: readonly string[]
  readonly authentication: ClientAuthentication
}

/** A metadata document that was fetched and checked, and is cached. */
export interface KeptDocument {
  readonly client: Client
  readonly expiresAt: Date
}

/** Stored clients. All methods may reject with `Unavailable`. */
export interface ClientStore {
  register(client: Client, at: Date): Promise<void>
  /** Finds a registered client; null: it does not exist, or no longer. */
  find(id: string): Promise<Client | null>
  /** Records a use of a registered client, which extends its life. */
  touch(id: string, at: Date): Promise<void>
  /**
   * Drops registered clients whose last use is older, unless they still have a valid refresh token. Also drops expired
   * documents.
   */
  dropUnused(before: Date, now: Date): Promise<number>
  /** Finds the cached document of a CIMD client, expired or not. */
  findDocument(url: string): Promise<KeptDocument | null>
  keepDocument(document: KeptDocument): Promise<void>
}
