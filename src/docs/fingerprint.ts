import { createHash } from 'node:crypto'
import { walkContent } from './content-tree.ts'
import { listMarkdownFiles, listSiteFiles } from './files/list-files.ts'
import { isBuiltSite } from './readers/html/is-built-site.ts'
import { walkSite } from './readers/html/walk-site.ts'
import { DEFAULT_NAMES, localeNames } from './site/locale-names.ts'
import type { LocaleNames } from './site/locale-names.ts'
import { siteFileState } from './site/site-file.ts'

interface Tree {
  readonly files: readonly { readonly file: string; readonly sizeBytes: number; readonly modified: string }[]
  readonly faults: readonly { readonly file: string; readonly code: string }[]
}

/**
 * A short text that changes when a file of the content is added, removed, renamed or written. It reads no file: names,
 * sizes and times decide, so a change that keeps all three is not detected.
 * @throws Error as `walkContent` or `walkSite`
 */
export async function fingerprintContent(contentDir: string): Promise<string> {
  const state = siteFileState(contentDir)
  if (isBuiltSite(contentDir)) return fingerprintTree(walkSite(contentDir), state, listSiteFiles(contentDir))
  const tree = walkContent(contentDir, state === '' ? DEFAULT_NAMES : await namesOf(contentDir))
  return fingerprintTree(tree, state, listMarkdownFiles(contentDir))
}

async function namesOf(contentDir: string): Promise<LocaleNames> {
  // A start that finds its index on disk loads the reader of YAML only where there is something to read.
  const { readSiteConfig } = await import('./site/read-site-config.ts')
  return localeNames(readSiteConfig(contentDir).config)
}

/**
 * @param siteState State of `site.yaml`, as in `SiteFile`.
 * @param beside Files beside pages, where they are not in the tree.
 */
export function fingerprintTree(tree: Tree, siteState: string, beside: Tree = { files: [], faults: [] }): string {
  const hash = createHash('sha256').update(siteState)
  for (const { faults, files } of [tree, beside]) {
    for (const { file, sizeBytes, modified } of files) hash.update(`${file}\0${sizeBytes}\0${modified}\n`)
    for (const { file, code } of faults) hash.update(`${file}\0${code}\n`)
  }
  return hash.digest('hex')
}
