import type { Principal } from '../principal.ts'
import type { ContentResult } from './account-content.ts'

export const ADDRESS_LIFETIME_SECONDS = 300
/** Addresses of one grant that have not expired and were not used. */
export const GRANT_ADDRESS_LIMIT = 256

/** What the holder of an address may do, once or for its five minutes. */
export type DocumentUse =
  /** Reads the document of an animation in this version, as often as it likes. */
  | { readonly kind: 'read'; readonly id: string; readonly version: number }
  /** Replaces the document of an animation in this version. */
  | { readonly kind: 'update'; readonly id: string; readonly version: number }
  | { readonly kind: 'create'; readonly projectId: string; readonly name: string; readonly description: string }

/** An address that was found by its hash, and whom its grant admits. */
export interface DocumentAddress {
  readonly who: Principal
  readonly use: DocumentUse
}

/**
 * Addresses under which a document is read or written without the conversation of a model. They are stored by the SHA-256
 * of their tokens. One ends after `ADDRESS_LIFETIME_SECONDS`, with its grant, and with the write that it admits: see
 * `Principal.documentAddress`. All methods may reject with `Unavailable`.
 */
export interface DocumentAddresses {
  /** Opens an address for the grant. @returns the time at which it ends, in ISO 8601 */
  open(who: Principal, hash: Uint8Array, use: DocumentUse): Promise<ContentResult<string>>
  /** Finds an address; null: it does not exist, or no longer. */
  find(hash: Uint8Array): Promise<DocumentAddress | null>
  /** Deletes those that have expired. @returns their number */
  dropExpired(): Promise<number>
}
