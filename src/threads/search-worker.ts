// Entry of a search worker: its one task is to serve the ring that it shares with its listener.
import { workerData } from 'node:worker_threads'
import { blocksOfRecord, fromPageRecord } from '../generation/records/page-record.ts'
import { sectionTitle } from '../docs/served/served-sections.ts'
import type { ByteWriter } from '../engine/index/byte-writer.ts'
import { chooseKernel } from '../engine/native/kernels.ts'
import { FALLBACK_LOCALE, LOCALES } from '../shared/locale.ts'
import { renderPage } from '../hosts/docs/pages/render-page.ts'
import { findGeneration, openAndForget } from '../pool/open-generations.ts'
import { unpackShape } from '../pool/query-shape.ts'
import { serveRing, type RingHandlers } from '../pool/ring/serve-ring.ts'
import type { HtmlTask, ServeTask, WorkerSettings } from '../pool/tasks.ts'

const settings = workerData as WorkerSettings
const kernel = chooseKernel(settings.kernel)

export const handlers: RingHandlers = { search, html, open: (task) => openAndForget(task, kernel) }

export function serve(task: ServeTask): Promise<never> {
  return serveRing(task, handlers)
}

function search(number: number, query: string, packedShape: number, out: ByteWriter): void {
  const generation = findGeneration(number)
  const shape = unpackShape(packedShape)
  if (shape.kind === 'docs') {
    const { facets, highlights, limit, locale, sections, version } = shape
    const { readCode, readPassage, site } = generation
    const extras = { highlights, sections, readPassage, readCode }
    const asked = shape.section === 0 ? {} : { section: site.sections[shape.section - 1]?.name ?? '' }
    const counted = facets ? { sectionTitle: sectionTitle.bind(null, site.sections) } : {}
    const isPlain = !highlights && !facets && sections === 'none'
    const searcher = generation.searcher(version)
    searcher.writeAnswer({ query, locale, limit, ...asked }, out, isPlain ? undefined : { ...extras, ...counted })
    return
  }
  if (generation.icons === null) throw new Error('this generation has no icons')
  if (shape.kind === 'icons') generation.icons.catalogue.writeAnswer({ query, ...shape }, out)
  else generation.icons.writeGuides(query, shape.limit, out)
}

/** Renders a page as a whole HTML document, in English when the locale lacks it. The caller knows that the page exists. */
function html({ generation: number, locale: requestedLocale, path }: HtmlTask): Uint8Array {
  const generation = findGeneration(number)
  const available = LOCALES.filter((locale) => (generation.pages.get(locale)?.find(path) ?? -1) !== -1)
  const served = available.includes(requestedLocale) ? requestedLocale : FALLBACK_LOCALE
  const store = generation.pages.get(served)
  if (store === undefined) throw new Error(`generation ${number} has no pages in ${served}`)
  const record = store.readSync(store.find(path))
  const page = fromPageRecord(record)
  const blocks = blocksOfRecord(record)
  const { versions: list } = generation.site
  const { version } = page
  const nav = generation.site.nav(requestedLocale, version?.name ?? null)
  const versions =
    version === undefined ? null : { ...list, current: version, paths: generation.alike(page, requestedLocale) }
  const { site, siteUrl } = generation
  const { assets, counted = false, imageOrigins } = settings
  return new TextEncoder().encode(
    renderPage({
      page,
      blocks,
      nav,
      versions,
      requestedLocale,
      available,
      site,
      siteUrl,
      assets,
      counted,
      imageOrigins,
    }),
  )
}
