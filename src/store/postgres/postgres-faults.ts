import { DatabaseError } from 'pg'

/**
 * SQLSTATE codes of temporary faults:
 *
 * - connections (08), resources (53), a server that stops, starts or ended the statement (57)
 * - a primary that became a standby (25006), an idle transaction that was ended (25P03)
 * - a lock that took too long (55P03)
 */
const PASSING = /^(?:08|53|57)...$|^(?:25006|25P03|55P03)$/
/** SQLSTATE codes of a transaction that the server ended in favour of another: serialization (40001), deadlock (40P01). */
const RETRIABLE = /^40(?:001|P01)$/
const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'

/** Whether a statement was refused since the database is read-only: a standby, or a disk without room. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25006'
}

export function isPassing(error: unknown): boolean {
  return error instanceof DatabaseError && PASSING.test(error.code ?? '')
}

export function isRetriable(error: unknown): boolean {
  return isStalePlan(error) || (error instanceof DatabaseError && RETRIABLE.test(error.code ?? ''))
}

/**
 * Whether a notice says that a commit stopped waiting for its synchronous standby, as when an operator cancels it. The server
 * acknowledges such a commit all the same.
 */
export function isUnreplicated({ routine }: { readonly routine: string | undefined }): boolean {
  return routine === 'SyncRepWaitForLSN'
}

/** Whether a prepared statement is gone or older than its tables, which change when a node of a newer version starts. */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  return (error.code === '0A000' && error.routine === 'RevalidateCachedQuery') || error.code === '26000'
}

/** @param constraint Name of the constraint or unique index, when only one is meant. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, UNIQUE_VIOLATION, constraint)
}

/** @param constraint Name of the constraint, when only one is meant. */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, FOREIGN_KEY_VIOLATION, constraint)
}

function isViolation(error: unknown, code: string, constraint: string | undefined): boolean {
  if (!(error instanceof DatabaseError) || error.code !== code) return false
  return constraint === undefined || error.constraint === constraint
}
