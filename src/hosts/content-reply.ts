import type { Reply } from '../http/route/reply.ts'
import type { RouteRequestHead } from '../http/route/route.ts'
import type { ServiceError } from '../http/route/service-error.ts'
import { chooseLanguage } from '../http/wire/negotiation.ts'
import { FALLBACK_LOCALE, LOCALES, type Locale } from '../shared/locale.ts'
import type { Refusal } from '../shared/result.ts'

/** Content changes with a rebuild at any time, so nobody keeps it for longer than a minute. */
export const CONTENT_CACHING = 'public, max-age=60'

/**
 * @param content Of the generation that the body was made from, read before it was asked for.
 * @param rest `updatedAt`: the date that the content states, in the form of RFC 3339; null or absent if it states none.
 */
export function contentReply(
  mediaType: string,
  body: Uint8Array,
  content: string,
  { updatedAt = null, ...rest }: Pick<Reply, 'headers' | 'vary'> & { readonly updatedAt?: string | null } = {},
): Reply {
  const lastModified = updatedAt === null ? Infinity : Date.parse(updatedAt)
  // An origin must not name a time that is to come (RFC 9110 §8.8.2.1).
  const dated = lastModified > Date.now() ? {} : { lastModified }
  return { status: 200, mediaType, body, cacheControl: CONTENT_CACHING, tagged: true, content, ...dated, ...rest }
}

/**
 * `unavailable` and `internal` are codes beside the closed list of interface §2.4, which is of requests that are at fault:
 * here the request was right.
 */
export function unavailable({
  detail,
  reason,
  retryAfterSeconds,
}: Pick<Refusal, 'detail' | 'reason' | 'retryAfterSeconds'>): ServiceError {
  return { ok: false, status: 503, code: 'unavailable', detail, retryAfterSeconds, reason }
}

/** The language that a reader's browser prefers. */
export function preferredLocale({ field }: Pick<RouteRequestHead, 'field'>): Locale {
  return chooseLanguage(field('accept-language'), LOCALES, FALLBACK_LOCALE)
}

export function languageOf(locale: Locale): (readonly [string, string])[] {
  return [['Content-Language', locale]]
}
