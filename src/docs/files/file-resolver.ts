import type { WalkedFile } from '../tree/walk-folder.ts'
import type { Refusal } from './placed-files.ts'
import { decodeLoosely } from '../../shared/decode-percent.ts'
import { folderOf, joinWithin, withoutExtension } from '../addresses.ts'

/** A file, or why it must not be served. */
export type FoundFile = WalkedFile | Refusal

/** Finds the file that an address in a page leads to, among those of the content. */
export interface FileResolver {
  /**
   * @param source Address as the page has it: relative, or from the root of the site. Its query and fragment do not count.
   * @param fromFile Path of the page's file below the content directory, with `/`
   * @returns null when there is no such file
   */
  find(source: string, fromFile: string): FoundFile | null
}

export interface ResolverOptions {
  /** Files by their path below the content directory. */
  readonly files: ReadonlyMap<string, FoundFile>
  /** Folders in which an address from the root of the site is looked for, in this order, for a page's file. */
  readonly publicFolders: (fromFile: string) => readonly string[]
  /** Beginnings of addresses that stand for a folder of the content directory: `@site/`. */
  readonly aliases?: ReadonlyMap<string, string>
  /** A further path where a relative address may lead, by the one where it leads: that of the English page. */
  readonly instead?: (path: string) => string | null
  /**
   * Whether relative addresses count from the address of the page too, which is that of its file with `/` for the extension.
   * Generators leave addresses in HTML as they are, so that a browser follows them from there.
   */
  readonly fromAddress?: boolean
}

const ADDRESS_LIMIT_CHARS = 2048

export function createFileResolver({
  aliases = new Map(),
  files,
  fromAddress = false,
  instead = () => null,
  publicFolders,
}: ResolverOptions): FileResolver {
  function lookUp(path: string | null): FoundFile | null {
    return path === null ? null : (files.get(path) ?? null)
  }

  function fromRoot(path: string, fromFile: string): FoundFile | null {
    const folders = publicFolders(fromFile)
    // A site may be built for a folder of its host, which its addresses name and its files do not.
    for (const rest of [path, path.slice(path.indexOf('/') + 1)]) {
      for (const folder of folders) {
        const found = lookUp(joinWithin(folder, rest))
        if (found !== null) return found
      }
    }
    return null
  }

  return {
    find(source, fromFile) {
      const path = pathOf(source)
      if (path === null) return null
      for (const [beginning, folder] of aliases) {
        if (path.startsWith(beginning)) return lookUp(joinWithin(folder, path.slice(beginning.length)))
      }
      if (path.startsWith('/')) return fromRoot(path.replace(/^\/+/, ''), fromFile)
      const beside = joinWithin(folderOf(fromFile), path)
      const found = beside === null ? null : (lookUp(beside) ?? lookUp(instead(beside)))
      const isFolder = /(?:^|\/)_?index\.[^/]*$/.test(fromFile)
      return found ?? (fromAddress && !isFolder ? lookUp(joinWithin(withoutExtension(fromFile), path)) : null)
    },
  }
}

/** Path of an address, decoded; null: no file can have it. */
function pathOf(source: string): string | null {
  if (source.length > ADDRESS_LIMIT_CHARS) return null
  const end = source.search(/[?#]/)
  const path = decodeLoosely(end < 0 ? source : source.slice(0, end))
  // eslint-disable-next-line no-control-regex -- control characters are what it looks for
  return path === '' || /[\u0000-\u001f\\]/.test(path) ? null : path
}
