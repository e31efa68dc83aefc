import { z } from 'zod'
import type { ReaderCounts } from '../../../analytics/reader-counts.ts'
import type { DocsService } from '../../../docs/served/docs-service.ts'
import { PATH_LIMIT_CHARS, pageUrl } from '../../../docs/paths.ts'
import { requestPage } from '../../../docs/served/request-page.ts'
import type { Outcome, Reply } from '../../../http/route/reply.ts'
import type { Endpoint, RouteRequest } from '../../../http/route/route.ts'
import type { ServiceError } from '../../../http/route/service-error.ts'
import { hasOptedOut } from '../../../http/wire/opt-out.ts'
import { readJsonObject } from '../../../http/wire/read-json-object.ts'
import { createAddressGate, type AddressLimit } from '../../../limits/address-gate.ts'
import type { Limiter } from '../../../limits/limiter.ts'
import { FALLBACK_LOCALE, LOCALES } from '../../../shared/locale.ts'
import type { Result } from '../../../shared/result.ts'
import { unavailable } from '../../content-reply.ts'
import { SERVER_ERRORS } from './operation.ts'
import { isSearchable } from './search.ts'

/** An address of a page in Korean takes nine bytes for each character. */
const BODY_LIMIT_BYTES = 4096
/** Last place of a result that is counted. */
export const POSITION_LIMIT = 100

/** A reader who searches all the time causes some ten events a minute. One address cannot distort the counts by more. */
export const EVENTS: AddressLimit = {
  name: 'docs-events',
  limit: 120,
  windowMs: 60_000,
  detail: 'More than 120 events came from this address within 60 seconds. Wait for Retry-After.',
}

const locale = z.enum(LOCALES).meta({ description: 'Locale that was searched' })
const query = z.string().refine(isSearchable).meta({ description: 'Text of the search, of 2 to 200 characters' })
const page = z
  .string()
  .min(1)
  .meta({ description: 'Path or full address of a page, as `/api/page` takes it', maxLength: PATH_LIMIT_CHARS })

const event = z.discriminatedUnion('kind', [
  z
    .object({ kind: z.literal('search'), query, locale, found: z.boolean() })
    .meta({ description: 'A search that a reader has finished, and whether it had results in the locale' }),
  z
    .object({ kind: z.literal('click'), query, locale, page, position: z.int().min(1).max(POSITION_LIMIT) })
    .meta({ description: 'A click on a result, and its place from 1' }),
  z
    .object({ kind: z.literal('feedback'), page, helpful: z.boolean() })
    .meta({ description: 'An answer to the question whether a page was helpful' }),
])

const COUNTED: Reply = { status: 204, cacheControl: 'no-store' }

export interface EventsDeps {
  readonly docs: DocsService
  readonly counts: ReaderCounts
  readonly limiter: Limiter
  /** Origins that are accepted in full addresses of pages. */
  readonly siteOrigins: readonly string[]
}

/** `/api/events`: counts what readers do with results. It answers 204, without saying what was counted. */
export function countEvents(deps: EventsDeps): Endpoint {
  const { counts, limiter } = deps
  return {
    method: 'POST',
    body: { mediaType: 'application/json', limitBytes: BODY_LIMIT_BYTES },
    gate: createAddressGate(limiter, EVENTS),
    reads: ['dnt', 'sec-gpc'],
    operation: {
      operationId: 'countEvent',
      summary: 'Count an event',
      description:
        'Counts a finished search, a click on a result, or feedback on a page, without anything about its sender. Requests with `DNT: 1` or `Sec-GPC: 1` are answered and not counted. The address exists where `SEARCH_ANALYTICS` is `on`.',
      requestBody: { description: 'The event', schema: event },
      response: { status: 204, description: 'The event was taken' },
      errors: {
        400: ['invalid_event'],
        413: ['body_too_large'],
        415: ['unsupported_media_type'],
        429: ['rate_limited'],
        ...SERVER_ERRORS,
      },
    },
    async answer(request): Promise<Outcome> {
      const parsed = event.safeParse(readJsonObject(request.body))
      if (!parsed.success) return invalidEvent(faultOf(parsed.error))
      const { data } = parsed
      if (data.kind === 'search') {
        if (isCounted(request)) counts.searched('readers', data)
        return COUNTED
      }
      const found = await findPage(deps, data.page)
      if (!found.ok) return found
      if (!isCounted(request)) return COUNTED
      const { counted } = found.value
      if (data.kind === 'click') counts.clicked(data.locale, data.query, data.position, counted)
      else counts.rated(counted, data.helpful)
      return COUNTED
    },
  }
}

/** Paths of a page: where it is counted, and where its reader is, whose language may be another. */
interface FoundPage {
  readonly counted: string
  readonly asked: string
}

/** Finds the paths of a page that a client names. An event about a page that is not there is refused. */
export async function findPage(
  { docs, siteOrigins }: Pick<EventsDeps, 'docs' | 'siteOrigins'>,
  raw: string,
): Promise<Result<FoundPage, ServiceError>> {
  const asked = requestPage(docs, raw, siteOrigins)
  if (!asked.ok) return invalidEvent(`page: ${asked.detail}`)
  const answer = await asked.read()
  if (!answer.ok) return unavailable(answer)
  if (answer.value === null) return invalidEvent('page: there is no such page')
  const { locale: own, path } = answer.value
  // Only an English page is shown to readers of other languages.
  const reader = own === FALLBACK_LOCALE ? asked.locale : own
  return { ok: true, value: { counted: pageUrl('', own, path), asked: pageUrl('', reader, path) } }
}

function isCounted(request: RouteRequest): boolean {
  return !hasOptedOut(request.field)
}

function faultOf({ issues: [first] }: z.ZodError): string {
  const where = first?.path.join('.') ?? ''
  return where === '' ? 'the body must be a JSON object with a kind' : `${where}: it is missing or has another form`
}

function invalidEvent(detail: string): ServiceError {
  return { ok: false, status: 400, code: 'invalid_event', detail: `The event was not counted. ${detail}.` }
}
