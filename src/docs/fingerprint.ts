import { createHash } from 'node:crypto'
import { walkContent } from './content-tree.ts'
import { listMarkdownFiles, listSiteFiles } from './files/list-files.ts'
import { walkSite } from './readers/html/walk-site.ts'
import { localeNames, type LocaleNames } from './locales/locale-names.ts'
import { lookState } from './site/place-look.ts'
import { readSiteConfig, SiteConfigError } from './site/read-site-config.ts'
import type { SiteConfig } from './site/site-config.ts'
import { siteFileState } from './site/site-file.ts'
import { sourcesOf, type ContentSource } from './sources-of.ts'
import { walkSources } from './sources/walk-sources.ts'

interface Tree {
  readonly files: readonly { readonly file: string; readonly sizeBytes: number; readonly modified: string }[]
  readonly faults: readonly { readonly file: string; readonly code: string }[]
}

/**
 * A short text that changes when a file of the content is added, removed, renamed or written. It reads no file but
 * `site.yaml`: names, sizes and times decide, so a change that keeps all three is not detected.
 * @param config what `site.yaml` says, where the caller has read it
 * @throws SiteConfigError when nothing is found because of a fault of `site.yaml`, and Error when a folder of the content
 *   cannot be read
 */
export async function fingerprintContent(contentDir: string, config?: SiteConfig): Promise<string> {
  const site = config === undefined ? await readSiteConfig(contentDir) : { config, faults: [] }
  try {
    return await fingerprintOf(contentDir, site.config)
  } catch (error) {
    throw site.faults.length > 0 ? new SiteConfigError(site.faults) : error
  }
}

async function fingerprintOf(contentDir: string, known: SiteConfig): Promise<string> {
  const state = siteFileState(contentDir)
  const names = localeNames(known)
  const hash = createHash('sha256').update(state).update(lookState(contentDir, known))
  for (const source of await sourcesOf(contentDir, known)) {
    hash.update(`${source.name}\0${JSON.stringify(source.config)}\n`)
    for (const { faults, files } of treesOf(source, names)) {
      for (const { file, sizeBytes, modified } of files) hash.update(`${file}\0${sizeBytes}\0${modified}\n`)
      for (const { file, code } of faults) hash.update(`${file}\0${code}\n`)
    }
  }
  return hash.digest('hex')
}

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
