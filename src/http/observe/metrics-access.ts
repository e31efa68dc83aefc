import { createHash, timingSafeEqual } from 'node:crypto'

const CREDENTIALS = /^(Bearer|Basic) +(\S+)$/i

/** Whether a field `Authorization` has the token, as Prometheus sends it or as the password that a browser asked for. */
export function asksWithToken(authorization: string | undefined, token: string): boolean {
  const [, scheme = '', credentials = ''] = CREDENTIALS.exec(authorization ?? '') ?? []
  const sent = scheme.toLowerCase() === 'basic' ? passwordOf(credentials) : credentials
  return timingSafeEqual(digest(sent), digest(token))
}

function passwordOf(credentials: string): string {
  const text = Buffer.from(credentials, 'base64').toString()
  return text.slice(text.indexOf(':') + 1)
}

/** Digests are of equal length, so that a comparison tells nothing about the length either. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
