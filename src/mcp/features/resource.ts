import type { CallContext } from './tool.ts'

interface Described {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly mimeType?: string
}

/** One resource of `resources/list`. */
export interface Resource extends Described {
  readonly uri: string
  readonly size?: number
}

/** One entry of `resources/templates/list` (RFC 6570, level 1). */
export interface ResourceTemplate extends Described {
  readonly uriTemplate: string
}

export type ResourceContents =
  | { readonly uri: string; readonly mimeType?: string; readonly text: string }
  | { readonly uri: string; readonly mimeType?: string; readonly blob: string }

/** The client that asks for resources. */
export type ResourceAsker = Pick<CallContext, 'principal' | 'subject'>

export interface ResourcePage {
  readonly resources: readonly Resource[]
  /** Cursor of the next page; null: this is the last. */
  readonly nextCursor: string | null
}

type Read<Arguments extends readonly unknown[]> = (
  ...asked: Arguments
) => readonly ResourceContents[] | null | Promise<readonly ResourceContents[] | null>

/** Resources that are the same for all clients. */
export interface SharedResources {
  readonly templates: readonly ResourceTemplate[]
  /** Version of `list`. The dispatcher caches the bytes of the list until it changes. */
  readonly version: () => number
  readonly list: () => readonly Resource[]
  readonly page?: undefined
  /** Whether resources change while they are served. */
  readonly changes?: boolean
  /** Reads a resource; null: it does not exist. */
  readonly read: Read<[uri: string]>
}

/** Resources that depend on the client. They are not cached here, and clients are told not to cache them. */
export interface OwnResources {
  readonly templates: readonly ResourceTemplate[]
  /**
   * Lists one page; null: the list did not issue the cursor.
   *
   * @param cursor Value of the client; undefined for the first page.
   */
  readonly page: (cursor: unknown, asker: ResourceAsker) => Promise<ResourcePage | null>
  readonly changes?: boolean
  /** Reads a resource; null: it does not exist for the asker. */
  readonly read: Read<[uri: string, asker: ResourceAsker]>
}

/** The resources of one endpoint. Both kinds may reject with `Unavailable`. */
export type ResourceSource = SharedResources | OwnResources
