import type { Page, PageRequest, ContentResult } from '../../../account/content/account-content.ts'
import { parseListCursor, toListCursor } from '../../../account/content/cursor.ts'
import { invalidCursor } from '../../../account/content/faults.ts'
import type { IdPrefix } from '../../../shared/object-id.ts'

/** Position of a page in a list, which runs from newest to oldest: ids sort by creation time. */
export interface PagePosition {
  /** Rows to read. One more than the page shows whether there is a next page. */
  readonly rows: number
  /** Id of the last object before this page. */
  readonly before: string | null
}

export function parsePage(prefix: IdPrefix, { limit, cursor }: PageRequest): ContentResult<PagePosition> {
  if (cursor === null) return { ok: true, value: { rows: limit + 1, before: null } }
  const before = parseListCursor(prefix, cursor)
  return before === null ? invalidCursor() : { ok: true, value: { rows: limit + 1, before } }
}

/** @param rows The rows that `PagePosition` asked for, or fewer at the end of the list. */
export function toPage<Row, T extends { readonly id: string }>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => T,
): Page<T> {
  const items = rows.slice(0, limit).map(toItem)
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, nextCursor: last === undefined ? null : toListCursor(last.id) }
}
