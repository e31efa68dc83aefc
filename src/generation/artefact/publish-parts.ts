import { createHash } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readCatalogueManifest } from '../disk/catalogue-folder.ts'
import { checkFile, fileFolder, filePath } from '../disk/file-store.ts'
import { filesBeside, readFileTable } from '../disk/generation-folder.ts'
import { isComplete, readManifest, type Manifest } from '../disk/manifest.ts'
import { findLoss } from '../follow/lost-pages.ts'
import type { FoundIcons } from '../prepare-icons.ts'
import { hashesOf } from '../records/file-record.ts'
import { besidePath, type CatalogueManifest, type Pointer } from './layout.ts'
import {
  chunksOf,
  LEFTOVER_AGE_MS,
  pointerIn,
  pruneFolders,
  publishedIn,
  publishFile,
  publishFolder,
  writePointer,
  type Written,
} from './publish.ts'

const GUIDES_NAME = 'guides.json'

/** What a build has made in `DATA_DIR`. */
export interface BuiltParts {
  /** Folders of the generation and of the files beside pages; null where no documentation is published. */
  readonly docs: { readonly folder: string; readonly fileFolder: string } | null
  /** Null where no icons are published. */
  readonly icons: (Pick<FoundIcons, 'content' | 'guides'> & { readonly folder: string }) | null
}

export interface PublishOptions {
  readonly madeBy: string
  /** Whether far fewer pages than before are meant. */
  readonly allowLoss: boolean
  /** Number of states that stay in the artefact. */
  readonly keep: number
}

/** What was published, or why it is not. */
export type Published =
  | { readonly outcome: 'published' | 'unchanged'; readonly pointer: Pointer; readonly written: Written }
  | { readonly outcome: 'refused'; readonly reason: string }

/**
 * Publishes in a folder what was built. Whoever follows the pointer there finds all that it names, since it is written last. Throws
 * the errors of the file system.
 */
export function publishParts(out: string, { docs, icons }: BuiltParts, options: PublishOptions): Published {
  const before = pointerIn(out)
  const manifest = docs === null ? null : readManifest(docs.folder)
  const reason = options.allowLoss ? null : refusalOf(before, manifest)
  const withdrawn = [manifest?.content, icons?.content].find(
    (hash) => hash !== undefined && before?.withdrawn?.includes(hash),
  )
  if (reason !== null) return { outcome: 'refused', reason }
  if (withdrawn !== undefined)
    return {
      outcome: 'refused',
      reason: `${withdrawn} is withdrawn: change the content, or take it off the list in current.json`,
    }
  const written: Written = { files: 0, bytes: 0 }
  if (docs !== null && manifest !== null) publishDocs(out, docs, manifest, before, written)
  if (icons !== null) publishIcons(out, icons, before, written)
  const pointer: Pointer = {
    generation: manifest?.content,
    icons: icons?.content,
    madeBy: options.madeBy,
    pages: manifest?.pageCounts ?? {},
    ...(before?.withdrawn === undefined ? {} : { withdrawn: before.withdrawn }),
    ...(options.allowLoss ? { allowLoss: true } : {}),
  }
  const isSame = before !== null && JSON.stringify({ ...before }) === JSON.stringify({ ...pointer })
  if (!isSame) writePointer(out, pointer)
  prune(out, pointer, options.keep)
  return { outcome: isSame ? 'unchanged' : 'published', pointer, written }
}

/** Why documentation must not take the place of what is published; null if it may. */
function refusalOf(before: Pointer | null, manifest: Manifest | null): string | null {
  if (manifest === null) return null
  if (!isComplete(manifest)) return 'pages were left out since they take too long to read'
  return before === null ? null : findLoss(before.pages, manifest.pageCounts)
}

function publishDocs(
  out: string,
  { fileFolder: store, folder }: NonNullable<BuiltParts['docs']>,
  manifest: Manifest,
  before: Pointer | null,
  written: Written,
): void {
  for (const file of filesBeside(folder)) {
    checkFile(store, file)
    publishFile(join(out, besidePath(file.hash)), filePath(store, file.hash), file.sizeBytes, written)
  }
  const last = before?.generation === undefined ? null : join(out, 'generations', before.generation)
  const bytesOf = (name: string): Iterable<Uint8Array> => chunksOf(join(folder, name))
  publishFolder(join(out, 'generations', manifest.content), { manifest, bytesOf }, last, written)
}

function publishIcons(
  out: string,
  { content, folder, guides }: NonNullable<BuiltParts['icons']>,
  before: Pointer | null,
  written: Written,
): void {
  const { files, format, version } = readCatalogueManifest(folder)
  const text = Buffer.from(JSON.stringify(guides))
  const all = {
    ...files,
    [GUIDES_NAME]: { byteLength: text.length, sha256: createHash('sha256').update(text).digest('hex') },
  }
  const manifest: CatalogueManifest = { format, version, content, files: all }
  const last = before?.icons === undefined ? null : join(out, 'catalogues', before.icons)
  const bytesOf = (name: string): Iterable<Uint8Array> => (name === GUIDES_NAME ? [text] : chunksOf(join(folder, name)))
  publishFolder(join(out, 'catalogues', content), { manifest, bytesOf }, last, written)
}

/** Removes what is older than the states that stay. */
function prune(out: string, { generation, icons }: Pointer, keep: number): void {
  pruneFolders(join(out, 'generations'), keep, generation)
  pruneFolders(join(out, 'catalogues'), keep, icons)
  pruneFiles(out)
}

/** Removes files beside pages that no generation of the artefact names. Where one cannot be read, all files stay. */
function pruneFiles(out: string): void {
  const generations = join(out, 'generations')
  try {
    const named = new Set(publishedIn(generations).flatMap((hash) => hashesOf(readFileTable(join(generations, hash)))))
    for (const part of readdirSync(fileFolder(out))) {
      for (const name of readdirSync(join(fileFolder(out), part))) {
        const path = join(fileFolder(out), part, name)
        // A build that runs at the same time may just have written it.
        if (!named.has(name) && Date.now() - statSync(path).mtimeMs > LEFTOVER_AGE_MS) rmSync(path, { force: true })
      }
    }
  } catch {
    // The next build tries again.
  }
}
