import { readdirSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { decodeText } from '../decode-text.ts'
import { readWalked } from '../tree/read-walked.ts'
import { isSecret } from './walk-sources.ts'

/** Largest file that a page or a configuration takes text from. */
const TEXT_LIMIT_BYTES = 2 * 1_048_576

/** Text of a file below a folder; null if there is none, it is too large or lies outside. `root` is a real path. */
export function readTextBelow(root: string, path: string): string | null {
  try {
    const realPath = realpathSync(join(root, path))
    if (!realPath.startsWith(root + sep) || isSecret(realPath.slice(root.length + 1))) return null
    return decodeText(readWalked({ realPath }, TEXT_LIMIT_BYTES)).text
  } catch {
    return null
  }
}

/** Configuration of the repository whose root a folder is, or null. */
export function readGitConfig(root: string): string | null {
  try {
    const realPath = realpathSync(join(root, '.git', 'config'))
    return realPath.startsWith(root + sep) ? decodeText(readWalked({ realPath }, TEXT_LIMIT_BYTES)).text : null
  } catch {
    return null
  }
}

/** Names in a folder; empty without any. */
export function namesBelow(root: string, path: string): readonly string[] {
  try {
    return readdirSync(join(root, path))
  } catch {
    return []
  }
}
