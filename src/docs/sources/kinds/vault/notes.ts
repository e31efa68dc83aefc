import { normalised } from '../../../../shared/normalise-query.ts'
import { folderOf, joinWithin, lastSegment, withoutExtension } from '../../../addresses.ts'

/** Which file a name in a wiki link leads to. */
export interface FoundNote {
  /** Path below the content directory; null: no file has the name. */
  readonly file: string | null
  /** Another file that has the name as much, or null. */
  readonly other: string | null
}

/** The files of a vault by their names. */
export interface Notes {
  find(name: string, fromFile: string): FoundNote
  /** Lets further names of a file, which its front matter lists, lead to it where no file has them. */
  addNames(file: string, names: readonly string[]): void
}

/** More than there are folders in a path. */
const DEPTHS = 1_000
const NOTHING: FoundNote = { file: null, other: null }

/**
 * Finds files as Obsidian does. Capitals make no difference, and a folder may stand before the name. Of several the one below
 * the folder of the page is taken, then the one nearest to the root. Pages of its own language come before all.
 * @param isWiki whether spaces are hyphens in names of files, as in wikis of GitHub
 */
export function createNotes(
  files: Iterable<string>,
  { isWiki, languageOf }: { readonly isWiki: boolean; readonly languageOf: (file: string) => string | null },
): Notes {
  const byName = new Map<string, string[]>()
  const aliases = new Map<string, string>()
  const folded = (path: string): string => {
    const name = normalised(path, 'NFC').toLowerCase()
    // Logseq writes a slash of a name as three low lines.
    return isWiki ? name.replace(/[\s-]+/g, '-') : name.replaceAll('___', '/')
  }
  for (const file of files) {
    const path = folded(withoutExtension(file))
    const key = lastSegment(path)
    const known = byName.get(key)
    if (known === undefined) byName.set(key, [file])
    else known.push(file)
  }

  function rank(file: string, fromFile: string): number {
    const own = languageOf(fromFile)
    const language = languageOf(file)
    const isBelow = `${folderOf(file)}/`.startsWith(`${folderOf(fromFile)}/`)
    const far = language === own ? 0 : language === null || language === 'en' ? 2 : 4
    return (far + (isBelow ? 0 : 1)) * DEPTHS + file.split('/').length
  }

  return {
    find(name, fromFile) {
      const isRelative = /^\.{1,2}\//.test(name)
      const written = isRelative ? joinWithin(folderOf(fromFile), name) : name.replace(/^\/+/, '')
      if (written === null) return NOTHING
      const path = folded(withoutExtension(written.trim()))
      const named = (byName.get(lastSegment(path)) ?? []).filter((file) => {
        const own = folded(withoutExtension(file))
        return own === path || (!isRelative && own.endsWith(`/${path}`))
      })
      const whole = named.find((file) => folded(withoutExtension(file)) === path && path.includes('/'))
      if (whole !== undefined) return { file: whole, other: null }
      const [first, second] = named
        .map((file) => ({ file, rank: rank(file, fromFile) }))
        .sort((a, b) => a.rank - b.rank || (a.file < b.file ? -1 : 1))
      if (first === undefined) return { file: aliases.get(path) ?? null, other: null }
      return { file: first.file, other: second?.rank === first.rank ? second.file : null }
    },
    addNames(file, names) {
      for (const name of names) if (!aliases.has(folded(name))) aliases.set(folded(name), file)
    },
  }
}
