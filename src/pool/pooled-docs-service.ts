import type { DocsFile, DocsService, SearchQuery } from '../docs/served/docs-service.ts'
import { llmsFullTxt } from '../docs/served/llms.ts'
import { withSiteUrl } from '../docs/served/origin-mark.ts'
import type { Block } from '../docs/model/page-model.ts'
import type { Page } from '../docs/page.ts'
import type { ServedSite } from '../docs/served/served-site.ts'
import { addressKey, FULL_ORDER_KEY, type Generation } from '../generation/generation.ts'
import { blocksOfRecord, dateInMeta, fromPageRecord } from '../generation/records/page-record.ts'
import { openRecordStore, type RecordStore } from '../generation/records/record-store.ts'
import { FALLBACK_LOCALE, type Locale } from '../shared/locale.ts'
import { openFiles, type FileReader } from './file-reader.ts'
import type { Typesetter } from './lazy/typesetter.ts'
import { readAlike } from './read-alike.ts'
import { readSite } from './read-site.ts'
import { CRASHED, TOO_MANY_FILES } from './refusals.ts'
import { packShape } from './query-shape.ts'
import type { SearchDispatcher } from './search-dispatcher.ts'
import type { Answer } from '../shared/result.ts'
import type { SearchWaiter } from '../shared/search-waiter.ts'

/** Bytes of files that are read at a time, in each listener. A larger file is read alone. */
const READING_LIMIT_BYTES = 64 * 1_048_576

interface OpenStores {
  readonly number: number
  readonly content: string
  readonly siteUrl: string
  readonly pages: ReadonlyMap<Locale, RecordStore>
  readonly texts: RecordStore
  readonly files: FileReader
  readonly site: ServedSite
}

interface Place {
  readonly locale: Locale
  readonly store: RecordStore
  readonly index: number
}

/** What the service needs of a dispatcher; `PinnedDispatcher` is another one. */
export type DocsDispatcher = Pick<SearchDispatcher, 'ask' | 'generation' | 'html' | 'release' | 'retain' | 'search'>

/** The docs host's service: searches and rendering go to the workers, pages and texts are read from the generation's files. */
export class PooledDocsService implements DocsService {
  readonly #dispatcher: DocsDispatcher
  readonly #llmsFullLimitBytes: number
  readonly #onFault: (message: string, cause: unknown) => void
  readonly #typeset: Typesetter['typeset']
  #stores: OpenStores
  /** Files of the generation before: pages that were served from it are still being shown. */
  #filesBefore: FileReader | null = null
  #readingBytes = 0

  /** @param typeset Finishes rendered pages. Never rejects. Default: pages stay as they were rendered. */
  constructor(
    dispatcher: DocsDispatcher,
    llmsFullLimitBytes: number,
    onFault: (message: string, cause: unknown) => void,
    typeset: Typesetter['typeset'] = (bytes) => Promise.resolve({ bytes, isFinal: true }),
  ) {
    this.#llmsFullLimitBytes = llmsFullLimitBytes
    this.#dispatcher = dispatcher
    this.#onFault = onFault
    this.#typeset = typeset
    this.#stores = this.#open(dispatcher.generation)
  }

  get generation(): number {
    return this.#stores.number
  }

  get content(): string {
    return this.#stores.content
  }

  get site(): ServedSite {
    return this.#stores.site
  }

  /** Answers from `next` from now on; the dispatcher is to be given it too. */
  swap(next: Generation): void {
    this.#filesBefore = this.#stores.files
    this.#stores = this.#open(next)
  }

  /** The files of the current generation are open, and those of one before may be closed at any time. */
  #open(generation: Generation): OpenStores {
    return openStores(generation, () => this.generation === generation.number)
  }

  search(...[query, aborted]: Parameters<DocsService['search']>): Promise<Answer<Uint8Array>> {
    return this.#dispatcher.search(query.query, this.shapeOf(query), aborted)
  }

  shapeOf({ facets, highlights, limit, locale, section, sections, version }: Omit<SearchQuery, 'query'>): number {
    return packShape({ kind: 'docs', locale, limit, highlights, sections, version, section, facets })
  }

  ask(query: string, shape: number, waiter: SearchWaiter): void {
    this.#dispatcher.ask(query, shape, waiter)
  }

  page(locale: Locale, path: string): Promise<Answer<Page | null>> {
    return this.#reading(async ({ pages }) => {
      const place = findPage(pages, locale, path)
      return place === null ? null : fromPageRecord(await place.store.read(place.index))
    })
  }

  pageIn(version: string, page: Page, locale: Locale): Promise<Answer<Page | null>> {
    return this.#reading(async ({ pages, texts }) => {
      const path = readAlike(texts, page, locale).get(version)
      const place = path === undefined ? null : findPage(pages, locale, path)
      return place === null ? null : fromPageRecord(await place.store.read(place.index))
    })
  }

  blocks(locale: Locale, path: string): Promise<Answer<Block[] | null>> {
    return this.#reading(async ({ pages }) => {
      const place = findPage(pages, locale, path)
      return place === null ? null : blocksOfRecord(await place.store.read(place.index))
    })
  }

  pageAt(key: string): Promise<Answer<Page | null>> {
    return this.#reading(async ({ pages, texts }) => {
      const index = texts.find(addressKey(key))
      if (index === -1) return null
      const [locale, path] = parseText((await texts.read(index)).body) as readonly [Locale, string]
      const place = findPage(pages, locale, path)
      return place === null ? null : fromPageRecord(await place.store.read(place.index))
    })
  }

  async html(...[locale, path]: Parameters<DocsService['html']>): ReturnType<DocsService['html']> {
    const { number, pages } = this.#stores
    const place = findPage(pages, locale, path)
    if (place === null) return { ok: true, value: null }
    const dated = this.#reading(async () => dateInMeta(await place.store.readMeta(place.index)))
    const answer = await this.#dispatcher.html(number, locale, path)
    if (!answer.ok) return answer
    const page = await this.#typeset(answer.value, `${number} ${locale} ${path}`)
    const read = await dated
    return { ok: true, value: { locale: place.locale, updatedAt: read.ok ? read.value : null, ...page } }
  }

  async file(path: string): Promise<Answer<DocsFile | null>> {
    const found = this.#stores.files.find(path) ?? this.#filesBefore?.find(path) ?? null
    if (found === null) return { ok: true, value: null }
    const { hash, sizeBytes } = found
    if (this.#readingBytes > 0 && this.#readingBytes + sizeBytes > READING_LIMIT_BYTES) return TOO_MANY_FILES
    this.#readingBytes += sizeBytes
    try {
      return await this.#reading(async () => ({ hash, bytes: await found.read() }))
    } finally {
      this.#readingBytes -= sizeBytes
    }
  }

  text(name: Parameters<DocsService['text']>[0]): Promise<Answer<Uint8Array>> {
    return this.#reading(async (stores) => {
      if (name === 'llms-full.txt') return this.#fullText(stores)
      const index = stores.texts.find(name)
      return index === -1 ? new Uint8Array() : withSiteUrl((await stores.texts.read(index)).body, stores.siteUrl)
    })
  }

  /** Joins the pages, so that no generation has their text twice. */
  async #fullText({ pages, siteUrl, texts }: OpenStores): Promise<Uint8Array> {
    const index = texts.find(FULL_ORDER_KEY)
    const store = pages.get(FALLBACK_LOCALE)
    if (index === -1 || store === undefined) return new Uint8Array()
    const order = parseText((await texts.read(index)).body) as readonly string[]
    const read = async (path: string): Promise<Page> => fromPageRecord(await store.read(store.find(path)))
    return Buffer.from(await llmsFullTxt(order, read, siteUrl, this.#llmsFullLimitBytes))
  }

  /** Keeps the generation's files open until `read` is done. */
  async #reading<T>(read: (stores: OpenStores) => Promise<T>): Promise<Answer<T>> {
    const stores = this.#stores
    this.#dispatcher.retain(stores.number)
    try {
      return { ok: true, value: await read(stores) }
    } catch (error) {
      this.#onFault('a page or file could not be read', error)
      return CRASHED
    } finally {
      this.#dispatcher.release(stores.number)
    }
  }
}

/** @param isOpen Whether the files of the generation are certainly open. */
function openStores(generation: Generation, isOpen: () => boolean): OpenStores {
  const texts = openRecordStore(generation.texts)
  return {
    number: generation.number,
    content: generation.content,
    siteUrl: generation.siteUrl,
    pages: new Map([...generation.locales].map(([locale, parts]) => [locale, openRecordStore(parts.pages)])),
    texts,
    files: openFiles(generation.files),
    site: readSite(texts, isOpen),
  }
}

function parseText(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'))
}

function findPage(pages: ReadonlyMap<Locale, RecordStore>, locale: Locale, path: string): Place | null {
  for (const candidate of [locale, FALLBACK_LOCALE]) {
    const store = pages.get(candidate)
    const index = store?.find(path) ?? -1
    if (store !== undefined && index !== -1) return { locale: candidate, store, index }
  }
  return null
}
