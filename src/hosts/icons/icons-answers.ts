import { isAssetVersion } from '../../icons/publish.ts'
import { guideIndex } from '../../icons/guides.ts'
import { ICON_EXTENSIONS, ICON_ID, type IconExtension, type IconRecord } from '../../icons/icon-record.ts'
import type { IconAsset, IconQuery, IconsService } from '../../icons/icons-service.ts'
import { text } from '../../http/route/reply.ts'
import type { Cacheable, Outcome, Reply } from '../../http/route/reply.ts'
import type { RouteRequest } from '../../http/route/route.ts'
import type { ServiceError } from '../../http/route/service-error.ts'
import { health } from '../health.ts'
import { SearchAnswer } from '../search-answer.ts'
import { unavailable } from '../content-reply.ts'
import type { StoreState } from '../../limits/store-state.ts'
import type { ASSET_PARAMETERS, ICON_PARAMETERS, SUGGEST_PARAMETERS } from './icons-schemas.ts'
import type { Answer } from '../../shared/result.ts'

/** Answers of the API carry the rate limit of one client, so shared caches do not keep them. */
const API_CACHING = 'private, max-age=60'
const FILE_CACHING = 'public, max-age=3600'
const IMMUTABLE_CACHING = 'public, max-age=31536000, immutable'
const JSON_TYPE = 'application/json'
const MARKDOWN_TYPE = 'text/markdown; charset=utf-8'
const ICONS_PATH = '/api/v1/icons/'
const ASSETS_PATH = '/assets/'
const GUIDES_PATH = '/docs/'

const ASSET_NAME = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.([a-z]+)$/
const GUIDE_NAME = /^([a-z0-9-]+)\.md$/

/** Nothing in a served SVG may load or run anything (choices §3). */
const SVG_HEADERS = [['Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'"]] as const

export const NO_SUCH_ADDRESS: ServiceError = {
  ok: false,
  status: 404,
  code: 'endpoint_not_found',
  detail: 'Nothing has this address. /openapi.json lists the API, /docs/index.md the guides.',
}

const NO_SUCH_ICON: ServiceError = {
  ok: false,
  status: 404,
  code: 'icon_not_found',
  detail: 'No icon has this id. Find icons by /api/v1/icons?q=, or all of them in /catalog.json.',
}

/** What the icons host answers programs, each a function of its request. */
export function createIconsAnswers(icons: IconsService, siteUrl: string, store: () => StoreState) {
  function search({ query }: RouteRequest<typeof ICON_PARAMETERS>): Cacheable | ServiceError {
    const { q, limit, offset } = query
    const filters = { category: query.category, style: query.style, set: query.set, format: query.format }
    const fault = filterFault(filters)
    if (fault !== null) return fault
    return new SearchAnswer(icons, q, icons.shapeOf({ limit, offset, ...(filters as Filters) }), API_CACHING)
  }

  /** A value that the catalogue does not have could only find nothing, and is more likely a mistake. */
  function filterFault(filters: Readonly<Record<keyof Filters, string | null>>): ServiceError | null {
    const { categories, formats, sets, styles } = icons.facets
    const known: Record<keyof Filters, readonly string[]> = {
      category: categories.map(({ id }) => id),
      style: styles,
      set: sets.map(({ id }) => id),
      format: formats,
    }
    for (const [param, values] of Object.entries(known)) {
      const value = filters[param as keyof Filters]
      if (value !== null && !values.includes(value)) {
        const detail = `Give ${param} one of ${values.join(', ')}.`
        return { ok: false, status: 400, code: 'invalid_filter', detail, param }
      }
    }
    return null
  }

  function suggest({ query: { prefix, limit } }: RouteRequest<typeof SUGGEST_PARAMETERS>): Cacheable {
    return {
      key: `suggest ${limit} ${prefix}`,
      async produce() {
        const { builtAt } = icons
        const found = await icons.suggest(prefix, limit)
        return found.ok ? apiReply(found.value, builtAt) : unavailable(found)
      },
    }
  }

  function icon({ path }: RouteRequest): Cacheable | ServiceError {
    const id = path.slice(ICONS_PATH.length)
    if (!ICON_ID.test(id)) return NO_SUCH_ICON
    return {
      key: `icon ${id}`,
      produce() {
        const record = icons.icon(id)
        return Promise.resolve(record === null ? null : apiReply(record, icons.builtAt))
      },
      absent: () => NO_SUCH_ICON,
    }
  }

  /** A list that the service holds ready. */
  function list(name: 'categoriesJson' | 'setsJson'): () => Cacheable {
    return () => ({ key: name, produce: () => Promise.resolve(apiReply(icons[name], icons.builtAt)) })
  }

  function catalog(): Cacheable {
    return {
      key: 'catalog',
      pinned: true,
      async produce() {
        const { builtAt } = icons
        const answer = await icons.catalog()
        return answer.ok ? fileReply(answer.value, FILE_CACHING, builtAt) : unavailable(answer)
      },
    }
  }

  function asset({ path, query }: RouteRequest<typeof ASSET_PARAMETERS>): Cacheable | ServiceError {
    const [, id, ext] = ASSET_NAME.exec(path.slice(ASSETS_PATH.length)) ?? []
    if (id === undefined || !isExtension(ext)) return NO_SUCH_ICON
    const file = fileOf(id, ext)
    if (file === undefined) return NO_SUCH_ICON
    // Only what the version decides is part of the key: made-up versions must not fill the cache with one file.
    const caching = isAssetVersion(query.v, file.sha256) ? IMMUTABLE_CACHING : FILE_CACHING
    return {
      key: `asset ${id}.${ext} ${caching}`,
      async produce() {
        const { builtAt } = icons
        const answer: Answer<IconAsset | null> = await icons.asset(id, ext)
        if (!answer.ok) return unavailable(answer)
        if (answer.value === null) return null
        return { ...fileReply(answer.value, caching, builtAt), ...(ext === 'svg' ? { headers: SVG_HEADERS } : {}) }
      },
      absent: () => NO_SUCH_ICON,
    }
  }

  function fileOf(id: string, ext: IconExtension): IconRecord['formats'][number] | undefined {
    const record = icons.icon(id)
    return record === null
      ? undefined
      : (JSON.parse(decoder.decode(record)) as IconRecord).formats.find((format) => format.ext === ext)
  }

  function guide({ path }: RouteRequest): Cacheable | ServiceError {
    const slug = GUIDE_NAME.exec(path.slice(GUIDES_PATH.length))?.[1]
    if (slug === undefined) return NO_SUCH_ADDRESS
    return {
      key: `guide ${slug}`,
      produce() {
        const found = slug === 'index' ? guideIndex(icons.guides, siteUrl) : icons.guide(slug)?.markdown
        return Promise.resolve(found === undefined ? null : markdownReply(found, icons.builtAt))
      },
      absent: () => NO_SUCH_ADDRESS,
    }
  }

  /** Ready without its store too: limits are counted here then, and a node that answers should get requests. */
  function ready(): Outcome {
    return icons.generation > 0
      ? health({ status: 'ready', generation: icons.generation, store: store() })
      : unavailable({ detail: 'The catalogue is not loaded yet.', retryAfterSeconds: 1 })
  }

  return { search, suggest, icon, list, catalog, asset, guide, ready }
}

const decoder = new TextDecoder()

type Filters = Pick<IconQuery, 'category' | 'style' | 'set' | 'format'>

function isExtension(ext: string | undefined): ext is IconExtension {
  return (ICON_EXTENSIONS as readonly (string | undefined)[]).includes(ext)
}

function apiReply(body: Uint8Array, builtAt: number): Reply {
  return { status: 200, mediaType: JSON_TYPE, body, cacheControl: API_CACHING, tagged: true, lastModified: builtAt }
}

function markdownReply(markdown: string, builtAt: number): Reply {
  const body = text(markdown)
  return {
    status: 200,
    mediaType: MARKDOWN_TYPE,
    body,
    cacheControl: FILE_CACHING,
    tagged: true,
    ranges: true,
    lastModified: builtAt,
  }
}

function fileReply({ br, bytes, gzip, mediaType, sha256 }: IconAsset, cacheControl: string, builtAt: number): Reply {
  return {
    status: 200,
    mediaType,
    body: bytes,
    // Without this field what is compressed already, as PNG is, stays as it is.
    ...(br === undefined && gzip === undefined
      ? {}
      : { encoded: { ...(br === undefined ? {} : { br }), ...(gzip === undefined ? {} : { gzip }) } }),
    ...(sha256 === '' ? { tagged: true } : { entityDigest: sha256 }),
    ranges: true,
    cacheControl,
    lastModified: builtAt,
  }
}
