import type { BrowserPlace } from '../users/browser-place.ts'

/** Kinds of events, in the form `<noun>.<what happened>`. */
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

/** Names of the details of events. Pages have a word for each. */
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

/** An event to be written in the transaction that it describes. The store adds its id and time. */
export interface NewAuditEvent {
  readonly userId: string
  readonly kind: AuditKind
  /** Client that acted; null for the person's own browser. */
  readonly clientId: string | null
  readonly grantId: string | null
  /** Id of the affected workspace, project or animation. */
  readonly objectId: string | null
  /** Address of the requester; null: not known. */
  readonly address: string | null
  /** A few short values for a reader, such as the name that an object had. They never contain a secret. */
  readonly detail: Readonly<Partial<Record<Detail, string | number | boolean>>>
}

export interface AuditEvent extends NewAuditEvent {
  /** `aud_…`, sortable by time. */
  readonly id: string
  readonly at: Date
  /** Name of the application, if it is known by its grant, which is kept while events name it. Written by strangers. */
  readonly clientName: string | null
  /** Place of the browser that approved the grant; null: there is no grant, or no longer. */
  readonly place: BrowserPlace | null
}

/** The log of events of accounts, readable by their owners. All methods may reject with `Unavailable`. */
export interface AuditLog {
  /** Writes an event without a transaction of its own, such as a sign-in. */
  write(event: NewAuditEvent): Promise<void>
  /**
   * Lists events, newest first.
   *
   * @param options.before Id of the last event of the previous page.
   */
  list(
    userId: string,
    options: { readonly limit: number; readonly before: string | null },
  ): Promise<readonly AuditEvent[]>
  /**
   * Deletes events older than a time. Resolves to their number.
   *
   * @param userId Limits the deletion to this user.
   */
  dropBefore(at: Date, userId?: string): Promise<number>
}
