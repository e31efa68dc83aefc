import type { AuditEvent, AuditLog } from './audit-event.ts'

const PAGE_EVENTS = 500
/** Number of events in one export, which take about 6 MB. */
const EXPORT_LIMIT_EVENTS = 20_000

export interface AuditExport {
  /** One JSON object for each line, newest first. */
  readonly body: Uint8Array
  /** Id of the last event if older ones remain; null: the export is complete. */
  readonly next: string | null
}

/**
 * Exports the audit log of a user as NDJSON. If it is longer than one answer may be, its last line is `{"next": id}`. A
 * further export with `before` set to that id continues.
 */
export async function exportEvents(
  audit: Pick<AuditLog, 'list'>,
  userId: string,
  before: string | null,
): Promise<AuditExport> {
  const lines: string[] = []
  let last = before
  for (;;) {
    const events = await audit.list(userId, { limit: PAGE_EVENTS, before: last })
    lines.push(...events.map(toLine))
    last = events.at(-1)?.id ?? last
    if (events.length < PAGE_EVENTS) return { body: toBody(lines), next: null }
    if (lines.length >= EXPORT_LIMIT_EVENTS) break
  }
  lines.push(JSON.stringify({ next: last }))
  return { body: toBody(lines), next: last }
}

function toLine({ address, at, clientId, clientName, detail, grantId, id, kind, objectId, place }: AuditEvent): string {
  const application = { clientId, clientName, grantId, place }
  return JSON.stringify({ id, at: at.toISOString(), kind, ...application, objectId, address, detail })
}

function toBody(lines: readonly string[]): Uint8Array {
  return Buffer.from(lines.map((line) => `${line}\n`).join(''))
}
