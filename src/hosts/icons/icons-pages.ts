import { z } from 'zod'
import { chooseMediaType } from '../../http/wire/negotiation.ts'
import type { Parameter } from '../../http/route/parameters.ts'
import { text } from '../../http/route/reply.ts'
import type { Cacheable, Outcome, Reply } from '../../http/route/reply.ts'
import type { ReadableField, RouteRequest } from '../../http/route/route.ts'
import { ICON_ID, type IconExtension, type IconRecord } from '../../icons/icon-record.ts'
import type { IconsService } from '../../icons/icons-service.ts'
import { RENDITION_LIMIT_BYTES } from '../../icons/rendition/rendition.ts'
import { addressKey } from '../../shared/address-key.ts'
import { normaliseQuery } from '../../shared/normalise-query.ts'
import type { Answer } from '../../shared/result.ts'
import { LOCALES, type Locale } from '../../shared/locale.ts'
import type { Refusal } from '../../shared/result.ts'
import { createTurns } from '../turns.ts'
import { contentSecurityPolicy } from '../../web/content-security-policy.ts'
import { CHOICE_PARAMETERS } from './choice-parameters.ts'
import { drawIconPage, isPlain, type IconPageOrder } from './pages/draw-icon-page.ts'
import { PAGE_SIZE, type IconsView } from './pages/icons-address.ts'
import type { IconsSite } from './pages/icons-frame.ts'
import { renderIconsHome, type IconsFound, type IconsHomeInput } from './pages/render-home.ts'
import { renderIconsMessage } from './pages/render-icons-message.ts'
import { contentReply, languageOf, preferredLocale } from '../content-reply.ts'
import { NO_SUCH_ADDRESS } from './api/refusals.ts'

const HTML = 'text/html; charset=utf-8'
const POLICY = contentSecurityPolicy()
const ICONS_PATH = '/icons/'
const QUERY_MAXIMUM = 200
/** The last page that the search goes to: its offset is at most 10,000 (choices §3). */
const PAGE_MAXIMUM = Math.floor(10_000 / PAGE_SIZE) + 1
const SUGGESTIONS = 6
/** One sign of another script says about as much as three letters. */
const LATIN = /\p{Script=Latin}/u

/** Fields that the pages' routes read. */
export const ICONS_PAGE_READS: readonly ReadableField[] = ['accept-language']
/** For the answer to addresses that nothing has. */
export const ICONS_NOT_FOUND_READS: readonly ReadableField[] = ['accept', 'accept-language']

const optional: Omit<Parameter<string | null>, 'description'> = {
  schema: z
    .string()
    .nullable()
    .default(null)
    .transform((value) => (value === '' ? null : value)),
  form: 'text',
  code: 'invalid_filter',
  required: false,
}

const LANGUAGE = {
  schema: z.enum(LOCALES).nullable().catch(null),
  form: 'text',
  code: 'invalid_query',
  description: 'Language of the page; without it the one that the browser prefers.',
  required: false,
} as const satisfies Parameter

/** Query parameters of `/`, which says in words what is wrong with them. A filter left at "all" is sent empty. */
export const ICONS_HOME_PARAMETERS = {
  q: {
    schema: z.string().default('').overwrite(normaliseQuery),
    form: 'text',
    code: 'invalid_query',
    description: 'What to look for.',
    required: false,
  },
  category: { ...optional, description: 'Only icons of this category.' },
  style: { ...optional, description: 'Only icons of this style.' },
  set: { ...optional, description: 'Only icons of this set.' },
  format: { ...optional, description: 'Only icons that come in this format.' },
  page: {
    schema: z.int().min(1).max(PAGE_MAXIMUM).catch(1),
    form: 'integer',
    code: 'invalid_offset',
    description: 'Page of the list, from 1 on.',
    required: false,
  },
  lang: LANGUAGE,
} as const satisfies Record<string, Parameter>

/** Query parameters of `/icons/{id}`. */
export const ICON_PAGE_PARAMETERS = { lang: LANGUAGE, ...CHOICE_PARAMETERS } as const satisfies Record<
  string,
  Parameter
>

/** Has the page of an icon written by another thread: see `IconRenderer`. */
export type RenderPage = (order: IconPageOrder, client: string, gone: () => boolean) => Promise<Answer<Uint8Array>>

export interface IconsPagesDeps extends IconsSite {
  readonly icons: IconsService
  readonly renderPage: RenderPage
}

/** What the icons host answers people, each a function of its request. */
export function createIconsPages({ icons, renderPage, ...site }: IconsPagesDeps) {
  // Lists and pages that every request can have another of are written one in a turn of the event loop.
  const turn = createTurns()

  /** The list of icons, all of them or those of a search. */
  function home(request: RouteRequest<typeof ICONS_HOME_PARAMETERS>): Cacheable {
    const { lang, ...asked } = request.query
    const locale = lang ?? preferredLocale(request)
    const view = knownFilters(asked)
    return {
      key: `icons-home ${locale} ${lang} ${view.page} ${view.category} ${view.style} ${view.set} ${view.format} ${view.q}`,
      async produce(aborted) {
        const { content, facets } = icons
        const page = (outcome: IconsHomeInput['outcome'], suggestions: readonly string[] = []): string =>
          renderIconsHome({ ...site, locale, lang, view, facets, outcome, suggestions })
        if ([...view.q].length > QUERY_MAXIMUM) return failure(400, page('invalid'), locale)
        const { page: _page, q: query, ...filters } = view
        const offset = (view.page - 1) * PAGE_SIZE
        const answer = await icons.search({ query, limit: PAGE_SIZE, offset, facets: true, ...filters }, aborted)
        if (!answer.ok) return failure(503, page('unavailable'), locale, answer)
        await turn()
        const found = parse(answer.value) as IconsFound
        const html = page(found, found.total === 0 ? await suggestionsFor(query) : [])
        return contentReply(HTML, text(html), content, pageHead(locale))
      },
    }
  }

  /** A filter that the catalogue does not have is left out, so that an old bookmark shows something. */
  function knownFilters(asked: FilterTexts): KnownView {
    const { categories, formats, sets, styles } = icons.facets
    const known = (value: string | null, values: readonly string[]): string | null =>
      value !== null && values.includes(value) ? value : null
    return {
      q: asked.q,
      page: asked.page,
      category: known(
        asked.category,
        categories.map(({ id }) => id),
      ),
      style: known(asked.style, styles),
      set: known(
        asked.set,
        sets.map(({ id }) => id),
      ),
      format: formats.find((ext) => ext === asked.format) ?? null,
    }
  }

  /** Words that begin as the query does. */
  async function suggestionsFor(query: string): Promise<readonly string[]> {
    const prefix = [...query.toLowerCase()].slice(0, LATIN.test(query) ? 3 : 1).join('')
    if (prefix === '') return []
    const answer = await icons.suggest(prefix, SUGGESTIONS)
    if (!answer.ok) return []
    const { suggestions } = parse(answer.value) as { suggestions: { text: string }[] }
    return suggestions.map((suggestion) => suggestion.text)
  }

  function icon(request: RouteRequest<typeof ICON_PAGE_PARAMETERS>): Cacheable | Outcome {
    const { lang, ...asked } = request.query
    const locale = lang ?? preferredLocale(request)
    const id = request.path.slice(ICONS_PATH.length)
    const missing = (): Outcome => failure(404, renderIconsMessage('noIcon', locale, lang, site), locale)
    const refused = (refusal: Refusal): Outcome =>
      failure(503, renderIconsMessage('busy', locale, lang, site), locale, refusal)
    if (!ICON_ID.test(id)) return missing()
    return {
      key: `icon-page ${locale} ${lang} ${id} ${asked.color} ${asked.size} ${asked.speed} ${asked.trigger} ${asked.inline}`,
      async produce(aborted) {
        const { content, facets } = icons
        const record = recordOf(id)
        if (record === null) return null
        const [svg, json] = await Promise.all([changeableFile(id, 'svg'), changeableFile(id, 'json')])
        if (!svg.ok) return refused(svg)
        if (!json.ok) return refused(json)
        const variants = record.variants.flatMap((each) => recordOf(each) ?? [])
        const page = { ...site, locale, lang, icon: record, variants, facets }
        const order: IconPageOrder = { kind: 'page', asked, page, svg: svg.value, json: json.value }
        // Plain pages come, whatever waits for the icon thread.
        const html = isPlain(order)
          ? await turn().then(() => ({ ok: true, value: drawIconPage(order) }) as const)
          : await renderPage(order, addressKey(request.caller.address), aborted)
        return html.ok ? contentReply(HTML, html.value, content, pageHead(locale)) : refused(html)
      },
      absent: missing,
    }
  }

  /** A copy of a file for another thread. The value is null where there is no such file, or it is too large to be changed. */
  async function changeableFile(id: string, ext: IconExtension): Promise<Answer<Uint8Array | null>> {
    const answer = await icons.asset(id, ext)
    if (!answer.ok) return answer
    const bytes = answer.value?.bytes ?? null
    return { ok: true, value: bytes === null || bytes.length > RENDITION_LIMIT_BYTES ? null : new Uint8Array(bytes) }
  }

  function recordOf(id: string): IconRecord | null {
    const bytes = icons.icon(id)
    return bytes === null ? null : (parse(bytes) as IconRecord)
  }

  /** A page for people who prefer one, an error for programs. */
  function notFound(request: RouteRequest): Outcome {
    if (chooseMediaType(request.field('accept'), ['application/json', 'text/html']) === 'application/json') {
      return NO_SUCH_ADDRESS
    }
    const locale = preferredLocale(request)
    return {
      ...failure(404, renderIconsMessage('notFound', locale, null, site), locale),
      vary: 'Accept, Accept-Language',
    }
  }

  return { home, icon, notFound }
}

type FilterTexts = Pick<IconsView, 'q' | 'category' | 'style' | 'set' | 'format' | 'page'>
type KnownView = Omit<IconsView, 'format'> & { readonly format: IconExtension | null }

const decoder = new TextDecoder()

/** The bytes are JSON that the service wrote. */
function parse(bytes: Uint8Array): unknown {
  return JSON.parse(decoder.decode(bytes))
}

function pageHead(locale: Locale): Required<Pick<Reply, 'headers' | 'vary'>> {
  return {
    vary: 'Accept-Language',
    headers: [...languageOf(locale), ['Content-Security-Policy', POLICY]],
  }
}

/** A page that says why there is not what was asked for. */
function failure(status: number, html: string, locale: Locale, refusal?: Refusal): Reply {
  const { headers, vary } = pageHead(locale)
  const retry: NonNullable<Reply['headers']> =
    refusal === undefined ? [] : [['Retry-After', String(refusal.retryAfterSeconds)]]
  return {
    status,
    mediaType: HTML,
    body: text(html),
    cacheControl: 'no-store',
    vary,
    headers: [...headers, ...retry],
    ...(refusal === undefined ? {} : { reason: refusal.reason }),
  }
}
