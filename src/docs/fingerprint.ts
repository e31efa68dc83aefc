import { createHash, type Hash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { walkContent } from './content-tree.ts'
import { listMarkdownFiles, listSiteFiles } from './files/list-files.ts'
import { walkSite } from './readers/html/walk-site.ts'
import { localeNames, type LocaleNames } from './locales/locale-names.ts'
import { lookFiles, lookState } from './site/place-look.ts'
import { readSiteConfig, SiteConfigError } from './site/read-site-config.ts'
import type { SiteConfig } from './site/site-config.ts'
import { siteFileState, siteText } from './site/site-file.ts'
import { sourcesOf, type ContentSource } from './sources-of.ts'
import { realRoot, type WalkedFile } from './tree/walk-folder.ts'
import { readGitConfig } from './sources/read-below.ts'
import { walkSources } from './sources/walk-sources.ts'

interface Tree {
  readonly files: readonly WalkedFile[]
  readonly faults: readonly { readonly file: string; readonly code: string }[]
}

/** Bytes of content that are hashed. Larger content is judged by names, sizes and times alone. */
const HASHED_LIMIT_BYTES = 1_073_741_824
const STEP_BYTES = 1_048_576

/** The state of a content folder. */
export interface ContentState {
  /**
   * A short text that changes when a file of the content is added, removed, renamed or written. Names, sizes and times decide, so
   * a change that keeps all three is not detected.
   */
  readonly fingerprint: string
  /**
   * Hash of names and bytes, which is equal wherever the same content lies. It reads every file, which takes a hundredth of a
   * build. Null where there is too much to read, or a file cannot be read.
   */
  readonly hashBytes: () => string | null
}

/**
 * Looks at the content. It reads no file but `site.yaml`.
 * @param config what `site.yaml` says, where the caller has read it
 * @throws SiteConfigError when nothing is found because of a fault of `site.yaml`, and Error when a folder of the content
 *   cannot be read
 */
export async function stateOfContent(contentDir: string, config?: SiteConfig): Promise<ContentState> {
  const site = config === undefined ? await readSiteConfig(contentDir) : { config, faults: [] }
  try {
    return await lookAt(contentDir, site.config)
  } catch (error) {
    throw site.faults.length > 0 ? new SiteConfigError(site.faults) : error
  }
}

/** The fingerprint of the content alone. Throws as `stateOfContent` does. */
export async function fingerprintContent(contentDir: string, config?: SiteConfig): Promise<string> {
  return (await stateOfContent(contentDir, config)).fingerprint
}

async function lookAt(contentDir: string, known: SiteConfig): Promise<ContentState> {
  const names = localeNames(known)
  const sources = (await sourcesOf(contentDir, known)).map((source) => ({ source, trees: treesOf(source, names) }))
  const hash = createHash('sha256').update(siteFileState(contentDir)).update(lookState(contentDir, known))
  addSources(hash, sources, ({ modified, sizeBytes }) => `${sizeBytes}\0${modified}`)
  return {
    fingerprint: hash.digest('hex'),
    hashBytes() {
      const files = [
        ...lookFiles(contentDir, known),
        ...sources.flatMap(({ trees }) => trees.flatMap((tree) => tree.files)),
      ]
      if (files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > HASHED_LIMIT_BYTES) return null
      try {
        const bytes = createHash('sha256').update(siteText(contentDir))
        for (const { file, realPath } of lookFiles(contentDir, known)) bytes.update(`${file}\0${hashFile(realPath)}\n`)
        for (const { source } of sources) bytes.update(`${readGitConfig(realRoot(source.folder)) ?? ''}\0`)
        addSources(bytes, sources, ({ realPath }) => hashFile(realPath))
        return bytes.digest('hex')
      } catch {
        return null
      }
    },
  }
}

function addSources(
  hash: Hash,
  sources: readonly { readonly source: ContentSource; readonly trees: readonly Tree[] }[],
  stateOf: (file: WalkedFile) => string,
): void {
  for (const { source, trees } of sources) {
    hash.update(`${source.name}\0${JSON.stringify(source.config)}\n`)
    for (const { faults, files } of trees) {
      for (const each of files) hash.update(`${each.file}\0${stateOf(each)}\n`)
      for (const { file, code } of faults) hash.update(`${file}\0${code}\n`)
    }
  }
}

function hashFile(path: string): string {
  const hash = createHash('sha256')
  const fd = openSync(path, 'r')
  try {
    for (let count = readSync(fd, STEP); count > 0; count = readSync(fd, STEP)) hash.update(STEP.subarray(0, count))
  } finally {
    closeSync(fd)
  }
  return hash.digest('hex')
}

const STEP = Buffer.allocUnsafe(STEP_BYTES)

function treesOf({ folder, found }: ContentSource, names: LocaleNames): Tree[] {
  switch (found.kind) {
    case 'html':
      return [walkSite(folder), listSiteFiles(folder)]
    case 'markdown':
      return [walkContent(folder, names), listMarkdownFiles(folder)]
    case 'source':
      return [walkSources(folder)]
  }
}
