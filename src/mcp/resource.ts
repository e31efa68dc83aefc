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

/** The resources of one endpoint. */
export interface ResourceSource {
  /** Changes when `list` does; the dispatcher keeps the list's bytes until then. */
  readonly version: () => number
  readonly list: () => readonly Resource[]
  readonly templates: readonly ResourceTemplate[]
  /** Null: there is no such resource. */
  readonly read: (uri: string) => readonly ResourceContents[] | null | Promise<readonly ResourceContents[] | null>
}
