import { createContentDraft } from './content-draft.ts'
import type { Content, SourceReport } from './content.ts'
import { KEEPS_NOTHING } from './files/file-keeper.ts'
import type { PlacedFile } from './files/serve-file.ts'
import { fingerprintContent } from './fingerprint.ts'
import { readSiteContent } from './readers/html/read-site-content.ts'
import { readMarkdownFolder } from './read-markdown-folder.ts'
import { applySite } from './site/apply-site.ts'
import { compileGlobs } from './site/glob.ts'
import { localeNames } from './site/locale-names.ts'
import { readSiteConfig } from './site/read-site-config.ts'
import type { SourceReading, SourceResult } from './source-reading.ts'
import { sourcesOf, type ContentSource } from './sources-of.ts'
import { readSource } from './sources/read-source.ts'
import { createTurns, type ReadOptions } from './turns.ts'

/**
 * Reads all documentation of `contentDir`: Markdown below `docs`, the sources of a generator, the site that one built, or the
 * folders that `site.yaml` lists. Faults of a file are reported in `faults` and never stop the reading. It reads
 * synchronously, which is faster for many small files, and yields to the event loop every 25 ms. Call it in a thread that
 * serves nobody.
 * @throws Error when there is no readable folder, and the signal's reason when it is aborted
 */
export async function readContent(contentDir: string, options: ReadOptions = {}): Promise<Content> {
  const site = options.site ?? readSiteConfig(contentDir)
  const { config } = site
  // What changes from here on is seen by the next look at the content.
  const fingerprint = await fingerprintContent(contentDir, config)
  const turn = createTurns(options)
  const draft = createContentDraft()
  const names = localeNames(config)
  const reports: SourceReport[] = []
  const files = new Map<string, PlacedFile>()
  for (const source of await sourcesOf(contentDir, config)) {
    const { folder, name } = source
    const { locale = null, mount = '', selector = null, version = null } = source.config
    const result = await read(source, {
      folder,
      draft: draft.source({ folder: name, mount, version }),
      names,
      locale,
      version,
      showsVersion: (shown) => config.versions?.some(({ name }) => name === shown) ?? true,
      isRead: isReadOf(source),
      selector,
      ownIdsOnly: config.url !== undefined,
      keeper: options.keeper ?? KEEPS_NOTHING,
      turn,
    })
    reports.push(result.report)
    for (const [address, file] of result.files) files.set(address, file)
  }
  options.onProgress?.(1, 1)
  return applySite({ ...draft.finish(config.versions), fingerprint, files, reports }, site)
}

function read({ found }: ContentSource, reading: SourceReading): Promise<SourceResult> {
  switch (found.kind) {
    case 'html':
      return readSiteContent(reading)
    case 'markdown':
      return readMarkdownFolder(reading)
    case 'source':
      return readSource(found.source, found.base, reading)
  }
}

function isReadOf({ config: { exclude = [], include } }: ContentSource): (file: string) => boolean {
  const isIncluded = include === undefined ? () => true : compileGlobs(include)
  const isExcluded = compileGlobs(exclude)
  return (file) => isIncluded(file) && !isExcluded(file)
}
