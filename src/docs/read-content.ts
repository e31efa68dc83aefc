import { reasonsOf } from './census/census-line.ts'
import { takeCensus, unreadFaults } from './census/take-census.ts'
import { createContentDraft, type SourceDraft } from './content-draft.ts'
import type { Content, SourceReport } from './content.ts'
import { KEEPS_NOTHING, type FileKeeper } from './files/file-keeper.ts'
import type { PlacedFile } from './files/serve-file.ts'
import { createPageReader } from './kept/read-pages.ts'
import type { Helping, Readings } from './kept/readings.ts'
import { readMarkdownFolder } from './read-markdown-folder.ts'
import { createReadingWatch, type WatchOptions } from './readers/reading-watch.ts'
import { applySite } from './apply-site.ts'
import { compileGlobs } from './site/glob.ts'
import { localeNames } from './locales/locale-names.ts'
import { placeLook } from './site/place-look.ts'
import { readSiteConfig } from './site/read-site-config.ts'
import { lookOf, SOURCE_LOOK } from './site/site-look.ts'
import type { SourceReading, SourceResult } from './source-reading.ts'
import { sourcesOf, type ContentSource } from './sources-of.ts'
import type { SiteFile } from './site/site-file.ts'

/**
 * Reads all documentation of `contentDir`: Markdown below `docs`, the sources of a generator, the site that one built, or the
 * folders that `site.yaml` lists. Faults of a file are reported in `faults` and never stop the reading. It reads
 * synchronously, which is faster for many small files, and yields to the event loop every 100 ms. Call it in a thread that
 * serves nobody. A page that takes longer than its deadline is left out, which is a fault.
 * @throws Error when there is no readable folder, SlowReadingError when what is no page takes too long, and the signal's
 *   reason when it is aborted
 */
export async function readContent(contentDir: string, options: ReadOptions = {}): Promise<Content> {
  const site = options.site ?? (await readSiteConfig(contentDir))
  const { config } = site
  const watchOf = createReadingWatch(options)
  const draft = createContentDraft()
  const names = localeNames(config)
  const reports: SourceReport[] = []
  const files = new Map<string, PlacedFile>()
  const openings: Opening[] = []
  const headers: NonNullable<SourceResult['header']>[] = []
  for (const source of await sourcesOf(contentDir, config)) {
    const { folder, name } = source
    const { locale = null, mount = '', selector = null, version = null } = source.config
    const gate = createGate()
    const watch = watchOf(name)
    const sourceDraft = draft.source({ folder: name, mount, version })
    const isRead = isReadOf(source)
    const result = read(source, {
      folder,
      draft: sourceDraft,
      names,
      locale,
      version,
      showsVersion: (shown) => config.versions?.some(({ name }) => name === shown) ?? true,
      isRead,
      selector,
      ownIdsOnly: config.url !== undefined,
      keeper: options.keeper ?? KEEPS_NOTHING,
      look: new Set(SOURCE_LOOK.filter((member) => config.url === undefined && config[member] === undefined)),
      opened: gate.pass,
      watch,
      pages: createPageReader({
        draft: sourceDraft,
        watch,
        readings: options.readings ?? null,
        helping: options.helping ?? null,
        source: JSON.stringify([name, mount]),
        settings: JSON.stringify([config, source.config]),
      }),
    })
    await Promise.race([gate.reached, result])
    openings.push({ open: gate.open, result, source, draft: sourceDraft, isRead })
  }
  // Links lead from each source to all others, so the pages of all are known before the text of one is read.
  for (const {
    draft: { faults, rows },
    isRead,
    open,
    result,
    source: { folder, name },
  } of openings) {
    open()
    const { files: placed, header, report } = await result
    if (header !== undefined) headers.push(header)
    const { kind } = report
    const census = watchOf(name).step('the census of files', () =>
      takeCensus({ faults, folder, isRead, kind, noted: rows }),
    )
    faults.push(...unreadFaults(census.unread))
    reports.push({ ...report, ...census, leftOut: reasonsOf(rows, 'left out') })
    for (const [address, file] of placed) files.set(address, file)
  }
  const look = placeLook(contentDir, site, options.keeper ?? KEEPS_NOTHING)
  for (const [address, file] of look.files) files.set(address, file)
  options.onProgress?.(1, 1)
  return watchOf('').step('the links and the navigation', () => {
    const drafted = draft.finish(config.versions)
    const faults = [...drafted.faults, ...look.faults]
    return applySite({ ...drafted, faults, files, look: lookOf(config, look.images, headers), reports }, site)
  })
}

/** The reading of a source that waits where its pages are known. */
interface Opening {
  /** Lets it go on. */
  readonly open: () => void
  readonly result: Promise<SourceResult>
  readonly source: ContentSource
  readonly draft: SourceDraft
  readonly isRead: (file: string) => boolean
}

/** A place at which one reading stops until it is opened. `reached` resolves when it is there. */
function createGate(): {
  readonly open: () => void
  readonly pass: () => Promise<void>
  readonly reached: Promise<void>
} {
  let reach = (): void => {}
  let open = (): void => {}
  const reached = new Promise<void>((resolve) => (reach = resolve))
  const opened = new Promise<void>((resolve) => (open = resolve))
  return {
    open,
    reached,
    pass() {
      reach()
      return opened
    },
  }
}

/** Reads a source. The readers of HTML and of sources are loaded where there is such a source: they are two thirds of all. */
async function read({ found }: ContentSource, reading: SourceReading): Promise<SourceResult> {
  switch (found.kind) {
    case 'html': {
      const { readSiteContent } = await import('./read-site-content.ts')
      return readSiteContent(reading)
    }
    case 'markdown':
      return readMarkdownFolder(reading)
    case 'source': {
      const { readSource } = await import('./sources/read-source.ts')
      return readSource(found.source, found.base, reading)
    }
  }
}

function isReadOf({ config: { exclude = [], include } }: ContentSource): (file: string) => boolean {
  const isIncluded = include === undefined ? () => true : compileGlobs(include)
  const isExcluded = compileGlobs(exclude)
  return (file) => isIncluded(file) && !isExcluded(file)
}

interface ReadOptions extends WatchOptions {
  /** Readings of other builds and threads. Default: all is read, and nothing is kept. */
  readonly readings?: Readings
  /** What is read for another thread. The content that comes of it is not whole. */
  readonly helping?: Helping
  /** Where the bytes of files go to which pages lead. Default: nowhere. */
  readonly keeper?: FileKeeper
  /** `site.yaml`, where the caller has read it already. */
  readonly site?: SiteFile
}
