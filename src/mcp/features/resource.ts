import type { CallContext } from './tool.ts'

/** One resource of `resources/list`. */
export interface Resource {
  readonly uri: string
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly mimeType?: string
  readonly size?: number
}

/** One entry of `resources/templates/list` (RFC 6570, level 1). */
export interface ResourceTemplate {
  readonly uriTemplate: string
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly mimeType?: string
}

export type ResourceContents =
  | { readonly uri: string; readonly mimeType?: string; readonly text: string }
  | { readonly uri: string; readonly mimeType?: string; readonly blob: string }

/** Who asks for resources. */
export type ResourceAsker = Pick<CallContext, 'principal' | 'subject'>

export interface ResourcePage {
  readonly resources: readonly Resource[]
  /** Null: this is the last page. */
  readonly nextCursor: string | null
}

type Read<Arguments extends readonly unknown[]> = (
  ...asked: Arguments
) => readonly ResourceContents[] | null | Promise<readonly ResourceContents[] | null>

/** Resources that are the same for everyone. */
export interface SharedResources {
  readonly templates: readonly ResourceTemplate[]
  /** Changes when `list` does; the dispatcher keeps the list's bytes until then. */
  readonly version: () => number
  readonly list: () => readonly Resource[]
  readonly page?: undefined
  /** Null: there is no such resource. */
  readonly read: Read<[uri: string]>
}

/** Resources that depend on who asks. Nothing of them is kept here, and clients are told to ask again each time. */
export interface OwnResources {
  readonly templates: readonly ResourceTemplate[]
  /** @param cursor Undefined for the first page; else what the client sent. Null: it is no cursor of this list. */
  readonly page: (cursor: unknown, asker: ResourceAsker) => Promise<ResourcePage | null>
  /** Null: there is no such resource for the asker. */
  readonly read: Read<[uri: string, asker: ResourceAsker]>
}

/** The resources of one endpoint. Both kinds may reject with `Unavailable`. */
export type ResourceSource = SharedResources | OwnResources
