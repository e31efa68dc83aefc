import { isDeepStrictEqual } from 'node:util'
import type { WalkedFile, WalkedFolder } from '../tree/walk-folder.ts'
import type { FileKeeper } from './file-keeper.ts'
import { createFileResolver, type FoundFile } from './file-resolver.ts'
import { createPageFiles, type LinkedFile, type PageFiles } from './page-files.ts'
import { createPlacedFiles, refusal, stateOf, type OnPlaced } from './placed-files.ts'
import type { PlacedFile, ServedFile } from './serve-file.ts'

/** The files of one content, while its pages are read. */
export interface ContentFiles extends PageFiles {
  /** Files to which pages lead so far, by their addresses. */
  readonly placed: ReadonlyMap<string, PlacedFile>
  /** Places a text of any type, such as code, by its path; null: there is no such file. */
  text(path: string): LinkedFile | null
  /** Places a file as another reading of a page did, in some state; null: it was refused. False: it is not there as it was then. */
  adopt(file: string, served: ServedFile | null, state: string): boolean
}

/**
 * Files of a folder of Markdown. They lie beside pages, in `public` and `static`, and in the folder of a locale. A translated
 * page shows those of the English page where it has none of its own.
 */
export function markdownFiles(listed: WalkedFolder, keeper: FileKeeper, onPlaced: OnPlaced): ContentFiles {
  return contentFiles(keeper, onPlaced, {
    files: byPath(listed),
    publicFolders(fromFile) {
      const own = fromFile.split('/', 2).join('/')
      return ['public', 'static', own, `${own}/public`, 'docs/public', 'docs']
    },
    instead: (path) => (path.startsWith('docs/en/') ? null : path.replace(/^docs\/[^/]+\//, 'docs/en/')),
  })
}

/** Files of a built site, which lie where their addresses say. */
export function siteFiles(listed: WalkedFolder, keeper: FileKeeper): ContentFiles {
  return contentFiles(keeper, () => {}, { files: byPath(listed), publicFolders: () => [''] })
}

interface SourceFileRules {
  /** Those of `LinkRules`. */
  readonly aliases: ReadonlyMap<string, string>
  /** Folders of public files that the configuration names, below the content directory. */
  readonly named?: readonly string[] | undefined
  /** Address of the site, whose own whole addresses lead to files too; null: it is not known. */
  readonly siteUrl: string | null
}

/** Largest text of another type than those that are served, such as code to which a page leads. */
const TEXT_LIMIT_BYTES = 262_144
const TOO_LARGE = `is served by no repository host that is known, and has more than ${TEXT_LIMIT_BYTES} bytes`

/** Folders of public files that a configuration may name. */
const PUBLIC_FOLDER_LIMIT = 20

/**
 * Files of the sources of a site.
 * @param base Path of the folder with its configuration below the content directory
 */
export function sourceFiles(
  files: ReadonlyMap<string, WalkedFile>,
  base: string,
  keeper: FileKeeper,
  onPlaced: OnPlaced,
  { aliases, named = [], siteUrl }: SourceFileRules,
): ContentFiles {
  const below = (folder: string): string => [base, folder].filter((name) => name !== '').join('/')
  const usual = ['static', 'public', 'docs/public', 'src/public', 'assets', 'docs', ''].map(below)
  const publicFolders = [...new Set([...named.slice(0, PUBLIC_FOLDER_LIMIT), ...usual])]
  const options = {
    files,
    aliases,
    publicFolders: () => publicFolders,
    fromAddress: true,
    // A translation of Docusaurus lies elsewhere than what it translates.
    instead: (path: string) =>
      /(?:^|\/)i18n\//.test(path)
        ? path.replace(/(^|\/)i18n\/[^/]+\/docusaurus-plugin-content-(docs|blog|pages)\/(?:current\/)?/, '$1$2/')
        : null,
  }
  return contentFiles(keeper, onPlaced, options, siteUrl)
}

function contentFiles(
  keeper: FileKeeper,
  onPlaced: OnPlaced,
  options: Parameters<typeof createFileResolver>[0],
  siteUrl: string | null = null,
): ContentFiles {
  const placed = createPlacedFiles(keeper, undefined, onPlaced)
  const at = (path: string): FoundFile | null => options.files.get(path) ?? null
  return {
    ...createPageFiles(createFileResolver(options), placed, siteUrl),
    placed: placed.all,
    text(path) {
      const file = at(path)
      if (file === null) return null
      if ('code' in file) return { refusal: file }
      if (file.sizeBytes <= TEXT_LIMIT_BYTES) return placed.place(file)
      onPlaced(file, null)
      return refusal('bad_file', TOO_LARGE)
    },
    adopt(path, served, state) {
      const file = at(path)
      if (file === null || 'code' in file) return false
      const isSame = stateOf(file) === state
      if (served === null) return isSame
      const placement = placed.place(file, isSame ? served : undefined)
      return 'address' in placement && isDeepStrictEqual(placement.served, served)
    },
  }
}

/** Files by their paths, and faults of files in their place: they are reported where a page leads to such a file. */
function byPath({ faults, files }: WalkedFolder): ReadonlyMap<string, FoundFile> {
  const found = new Map<string, FoundFile>(files.map((file) => [file.file, file]))
  for (const { code, file, message } of faults) if (!found.has(file)) found.set(file, { code, message })
  return found
}
