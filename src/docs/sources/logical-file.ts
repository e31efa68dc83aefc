import { folderOf, joinAddress, lastSegment } from '../addresses.ts'

/** A file without what tells its language. */
export interface LogicalFile {
  /** Name of the language in the file's name or folder, or null. */
  readonly language: string | null
  /** Path without the language and the extension. */
  readonly path: string
}

interface Languages {
  /** Whether each language has a folder. Otherwise the names of files end with it: `page.zh.mdx`. */
  readonly inFolders: boolean
  readonly isLanguage: (name: string) => boolean
}

/** Takes the language out of the path of a page, or of a file with settings of its folder. */
export function logicalFile(relative: string, { inFolders, isLanguage }: Languages): LogicalFile {
  const bare = relative.replace(/\.(?:mdx?|markdown|json|[cm]?[jt]sx?)$/i, '')
  if (inFolders) {
    const first = bare.split('/', 1)[0] as string
    return isLanguage(first) ? { language: first, path: bare.slice(first.length + 1) } : { language: null, path: bare }
  }
  const name = lastSegment(bare)
  const dot = name.lastIndexOf('.')
  const suffix = dot < 0 ? '' : name.slice(dot + 1)
  if (!isLanguage(suffix)) return { language: null, path: bare }
  return { language: suffix, path: joinAddress(folderOf(bare), name.slice(0, dot)) }
}
