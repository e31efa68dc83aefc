import type { Content } from './content.ts'
import { readSiteContent } from './readers/html/read-site-content.ts'
import { readMarkdownFolder } from './read-markdown-folder.ts'
import { applySite } from './site/apply-site.ts'
import { readSiteConfig, type SiteFile } from './site/read-site-config.ts'
import { readSource } from './sources/read-source.ts'
import { recognise } from './sources/recognise.ts'
import type { ReadOptions } from './turns.ts'

/**
 * Reads all documentation of `contentDir`: Markdown below `docs`, the sources of a generator, or the site that one built.
 * Faults of a file are reported in `faults` and never stop the reading. It reads synchronously, which is faster for many
 * small files, and yields to the event loop every 25 ms. Call it in a thread that serves nobody.
 * @throws Error when there is no readable folder, and the signal's reason when it is aborted
 */
export async function readContent(contentDir: string, options: ReadOptions = {}): Promise<Content> {
  const site = options.site ?? readSiteConfig(contentDir)
  return applySite(await read(contentDir, site, options), site)
}

function read(contentDir: string, site: SiteFile, options: ReadOptions): Promise<Content> {
  const found = recognise(contentDir)
  switch (found.kind) {
    case 'html':
      return readSiteContent(contentDir, site, options)
    case 'markdown':
      return readMarkdownFolder(contentDir, site, options)
    case 'source':
      return readSource(contentDir, found, site, options)
  }
}
