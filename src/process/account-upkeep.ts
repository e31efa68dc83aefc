import { setTimeout as sleep } from 'node:timers/promises'
import { NOBODY_ID } from '../account/users/user-store.ts'
import type { Log } from '../shared/log.ts'
import type { Database } from '../store/postgres/database.ts'
import { findMade, findNewer } from '../store/postgres/migrate.ts'
import { createSqlDocumentAddresses } from '../store/postgres/content/sql-document-addresses.ts'
import { createSqlAudit } from '../store/postgres/sql-audit.ts'
import { createSqlClients } from '../store/postgres/sql-clients.ts'
import { createSqlGrants } from '../store/postgres/sql-grants.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Idle limit of clients (choices §4). */
const CLIENT_IDLE_LIMIT_MS = 90 * DAY_MS
/** Longer than the lifetime of tokens issued before a revocation, so that every node has learned of it. */
const REVOKED_GRANT_MEMORY_MS = DAY_MS
/** Longer than the overlap of refresh tokens, also where the clocks of nodes differ. */
const SEALED_MEMORY_MS = 2 * 60 * 1000
const AUDIT_MEMORY_MS = 400 * DAY_MS
/** Retention of failed sign-ins to accounts that do not exist; nobody reads them. */
const NOBODY_MEMORY_MS = HOUR_MS
/** Random delay that keeps nodes started together from beginning together. */
const FIRST_ROUND_LIMIT_MS = 10 * 60 * 1000

/**
 * Deletes expired data once an hour, and says when a newer version has changed the tables. Several nodes may do so: each skips
 * rows that another has deleted. Returns a function that stops it.
 */
export function startUpkeep(database: Database, log: Log): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const clients = createSqlClients(database)
  const grants = createSqlGrants(database)
  const audit = createSqlAudit(database)
  const addresses = createSqlDocumentAddresses(database)

  async function round(nowMs: number): Promise<void> {
    const dropped = {
      clients: await clients.dropUnused(new Date(nowMs - CLIENT_IDLE_LIMIT_MS), new Date(nowMs)),
      expiredGrants: (await grants.endExpired(new Date(nowMs))).length,
      grants: await grants.dropStale(new Date(nowMs - REVOKED_GRANT_MEMORY_MS), new Date(nowMs - AUDIT_MEMORY_MS)),
      successors: await grants.eraseSuccessors(new Date(nowMs - SEALED_MEMORY_MS)),
      documentAddresses: await addresses.dropExpired(),
      auditEvents: await audit.dropBefore(new Date(nowMs - AUDIT_MEMORY_MS)),
      eventsOfNobody: await audit.dropBefore(new Date(nowMs - NOBODY_MEMORY_MS), NOBODY_ID),
    }
    if (Object.values(dropped).some((count) => count > 0)) log.pino.info(dropped, 'expired data was deleted')
    const newer = findNewer(await database.run(findMade))
    if (newer !== undefined)
      log.pino.warn({ migration: newer }, 'the database is of a newer version of Signpost: replace this node by it')
  }

  async function rounds(): Promise<void> {
    await sleep(Math.random() * FIRST_ROUND_LIMIT_MS, undefined, { signal, ref: false })
    for (;;) {
      await round(Date.now()).catch((error: unknown) =>
        log.pino.warn({ err: error }, 'upkeep failed and runs again in an hour'),
      )
      await sleep(HOUR_MS, undefined, { signal, ref: false })
    }
  }
  rounds().catch(() => undefined)
  return () => stopping.abort()
}
