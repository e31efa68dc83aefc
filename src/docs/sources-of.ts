import { join } from 'node:path'
import type { SourceConfig } from './site/site-config.ts'
import { recognise, type Recognised } from './sources/recognise.ts'
import { realRoot } from './tree/walk-folder.ts'

/** A folder of the content with what `site.yaml` says about it. */
export interface ContentSource {
  /** Path of the folder. */
  readonly folder: string
  /** The same below the content directory; `''`: it is that. */
  readonly name: string
  readonly config: Omit<SourceConfig, 'folder' | 'kind'>
  readonly found: Recognised
}

/**
 * The folders that are read of a content directory: those that `site.yaml` lists, else the directory itself.
 * @throws ContentFolderError when there is no such directory
 */
export async function sourcesOf(
  contentDir: string,
  { sources }: { readonly sources?: readonly SourceConfig[] | undefined },
): Promise<ContentSource[]> {
  realRoot(contentDir)
  const listed: readonly SourceConfig[] = sources ?? [{ folder: '.' }]
  return Promise.all(
    listed.map(async ({ folder, kind, ...config }) => {
      const name = folder
        .split('/')
        .filter((part) => part !== '.' && part !== '')
        .join('/')
      const path = join(contentDir, name)
      return { folder: path, name, config, found: await recognise(path, kind) }
    }),
  )
}
