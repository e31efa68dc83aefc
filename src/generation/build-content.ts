import { severityOf } from '../docs/check/fault-guide.ts'
import type { Content, ContentPage } from '../docs/content.ts'
import { sitemaps } from '../docs/served/sitemap.ts'
import { localeIndex, type TextName } from '../docs/served/docs-service.ts'
import { llmsFullOrder, llmsTxt, localeLlmsTxt } from '../docs/served/llms.ts'
import type { Page } from '../docs/page.ts'
import { ORIGIN_MARK } from '../docs/served/origin-mark.ts'
import { isMade, withHomes } from '../docs/served/made-homes.ts'
import { labelPages, type PageLabels } from '../docs/links/page-labels.ts'
import { censusLine } from '../docs/census/census-line.ts'
import { readContent } from '../docs/read-content.ts'
import { readSiteConfig, SiteConfigError } from '../docs/site/read-site-config.ts'
import { pageUrl } from '../docs/paths.ts'
import { createRedirects, findRedirect, redirectsOf } from '../docs/site/redirects.ts'
import { editUrlFor } from '../docs/site/site-look.ts'
import { besideSite } from '../docs/site/site-address.ts'
import { buildWithExtracts } from '../engine/build/extracts.ts'
import type { SearchDocument } from '../engine/index/document.ts'
import { FALLBACK_LOCALE, LOCALES, type Locale } from '../shared/locale.ts'
import type { BuilderEvents } from './builder-events.ts'
import type { BuiltContent, BuiltLocale } from './built-content.ts'
import type { FileStore } from './disk/file-store.ts'
import type { Readings } from '../docs/kept/readings.ts'
import { keptShards } from './kept/kept-shards.ts'
import { FULL_ORDER_KEY, navKey } from './generation.ts'
import { toFileRecord } from './records/file-record.ts'
import { packRecords, type NewRecord } from './records/pack-records.ts'
import { toPageRecord } from './records/page-record.ts'
import { alikeRecords } from './records/version-records.ts'
import { servedVersions } from '../docs/served/served-versions.ts'
import { pagesOfVersion } from '../docs/versions/version-navs.ts'
import { siteRecords } from './records/site-records.ts'

export interface BuildRequest {
  readonly contentDir: string
  /** `DOCS_URL` under which it is served. Nothing of it is built in. */
  readonly siteUrl: string
  readonly fingerprint: string
  readonly bytesFingerprint?: string | undefined
  /** Processor time that one page may take, in milliseconds. */
  readonly pageDeadlineMs?: number | undefined
  /** Where the bytes of files beside pages go. */
  readonly fileStore: FileStore
  /** Readings of pages of earlier builds and other threads. Absent: all is read here. */
  readonly readings?: Readings
}

/** The content has no page, so there is nothing to serve. The message is for the operator. */
export class NoContentError extends Error {
  override readonly name = 'NoContentError'
}

/** A page as the index takes it. Its own label is searched like a heading, and no text stands below it. */
function toDocument(page: ContentPage & Pick<Page, 'siteAddress'>, labels: PageLabels | undefined): SearchDocument {
  const { description, label, sections } = page
  const labelled = label === null ? sections : [{ heading: label, anchor: '', text: '' }, ...sections]
  return { ...page, ...labels, description: description ?? '', sections: labelled }
}

function missing(contentDir: string, content: Content): string {
  const kinds = content.reports.map(({ kind }) => kind).join(', ')
  if (content.reports.some(({ unread }) => unread.length > 0))
    return `no page found in ${contentDir}. ${censusLine(content)}`
  if (kinds === 'markdown') return `no page found: ${contentDir}/docs/<locale> has no .md or .mdx file`
  return `no page found: ${contentDir}, read as ${kinds}, has none; npm run content:check tells what is left out and why`
}

/**
 * Reads all content and builds all data of a generation. Rejects with SiteConfigError when `site.yaml` is at fault, and with
 * NoContentError when there is no page.
 */
export async function buildContent(request: BuildRequest, events: BuilderEvents): Promise<BuiltContent> {
  const { contentDir, fileStore, siteUrl, pageDeadlineMs } = request
  const site = await readSiteConfig(contentDir)
  if (site.faults.length > 0) throw new SiteConfigError(site.faults)
  const read = await readContent(contentDir, {
    site,
    keeper: fileStore,
    ...(request.readings === undefined ? {} : { readings: request.readings }),
    onProgress: (done, total) => events.progress('reading', done, total),
    onWork: (step, file) => events.works?.(step, file),
    pageDeadlineMs,
  })
  events.log(read.reports.some(({ unread }) => unread.length > 0) ? 'warn' : 'info', censusLine(read), {})
  events.faults(read.faults.filter((fault) => severityOf(fault) !== 'hint'))
  const isIncomplete = read.faults.some(({ code }) => code === 'slow_page')
  const locales = new Map<Locale, BuiltLocale>()
  const texts: NewRecord[] = []
  const addressed: Page[] = []
  const beside = besideSite(site.config)
  const redirects = createRedirects(redirectsOf(read, site.config), site.config.rootLocale ?? FALLBACK_LOCALE)
  const isRedirected = (locale: Locale): boolean => findRedirect(redirects, pageUrl('', locale, '')) !== null
  const shards = keptShards(request.readings)
  const content = beside === null ? withHomes(read, isRedirected) : read
  for (const [locale, { pages: placed, nav, synonyms, versionNavs }] of content.locales) {
    const pages = placed.map((page) => {
      const editUrl = editUrlFor(site.config, page.file) ?? page.editUrl
      const siteAddress = beside?.addressOf(page) ?? null
      return { ...page, siteAddress, ...(editUrl === undefined ? {} : { editUrl }) }
    })
    const labels = labelPages(read, locale)
    // A search for a page finds that page, and not a made home that names it.
    const written = pages.filter((page) => !isMade(page))
    const found = written.filter(({ unlisted, unsearched }) => unlisted !== true && unsearched !== true)
    const documents = found.map((page) => toDocument(page, labels.get(page.path)))
    const extracts = new Map<number, () => Iterable<Uint8Array>>()
    const indexOf = (name: string | null, version: number): SharedArrayBuffer => {
      events.works?.(`indexing ${locale}`)
      const shown = pagesOfVersion(documents, name)
      const onProgress = (done: number, total: number): void => {
        events.works?.(`indexing ${locale}, page ${done} of ${total}`)
        events.progress(`indexing ${locale}${name === null ? '' : ` ${name}`}`, done, total)
      }
      const { extracts: write, index } = buildWithExtracts(shown, { locale, synonyms, onProgress }, shards.of(shown))
      extracts.set(version, () => write(() => events.works?.(`writing extracts of ${locale}`)))
      return index
    }
    const versions = new Map<number, SharedArrayBuffer>()
    for (const [at, { name }] of content.versions.versions.entries()) {
      if (name === content.versions.default) continue
      versions.set(at + 1, indexOf(name, at + 1))
      texts.push({
        key: navKey(locale, at + 1),
        meta: '',
        body: JSON.stringify(versionNavs.get(name) ?? []),
      })
    }
    const index = indexOf(content.versions.default, 0)
    const records = packRecords(pages.map(toPageRecord))
    locales.set(locale, { index, versions, extracts, pages: records, pageCount: written.length })
    for (const page of pages) addressed.push(page)
    texts.push({ key: navKey(locale), meta: '', body: JSON.stringify(nav) }, ...alikeRecords(locale, { pages }))
  }
  if (locales.size === 0) throw new NoContentError(missing(contentDir, content))
  const served = servedVersions(content)
  const addText = (name: TextName, body: string): void => {
    events.works?.(`writing texts, ${name} last`)
    texts.push({ key: name, meta: '', body })
  }
  addText('llms.txt', llmsTxt(read.locales, ORIGIN_MARK, beside, served))
  texts.push({ key: FULL_ORDER_KEY, meta: '', body: JSON.stringify(llmsFullOrder(read.locales)) })
  // Beside a site, pages for people are on that site, which has a sitemap of its own.
  if (beside === null) for (const [name, body] of sitemaps(content.locales, ORIGIN_MARK)) addText(name, body)
  for (const locale of LOCALES) {
    addText(`${locale}/llms.txt`, localeLlmsTxt(read.locales, locale, ORIGIN_MARK, beside, served))
    for (const [at, { name }] of served.versions.entries()) {
      if (name === served.default) continue
      addText(localeIndex(locale, at + 1), localeLlmsTxt(read.locales, locale, ORIGIN_MARK, beside, served, name))
    }
  }
  texts.push(...siteRecords(site.config, content, addressed))
  const files = packRecords([...content.files.values()].map((file) => toFileRecord(file, fileStore.held(file.hash))))
  return {
    contentDir,
    siteUrl,
    // No content has this fingerprint, so the pages that were left out are read again by every later build.
    fingerprint: isIncomplete ? '' : request.fingerprint,
    bytesFingerprint: isIncomplete ? undefined : request.bytesFingerprint,
    degraded: isIncomplete ? ['incomplete_build'] : [],
    nextChange: read.nextChange,
    locales,
    texts: packRecords(texts),
    files: { records: files, folder: fileStore.folder },
  }
}
