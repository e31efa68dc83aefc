import { posix } from 'node:path'
import type { LinkSpace } from './link-space.ts'
import type { LinkOrigin } from './resolve-link.ts'
import { normalised } from '../../shared/normalise-query.ts'

const TARGET = /^([^?#]*?)(\.(?:mdx?|html?))?\/?([?#].*)?$/is

/** The target that a link to no page must have meant: the one page of that name. Null if there is none, or several. */
export function linkFix(target: string, origin: LinkOrigin, space: LinkSpace): string | null {
  const [, path = '', extension = '', suffix = ''] = TARGET.exec(target) ?? []
  const name = path.slice(path.lastIndexOf('/') + 1)
  const found = name === '' || name === '..' ? null : space.byName(origin.locale, name, origin.version?.name)
  if (found === null) return null
  if (path.startsWith('/')) return encoded(`/${found.page.address.replace(/^\//, '')}`) + suffix
  const relative = posix.relative(posix.dirname(origin.file), found.file)
  const written = extension === '' ? relative.replace(/(?:\/(?:index|_index|README))?\.(?:mdx?|html?)$/i, '') : relative
  return encoded(written.startsWith('.') ? written : `./${written}`) + suffix
}

/**
 * Gives a function that corrects a link to a heading: the target with the id that it must have meant, the one of the same
 * letters. Null if there is none, or several.
 */
export function anchorFixes(): (target: string, fragment: string, ids: ReadonlySet<string>) => string | null {
  const idsByLetters = new WeakMap<ReadonlySet<string>, ReadonlyMap<string, string | null>>()
  return (target, fragment, ids) => {
    let byLetters = idsByLetters.get(ids)
    if (byLetters === undefined) idsByLetters.set(ids, (byLetters = foldedIds(ids)))
    const wanted = folded(fragment)
    const id = wanted === '' ? null : (byLetters.get(wanted) ?? null)
    return id === null ? null : `${target.slice(0, target.indexOf('#'))}#${encoded(id)}`
  }
}

/** Ids by their letters; null: several ids have these. */
function foldedIds(ids: ReadonlySet<string>): ReadonlyMap<string, string | null> {
  const byLetters = new Map<string, string | null>()
  for (const id of ids) byLetters.set(folded(id), byLetters.has(folded(id)) ? null : id)
  return byLetters
}

/** An address that ends neither the target of a link nor a line. */
function encoded(address: string): string {
  return encodeURI(address.toWellFormed()).replace(/[()']/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
}

function folded(id: string): string {
  return normalised(id, 'NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
