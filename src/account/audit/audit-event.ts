import type { BrowserPlace } from '../users/browser-place.ts'

/** What is written down, as `<noun>.<what happened>`. */
export type AuditKind =
  | 'account.created'
  | 'account.deleted'
  | 'account.password_changed'
  | 'session.signed_in'
  | 'session.sign_in_failed'
  | 'session.signed_out'
  | 'grant.approved'
  | 'grant.revoked'
  | 'grant.refresh_reused'
  | 'grant.code_reused'
  | 'workspace.created'
  | 'workspace.updated'
  | 'workspace.deleted'
  | 'project.created'
  | 'project.updated'
  | 'project.moved'
  | 'project.deleted'
  | 'animation.created'
  | 'animation.updated'
  | 'animation.moved'
  | 'animation.duplicated'
  | 'animation.deleted'

/** Names of what events say beside their kind. Pages have a word for each. */
export const DETAILS = [
  'name',
  'client',
  'redirect',
  'asked',
  'reason',
  'by',
  'document',
  'from',
  'to',
  'of',
  'projects',
  'animations',
] as const
export type Detail = (typeof DETAILS)[number]

/** An event to be written down in the transaction of what it tells of; the store adds its id and time. */
export interface NewAuditEvent {
  readonly userId: string
  readonly kind: AuditKind
  /** By which client; null for the person's own browser. */
  readonly clientId: string | null
  readonly grantId: string | null
  /** What it was done to: id of a workspace, project, animation. */
  readonly objectId: string | null
  /** Address of who asked; null where it is not known. */
  readonly address: string | null
  /** A few short values for a reader, such as the name that an object had. Never a secret. */
  readonly detail: Readonly<Partial<Record<Detail, string | number | boolean>>>
}

export interface AuditEvent extends NewAuditEvent {
  /** `aud_…`, sortable by time. */
  readonly id: string
  readonly at: Date
  /** Name of the application, as far as it is known: by its grant, which is kept for as long as events name it. Written by strangers. */
  readonly clientName: string | null
  /** Where the browser was that approved the grant; null where there is none, or none any more. */
  readonly place: BrowserPlace | null
}

/** What happened in an account, readable by its owner. Everything may reject with `Unavailable`. */
export interface AuditLog {
  /** For what has no transaction of its own, such as sign-ins. */
  write(event: NewAuditEvent): Promise<void>
  /** The newest first. @param before Id of the event that ended the page before. */
  list(
    userId: string,
    options: { readonly limit: number; readonly before: string | null },
  ): Promise<readonly AuditEvent[]>
  /** Deletes events older than that; answers how many. @param userId Of this user only. */
  dropBefore(at: Date, userId?: string): Promise<number>
}
