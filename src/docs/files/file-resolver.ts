import { pagePath, type FileTree, type ListedFile } from './walk-files.ts'

/** What an address in a page leads to. */
export type Found =
  | { readonly kind: 'file'; readonly file: ListedFile }
  | { readonly kind: 'page' }
  /** The name is hidden. */
  | { readonly kind: 'hidden' }

/** Finds what an address in a page leads to, among the files of the content. */
export interface FileResolver {
  /**
   * @param source Address as the page has it: relative, or from the root of the site. Its query and fragment do not count.
   * @param fromFile Path of the page's file below the root of the tree, with `/`
   * @returns null when there is nothing
   */
  find(source: string, fromFile: string): Found | null
}

export interface ResolverOptions {
  readonly tree: FileTree
  /** Folders in which an address from the root of the site is looked for, in this order: `public`, `static`. */
  readonly publicFolders: (fromFile: string) => readonly string[]
  /** Beginnings of addresses that stand for a folder below the root, such as `@site/` for `''`; the longest counts. */
  readonly aliases?: Readonly<Record<string, string>>
  /** Further paths where a relative address may lead, given the path where it leads: a translation's files in English. */
  readonly instead?: (path: string) => readonly string[]
}

const ADDRESS_LIMIT_CHARS = 2048

export function createFileResolver({ aliases = {}, instead, publicFolders, tree }: ResolverOptions): FileResolver {
  const prefixes = Object.keys(aliases).sort((a, b) => b.length - a.length)

  function lookUp(path: string | null): Found | null {
    if (path === null) return null
    const file = tree.files.get(path)
    if (file !== undefined) return { kind: 'file', file }
    if (tree.pages.has(path) || tree.pages.has(pagePath(path))) return { kind: 'page' }
    return null
  }

  function fromRoot(path: string, fromFile: string): Found | null {
    const folders = publicFolders(fromFile)
    // A site may be built for a folder of its host, which its addresses name and its files do not.
    const withoutBase = path.includes('/') ? path.slice(path.indexOf('/') + 1) : null
    for (const rest of [path, withoutBase]) {
      if (rest === null) continue
      for (const folder of folders) {
        const found = lookUp(joined(folder, rest))
        if (found !== null) return found
      }
    }
    return null
  }

  function find(source: string, fromFile: string): Found | null {
    const path = pathOf(source)
    if (path === null) return null
    if (path.split('/').some((name) => name.startsWith('.') && name !== '.' && name !== '..')) return { kind: 'hidden' }
    const alias = prefixes.find((prefix) => path.startsWith(prefix))
    if (alias !== undefined) return lookUp(joined(aliases[alias] ?? '', path.slice(alias.length)))
    if (path.startsWith('/')) return fromRoot(path.replace(/^\/+/, ''), fromFile)
    const beside = joined(fromFile.slice(0, Math.max(fromFile.lastIndexOf('/'), 0)), path)
    if (beside === null) return null
    return (
      lookUp(beside) ?? instead?.(beside).reduce<Found | null>((found, other) => found ?? lookUp(other), null) ?? null
    )
  }

  return { find }
}

/** Path of an address, decoded; null: no file can have it. */
function pathOf(source: string): string | null {
  if (source.length > ADDRESS_LIMIT_CHARS) return null
  const end = source.search(/[?#]/)
  const path = decode(end < 0 ? source : source.slice(0, end))
  // eslint-disable-next-line no-control-regex -- control characters are what it looks for
  return path === '' || /[\u0000-\u001f\\]/.test(path) ? null : path
}

/** Text as it stands where it is not percent-encoded: a name may hold a percent sign. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Joins a folder and a relative path; null: the path leads out of the root. */
function joined(folder: string, path: string): string | null {
  const names = folder === '' ? [] : folder.split('/')
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue
    if (name !== '..') names.push(name)
    else if (names.pop() === undefined) return null
  }
  return names.join('/')
}
