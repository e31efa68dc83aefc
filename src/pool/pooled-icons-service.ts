import { FACET_NAMES } from '../engine/catalogue/catalogue-index.ts'
import { ICON_TEXTS, type Generation, type IconParts } from '../generation/generation.ts'
import { openRecordStore, type RecordStore } from '../generation/records/record-store.ts'
import { readAsset } from '../generation/records/asset-record.ts'
import { facetTable } from '../icons/publish.ts'
import { suggest, type SuggestionList } from '../icons/suggestions.ts'
import type { Guide, IconAsset, IconFacets, IconQuery, IconsService } from '../icons/icons-service.ts'
import { openCatalogueEntries, variantJson, type CatalogueEntries } from '../engine/catalogue/catalogue-index.ts'
import { CRASHED } from './refusals.ts'
import { packShape } from './query-shape.ts'
import type { SearchDispatcher } from './search-dispatcher.ts'
import type { Answer } from '../shared/result.ts'
import type { SearchWaiter } from '../shared/search-waiter.ts'

/** One generation's icons as a listener uses them. */
interface Served {
  readonly number: number
  readonly content: string
  readonly entries: CatalogueEntries
  /** Id → position among the entries' variants. */
  readonly variants: ReadonlyMap<string, number>
  readonly facets: IconFacets
  /** Value → position, for each facet of `facetTable`. */
  readonly positions: readonly ReadonlyMap<string, number>[]
  readonly setsJson: Uint8Array
  readonly categoriesJson: Uint8Array
  readonly catalog: IconAsset
  readonly suggestions: SuggestionList
  readonly guides: ReadonlyMap<string, Guide>
  readonly guideList: readonly Omit<Guide, 'markdown'>[]
  readonly assets: RecordStore
}

const NO_VALUE = -1
const encoder = new TextEncoder()

/** The icons host's service: searches go to the workers, records and texts are in memory, assets in the catalogue's file. */
export class PooledIconsService implements IconsService {
  readonly #dispatcher: SearchDispatcher
  readonly #onFault: (message: string, cause: unknown) => void
  #served: Served

  constructor(dispatcher: SearchDispatcher, onFault: (message: string, cause: unknown) => void) {
    this.#dispatcher = dispatcher
    this.#onFault = onFault
    this.#served = open(dispatcher.generation)
  }

  /** Answers from `next` from now on; the dispatcher is to be given it too. */
  swap(next: Generation): void {
    this.#served = open(next)
  }

  get generation(): number {
    return this.#served.number
  }

  get content(): string {
    return this.#served.content
  }

  get facets(): IconFacets {
    return this.#served.facets
  }

  get setsJson(): Uint8Array {
    return this.#served.setsJson
  }

  get categoriesJson(): Uint8Array {
    return this.#served.categoriesJson
  }

  get guides(): readonly Omit<Guide, 'markdown'>[] {
    return this.#served.guideList
  }

  search(...[query, aborted]: Parameters<IconsService['search']>): Promise<Answer<Uint8Array>> {
    return this.#dispatcher.search(query.query, this.shapeOf(query), aborted)
  }

  shapeOf({ facets = false, limit, offset, ...filters }: Omit<IconQuery, 'query'>): number {
    const wanted = FACET_NAMES.map((name, facet) => {
      const value = filters[name]
      return value === null ? NO_VALUE : this.#positionOf(facet, value)
    })
    return packShape({ kind: 'icons', limit, offset, wanted, facets })
  }

  ask(query: string, shape: number, waiter: SearchWaiter): void {
    this.#dispatcher.ask(query, shape, waiter)
  }

  suggest(prefix: string, limit: number): Promise<Answer<Uint8Array>> {
    const suggestions = suggest(this.#served.suggestions, prefix, limit)
    return Promise.resolve({ ok: true, value: encoder.encode(JSON.stringify({ prefix, suggestions })) })
  }

  icon(id: string): Uint8Array | null {
    const { entries, variants } = this.#served
    const variant = variants.get(id)
    return variant === undefined ? null : encoder.encode(variantJson(entries, variant))
  }

  async asset(...[id, ext]: Parameters<IconsService['asset']>): Promise<Answer<IconAsset | null>> {
    const { assets, number } = this.#served
    this.#dispatcher.retain(number)
    try {
      return { ok: true, value: await readAsset(assets, id, ext) }
    } catch (error) {
      this.#onFault('an asset could not be read', error)
      return CRASHED
    } finally {
      this.#dispatcher.release(number)
    }
  }

  catalog(): Promise<Answer<IconAsset>> {
    return Promise.resolve({ ok: true, value: this.#served.catalog })
  }

  guide(slug: string): Guide | null {
    return this.#served.guides.get(slug) ?? null
  }

  searchGuides(...[query, limit, aborted]: Parameters<IconsService['searchGuides']>): Promise<Answer<Uint8Array>> {
    return this.#dispatcher.search(query, packShape({ kind: 'guides', limit }), aborted)
  }

  #positionOf(facet: number, value: string): number {
    const position = this.#served.positions[facet]?.get(value)
    if (position === undefined) throw new RangeError(`the catalogue has no ${JSON.stringify(value)} to filter by`)
    return position
  }
}

function open(generation: Generation): Served {
  if (generation.icons === null) throw new Error('this generation has no icons')
  const { assets, catalogue } = generation.icons
  const text = createTextReader(generation.icons)
  const facets = JSON.parse(text(ICON_TEXTS.facets).toString('utf8')) as IconFacets
  const guides = JSON.parse(text(ICON_TEXTS.guides).toString('utf8')) as Guide[]
  const entries = openCatalogueEntries(catalogue.entries)
  return {
    number: generation.number,
    content: generation.icons.content,
    entries,
    variants: new Map(entries.ids.map((id, variant) => [id, variant])),
    facets,
    positions: facetTable(facets).map((values) => new Map(values.map((value, position) => [value, position]))),
    setsJson: text(ICON_TEXTS.sets),
    categoriesJson: text(ICON_TEXTS.categories),
    catalog: {
      mediaType: 'application/json',
      sha256: '',
      bytes: text(ICON_TEXTS.catalog),
      br: text(ICON_TEXTS.catalogBrotli),
      gzip: text(ICON_TEXTS.catalogGzip),
    },
    suggestions: JSON.parse(text(ICON_TEXTS.suggestions).toString('utf8')) as SuggestionList,
    guides: new Map(guides.map((guide) => [guide.slug, guide])),
    guideList: guides.map(({ description, slug, title }) => ({ slug, title, description })),
    assets: openRecordStore(assets),
  }
}

function createTextReader(parts: IconParts): (name: string) => Buffer {
  const texts = openRecordStore(parts.texts)
  return (name) => {
    const { body } = texts.readSync(texts.find(name))
    return Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  }
}
