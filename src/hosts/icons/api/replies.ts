import type { Reply } from '../../../http/route/reply.ts'
import type { IconAsset } from '../../../icons/icons-service.ts'

/** Answers of the API carry the rate limit of one client, so shared caches do not keep them. */
export const API_CACHING = 'private, max-age=60'
export const FILE_CACHING = 'public, max-age=3600'

export function apiReply(body: Uint8Array, content: string): Reply {
  return {
    status: 200,
    mediaType: 'application/json',
    body,
    cacheControl: API_CACHING,
    tagged: true,
    content,
  }
}

export function fileReply(
  { br, bytes, gzip, mediaType, sha256 }: IconAsset,
  cacheControl: string,
  content: string,
): Reply {
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
    content,
  }
}
