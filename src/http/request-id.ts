import { randomBytes } from 'node:crypto'

/**
 * Ids that no two requests of any process share in practice: 48 random bits for each thread, then a counter. Cheap enough
 * for every request. Ids of clients are not taken over, so that a log line names one request for certain.
 */
export function createRequestIds(): () => string {
  const prefix = `${randomBytes(6).toString('hex')}-`
  let count = 0
  return () => prefix + (++count).toString(36)
}
