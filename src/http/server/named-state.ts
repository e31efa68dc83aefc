import type { Reply } from '../route/reply.ts'
import type { ServiceError } from '../route/service-error.ts'
import type { Route } from '../route/route.ts'
import { CONTENT_FIELD } from '../cache/representation.ts'

/** States of the content that a request may name by the field `Signpost-Generation`. */
export interface NamedStates {
  /**
   * Routes that answer a request with this value of the field, or why it is not answered. The same state has the same routes each
   * time, so that they are made ready once.
   */
  find(name: string): readonly Route[] | ServiceError
}

/** The field in the form in which uWebSockets.js looks for it. */
export const STATE_FIELD = CONTENT_FIELD.toLowerCase()

/** Makes a reply one for those who named its state: no cache keeps it, since others name other ones. */
export function asNamed(reply: Reply): Reply {
  const named: Reply = { ...reply, cacheControl: 'private, no-store' }
  // A reply that is made of content varies by the field anyway.
  if (reply.content !== undefined) return named
  return { ...named, vary: reply.vary === undefined ? CONTENT_FIELD : `${reply.vary}, ${CONTENT_FIELD}` }
}
