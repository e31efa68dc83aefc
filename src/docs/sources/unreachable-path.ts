import { forbiddenCharacter, PATH_LIMIT_CHARS } from '../paths.ts'

/** Folders that the path of a page may name; each becomes a part of the navigation. */
const DEPTH_LIMIT = 64

/** Why no request can lead to the path of a page, which its author may have written; null: one can. */
export function unreachablePath(path: string): string | null {
  if (path.length > PATH_LIMIT_CHARS) return `path must have at most ${PATH_LIMIT_CHARS} characters`
  if (path.split('/').length > DEPTH_LIMIT) return `path must not lead through more than ${DEPTH_LIMIT} folders`
  return path.isWellFormed() ? forbiddenCharacter(path) : 'path must not contain half a character'
}
