import { isObjectId, type IdPrefix } from '../../shared/object-id.ts'

/**
 * Encodes a cursor. It names the last object of the previous page. So it is valid on every node, even when objects are
 * created or deleted meanwhile, including that one.
 */
export function toListCursor(id: string): string {
  return encode(id)
}

/** @returns the id; null: it is no cursor of such a list. */
export function parseListCursor(prefix: IdPrefix, cursor: string): string | null {
  const id = decode(cursor)
  return id !== null && isObjectId(prefix, id) ? id : null
}

/** The position where a page of found objects ended. */
export interface SearchPosition {
  /** 0 if all words are in the name, otherwise 1. */
  readonly rank: 0 | 1
  readonly id: string
}

export function toSearchCursor({ rank, id }: SearchPosition): string {
  return encode(`${rank}${id}`)
}

export function parseSearchCursor(cursor: string): SearchPosition | null {
  const text = decode(cursor)
  const id = text?.slice(1)
  if (id === undefined || !FOUND.some((prefix) => isObjectId(prefix, id))) return null
  const rank = text?.charAt(0)
  return rank === '0' || rank === '1' ? { rank: rank === '0' ? 0 : 1, id } : null
}

const FOUND: readonly IdPrefix[] = ['ws', 'prj', 'anm']
/** Limit above the length of any cursor. Longer text is not decoded. */
const CURSOR_LIMIT_CHARACTERS = 64

function encode(text: string): string {
  return Buffer.from(text).toString('base64url')
}

/** Decodes only text that `encode` gives, so that each position has one cursor. */
function decode(cursor: string): string | null {
  if (cursor.length > CURSOR_LIMIT_CHARACTERS) return null
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  return encode(text) === cursor ? text : null
}
