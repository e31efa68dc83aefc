import type { DocsService, SearchQuery } from '../docs/docs-service.ts'
import type { Page } from '../docs/page.ts'
import { fromSiteRecord, NO_SITE, type ServedSite, type SiteRecord } from '../docs/site/served-site.ts'
import { addressKey, SITE_KEY, type Generation } from '../generation/generation.ts'
import { fromPageRecord } from '../generation/records/page-record.ts'
import { openRecordStore, type RecordStore } from '../generation/records/record-store.ts'
import { FALLBACK_LOCALE, type Locale } from '../shared/locale.ts'
import { CRASHED } from './refusals.ts'
import { packShape } from './query-shape.ts'
import type { SearchDispatcher } from './search-dispatcher.ts'
import type { Answer } from '../shared/result.ts'
import type { SearchWaiter } from '../shared/search-waiter.ts'

interface OpenStores {
  readonly number: number
  readonly builtAt: number
  readonly pages: ReadonlyMap<Locale, RecordStore>
  readonly texts: RecordStore
  readonly site: ServedSite
}

interface Place {
  readonly locale: Locale
  readonly store: RecordStore
  readonly index: number
}

/** The docs host's service: searches and rendering go to the workers, pages and texts are read from the generation's files. */
export class PooledDocsService implements DocsService {
  readonly #dispatcher: SearchDispatcher
  readonly #onFault: (message: string, cause: unknown) => void
  #stores: OpenStores

  constructor(dispatcher: SearchDispatcher, onFault: (message: string, cause: unknown) => void) {
    this.#dispatcher = dispatcher
    this.#onFault = onFault
    this.#stores = openStores(dispatcher.generation)
  }

  get generation(): number {
    return this.#stores.number
  }

  get builtAt(): number {
    return this.#stores.builtAt
  }

  get site(): ServedSite {
    return this.#stores.site
  }

  /** Answers from `next` from now on; the dispatcher is to be given it too. */
  swap(next: Generation): void {
    this.#stores = openStores(next)
  }

  search(...[query, aborted]: Parameters<DocsService['search']>): Promise<Answer<Uint8Array>> {
    return this.#dispatcher.search(query.query, this.shapeOf(query), aborted)
  }

  shapeOf({ highlights, limit, locale }: Omit<SearchQuery, 'query'>): number {
    return packShape({ kind: 'docs', locale, limit, highlights })
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

  pageAt(key: string): Promise<Answer<Page | null>> {
    return this.#reading(async ({ pages, texts }) => {
      const index = texts.find(addressKey(key))
      if (index === -1) return null
      const [locale, path] = parseText((await texts.read(index)).body) as readonly [Locale, string]
      const place = findPage(pages, locale, path)
      return place === null ? null : fromPageRecord(await place.store.read(place.index))
    })
  }

  async html(locale: Locale, path: string): Promise<Answer<{ locale: Locale; bytes: Uint8Array } | null>> {
    const { number, pages } = this.#stores
    const place = findPage(pages, locale, path)
    if (place === null) return { ok: true, value: null }
    const answer = await this.#dispatcher.html(number, locale, path)
    return answer.ok ? { ok: true, value: { locale: place.locale, bytes: answer.value } } : answer
  }

  text(name: Parameters<DocsService['text']>[0]): Promise<Answer<Uint8Array>> {
    return this.#reading(async ({ texts }) => {
      const index = texts.find(name)
      return index === -1 ? new Uint8Array() : (await texts.read(index)).body
    })
  }

  /** Keeps the generation's files open until `read` is done. */
  async #reading<T>(read: (stores: OpenStores) => Promise<T>): Promise<Answer<T>> {
    const stores = this.#stores
    this.#dispatcher.retain(stores.number)
    try {
      return { ok: true, value: await read(stores) }
    } catch (error) {
      this.#onFault('a page could not be read', error)
      return CRASHED
    } finally {
      this.#dispatcher.release(stores.number)
    }
  }
}

function openStores(generation: Generation): OpenStores {
  const texts = openRecordStore(generation.texts)
  return {
    number: generation.number,
    builtAt: generation.builtAt,
    pages: new Map([...generation.locales].map(([locale, parts]) => [locale, openRecordStore(parts.pages)])),
    texts,
    site: readSite(texts),
  }
}

/** Reads what `site.yaml` says, once a generation: it is bounded by the size of that file. */
function readSite(texts: RecordStore): ServedSite {
  const index = texts.find(SITE_KEY)
  return index === -1 ? NO_SITE : fromSiteRecord(parseText(texts.readSync(index).body) as SiteRecord)
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
