import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { decodeText } from '../../shared/decode-text.ts'

/** Largest file that a page or a configuration takes text from. */
const TEXT_LIMIT_BYTES = 2 * 1_048_576

/** Text of a file below a folder; null: there is none, it is too large or lies outside. `root` is a real path. */
export function readTextBelow(root: string, path: string): string | null {
  try {
    const real = realpathSync(join(root, path))
    if (!real.startsWith(root + sep)) return null
    const stats = statSync(real)
    return stats.isFile() && stats.size <= TEXT_LIMIT_BYTES ? decodeText(readFileSync(real)).text : null
  } catch {
    return null
  }
}

/** Names in a folder; empty: there is none. */
export function namesBelow(root: string, path: string): readonly string[] {
  try {
    return readdirSync(join(root, path))
  } catch {
    return []
  }
}
