import type { Principal } from '../principal.ts'
import type { Failure, Result } from '../../shared/result.ts'

/** Everything about a workspace that a list shows. */
export interface Workspace {
  /** `ws_…` */
  readonly id: string
  readonly name: string
  readonly description: string
  /** Counts up with every change; `update` names the one that it changes. */
  readonly version: number
  readonly projectCount: number
  /** ISO 8601. */
  readonly createdAt: string
  readonly updatedAt: string
}

export interface Project {
  /** `prj_…` */
  readonly id: string
  readonly workspaceId: string
  readonly name: string
  readonly description: string
  readonly version: number
  readonly animationCount: number
  readonly createdAt: string
  readonly updatedAt: string
}

export interface Animation {
  /** `anm_…` */
  readonly id: string
  readonly projectId: string
  readonly name: string
  readonly description: string
  readonly version: number
  /** Of the document as it is kept: lower-case hex. */
  readonly sha256: string
  readonly sizeBytes: number
  readonly width: number
  readonly height: number
  /** Frames a second. */
  readonly frameRate: number
  readonly durationMs: number
  readonly createdAt: string
  readonly updatedAt: string
}

/** What a record says of its document. */
export type LottieFacts = Pick<
  Animation,
  'sha256' | 'sizeBytes' | 'width' | 'height' | 'frameRate' | 'durationMs'
>

export interface LottieDocument {
  /** Compact JSON, each member once. */
  readonly text: string
  readonly facts: LottieFacts
}

/** A document that was read in another thread. A class, so that nothing that a client sends can be one. */
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

/** Why something was not done; its text helps a model to mend its call. Nothing has changed then. */
export type Fault =
  /** Missing, or of another account: nobody can tell which. */
  | Failure<'not_found' | 'invalid_document' | 'limit_reached' | 'invalid_cursor'>
  | (Failure<'stale_version'> & { readonly currentVersion: number })
  /** What would be deleted holds this much. */
  | (Failure<'not_empty'> & { readonly projects: number; readonly animations: number })

/** What the content of an account answers. */
export type ContentResult<T> = Result<T, Fault>

export interface Page<T> {
  readonly items: readonly T[]
  /** Opaque; null: this is the last page. */
  readonly nextCursor: string | null
}

export interface PageRequest {
  /** 1 to 100. */
  readonly limit: number
  readonly cursor: string | null
}

/** How much a workspace or a project holds. */
export interface Contained {
  readonly projects: number
  readonly animations: number
}

/** What may be deleted along with what holds it: nothing, so much at most, or everything. */
export type Along = false | Contained | true

/** Members that are absent stay as they are. */
export interface Changes {
  readonly expectedVersion: number
  readonly name?: string
  readonly description?: string
}

/**
 * Workspaces ⊃ projects ⊃ animations of one account. Each write is one transaction with its line in the audit log; every
 * method answers only for objects of `who.userId`. Text lengths are the caller's business (schemas); counts and sizes are
 * bounded here. Lists go from the newest to the oldest by the time of making, which nothing changes, so that their cursors
 * hold whatever comes and goes. Moving an object to where it is, and an update without changes, succeed and change nothing.
 * Everything may reject with `Unavailable`.
 */
export interface AccountContent {
  listWorkspaces(who: Principal, page: PageRequest): Promise<ContentResult<Page<Workspace>>>
  getWorkspace(who: Principal, id: string): Promise<ContentResult<Workspace>>
  createWorkspace(who: Principal, input: { readonly name: string; readonly description: string }): Promise<ContentResult<Workspace>>
  updateWorkspace(who: Principal, id: string, changes: Changes): Promise<ContentResult<Workspace>>
  /** `not_empty` where it holds more than may go with it. Counted and deleted in one transaction. */
  deleteWorkspace(who: Principal, id: string, along: Along): Promise<ContentResult<Contained>>

  listProjects(who: Principal, workspaceId: string | null, page: PageRequest): Promise<ContentResult<Page<Project>>>
  getProject(who: Principal, id: string): Promise<ContentResult<Project>>
  createProject(who: Principal, input: { readonly workspaceId: string; readonly name: string; readonly description: string }): Promise<ContentResult<Project>>
  updateProject(who: Principal, id: string, changes: Changes): Promise<ContentResult<Project>>
  deleteProject(who: Principal, id: string, along: Along): Promise<ContentResult<{ readonly animations: number }>>
  moveProject(who: Principal, id: string, toWorkspaceId: string, expectedVersion: number): Promise<ContentResult<Project>>

  listAnimations(who: Principal, projectId: string | null, page: PageRequest): Promise<ContentResult<Page<Animation>>>
  getAnimation(who: Principal, id: string): Promise<ContentResult<Animation>>
  /** JSON text of the Lottie document. */
  getDocument(who: Principal, id: string): Promise<ContentResult<{ readonly animation: Animation; readonly document: string }>>
  createAnimation(
    who: Principal,
    /** @param document JSON text of a Lottie document, checked here, or one that was read. */
    input: { readonly projectId: string; readonly name: string; readonly description: string; readonly document: string | ReadDocument },
  ): Promise<ContentResult<Animation>>
  updateAnimation(who: Principal, id: string, changes: Changes & { readonly document?: string | ReadDocument }): Promise<ContentResult<Animation>>
  deleteAnimation(who: Principal, id: string): Promise<ContentResult<null>>
  moveAnimation(who: Principal, id: string, toProjectId: string, expectedVersion: number): Promise<ContentResult<Animation>>
  duplicateAnimation(who: Principal, id: string, input: { readonly name: string | null; readonly toProjectId: string | null }): Promise<ContentResult<Animation>>

  /**
   * Objects that hold each word of the query in their name or description, in whatever case: those with all words in the
   * name first, then the newest. Of the query 200 characters and 10 words are looked at; without words nothing is found.
   */
  search(who: Principal, query: string, page: PageRequest): Promise<ContentResult<Page<AccountObject>>>
}

/** An object that was made, changed, moved or deleted, for those who listen. */
export interface ContentChange {
  readonly userId: string
  /** The object and what it lies in: an animation's project and workspace too; after a move those of before as well. */
  readonly objectIds: readonly string[]
  /** Whether there are other objects now than before: one was made, moved or deleted. */
  readonly listChanged: boolean
}
