import { posix } from 'node:path'
import type { LinkSpace } from './link-space.ts'
import type { LinkOrigin } from './resolve-link.ts'

const TARGET = /^([^?#]*?)(\.(?:mdx?|html?))?\/?([?#].*)?$/is

/** The target that a link to no page must have meant: the one page of that name. Null: there is none, or several. */
export function linkFix(target: string, origin: LinkOrigin, space: LinkSpace): string | null {
  const [, path = '', extension = '', suffix = ''] = TARGET.exec(target) ?? []
  const name = path.slice(path.lastIndexOf('/') + 1)
  const found = name === '' || name === '..' ? null : space.byName(origin.locale, name)
  if (found === null) return null
  if (path.startsWith('/')) return `/${found.page.address.replace(/^\//, '')}${suffix}`
  const relative = posix.relative(posix.dirname(origin.file), found.file)
  const written = extension === '' ? relative.replace(/(?:\/(?:index|_index|README))?\.(?:mdx?|html?)$/i, '') : relative
  return encodeURI((written.startsWith('.') ? written : `./${written}`) + suffix)
}

/** The target with the id of the heading that it must have meant: the one of the same letters. Null: there is none. */
export function anchorFix(target: string, fragment: string, ids: ReadonlySet<string>): string | null {
  const wanted = folded(fragment)
  const [id, ...others] = [...ids].filter((each) => folded(each) === wanted)
  if (wanted === '' || id === undefined || others.length > 0) return null
  return `${target.slice(0, target.indexOf('#'))}#${encodeURI(id)}`
}

function folded(id: string): string {
  return id
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
