import type { Principal } from '../principal.ts'
import type { Failure, Result } from '../../shared/result.ts'

/** What every object has. */
interface ContentObject {
  /** `ws_…`, `prj_…` or `anm_…` */
  readonly id: string
  readonly name: string
  readonly description: string
  /** Version, which every change increments. `update` names the version that it changes. */
  readonly version: number
  /** Time in ISO 8601. */
  readonly createdAt: string
  readonly updatedAt: string
}

/** A workspace, with everything that a list shows. */
export interface Workspace extends ContentObject {
  readonly projectCount: number
}

export interface Project extends ContentObject {
  readonly workspaceId: string
  readonly animationCount: number
}

export interface Animation extends ContentObject {
  readonly projectId: string
  /** Hash of the stored document in lower-case hex. */
  readonly sha256: string
  readonly sizeBytes: number
  readonly width: number
  readonly height: number
  /** Frames per second. */
  readonly frameRate: number
  readonly durationMs: number
}

/** Properties of a document that its record shows. */
export type LottieFacts = Pick<
  Animation,
  'sha256' | 'sizeBytes' | 'width' | 'height' | 'frameRate' | 'durationMs'
>

export interface LottieDocument {
  /** Compact JSON in which each member occurs once. */
  readonly text: string
  readonly facts: LottieFacts
}

/** A document that was read in another thread. It is a class, so that no client's input can be one. */
export class ReadDocument {
  readonly result: ContentResult<LottieDocument>

  constructor(result: ContentResult<LottieDocument>) {
    this.result = result
  }
}

export type AccountObject =
  | ({ readonly kind: 'workspace' } & Workspace)
  | ({ readonly kind: 'project' } & Project)
  | ({ readonly kind: 'animation' } & Animation)

/** The reason why nothing was changed. Its text helps a model to correct its call. */
export type Fault =
  /**
   * `not_found`: the object is missing, or of another account; the two look alike. `revoked`: the grant of a write has ended.
   */
  | Failure<'not_found' | 'revoked' | 'invalid_document' | 'limit_reached' | 'invalid_cursor'>
  | (Failure<'stale_version'> & { readonly currentVersion: number })
  /** The object to delete holds this much. */
  | (Failure<'not_empty'> & { readonly projects: number; readonly animations: number })

/** Result of an operation on the content of an account. */
export type ContentResult<T> = Result<T, Fault>

export interface Page<T> {
  readonly items: readonly T[]
  /** Opaque cursor of the next page; null: this is the last. */
  readonly nextCursor: string | null
}

export interface PageRequest {
  /** Number of items, 1 to 100. */
  readonly limit: number
  readonly cursor: string | null
}

/** Numbers of the objects in a workspace or a project. */
export interface Contained {
  readonly projects: number
  readonly animations: number
}

/** Contents that may be deleted with their holder: none, at most these numbers, or all. */
export type Along = false | Contained | true

/** Changes to an object. Absent members stay unchanged. */
export interface Changes {
  readonly expectedVersion: number
  readonly name?: string
  readonly description?: string
}

/**
 * Stores the workspaces of an account, with their projects and the animations in those. Each write is one transaction with
 * its line in the audit log. Every method handles only objects of `who.userId`. Callers limit the lengths of texts by
 * schemas; numbers and sizes are limited here.
 *
 * Lists are sorted from newest to oldest by the time of creation. That never changes, so cursors stay valid while objects
 * come and go. Moving an object to its present place, and an update without changes, succeed and change nothing. All
 * methods may reject with `Unavailable`.
 */
export interface AccountContent {
  listWorkspaces(who: Principal, page: PageRequest): Promise<ContentResult<Page<Workspace>>>
  getWorkspace(who: Principal, id: string): Promise<ContentResult<Workspace>>
  createWorkspace(who: Principal, input: { readonly name: string; readonly description: string }): Promise<ContentResult<Workspace>>
  updateWorkspace(who: Principal, id: string, changes: Changes): Promise<ContentResult<Workspace>>
  /** Deletes a workspace. `not_empty`: it holds more than `along` permits. Counting and deleting are one transaction. */
  deleteWorkspace(who: Principal, id: string, along: Along): Promise<ContentResult<Contained>>

  listProjects(who: Principal, workspaceId: string | null, page: PageRequest): Promise<ContentResult<Page<Project>>>
  getProject(who: Principal, id: string): Promise<ContentResult<Project>>
  createProject(who: Principal, input: { readonly workspaceId: string; readonly name: string; readonly description: string }): Promise<ContentResult<Project>>
  updateProject(who: Principal, id: string, changes: Changes): Promise<ContentResult<Project>>
  deleteProject(who: Principal, id: string, along: Along): Promise<ContentResult<{ readonly animations: number }>>
  moveProject(who: Principal, id: string, toWorkspaceId: string, expectedVersion: number): Promise<ContentResult<Project>>

  listAnimations(who: Principal, projectId: string | null, page: PageRequest): Promise<ContentResult<Page<Animation>>>
  getAnimation(who: Principal, id: string): Promise<ContentResult<Animation>>
  /** Gives an animation with the JSON text of its Lottie document. */
  getDocument(who: Principal, id: string): Promise<ContentResult<{ readonly animation: Animation; readonly document: string }>>
  createAnimation(
    who: Principal,
    /** `document` is JSON text of a Lottie document, checked here, or a document that was read. */
    input: { readonly projectId: string; readonly name: string; readonly description: string; readonly document: string | ReadDocument },
  ): Promise<ContentResult<Animation>>
  updateAnimation(who: Principal, id: string, changes: Changes & { readonly document?: string | ReadDocument }): Promise<ContentResult<Animation>>
  deleteAnimation(who: Principal, id: string): Promise<ContentResult<null>>
  moveAnimation(who: Principal, id: string, toProjectId: string, expectedVersion: number): Promise<ContentResult<Animation>>
  duplicateAnimation(who: Principal, id: string, input: { readonly name: string | null; readonly toProjectId: string | null }): Promise<ContentResult<Animation>>

  /**
   * Finds objects whose name or description contains each word of the query, in any case. Those with all words in the name
   * come first, then the newest. Only 200 characters and 10 words of the query count. A query without words finds nothing.
   */
  search(who: Principal, query: string, page: PageRequest): Promise<ContentResult<Page<AccountObject>>>
}

/** A change to publish: an object that was created, changed, moved or deleted. */
export interface ContentChange {
  readonly userId: string
  /** Ids of the object and its holders: an animation's project and workspace too; after a move also the previous ones. */
  readonly objectIds: readonly string[]
  /** Whether the set of objects has changed: one was created, moved or deleted. */
  readonly listChanged: boolean
  /** Whether what the object held may be gone with it. */
  readonly withContents: boolean
}
