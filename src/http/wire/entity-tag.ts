import { checksum, checksumText, createChecksum } from '../../shared/hashes.ts'
import type { Coding } from './negotiation.ts'

const SUFFIX: Readonly<Record<Coding, string>> = { identity: '', br: '-br', gzip: '-gz' }

const sum = createChecksum()

/** The digest that all codings of one body share. */
export function digestOf(body: Uint8Array): string {
  checksum(body, body.byteLength, sum)
  return checksumText(sum)
}

/** The part that a coding adds to the digest of its body: each coding has its own entity tag (RFC 9110 §8.8.3.3). */
export function tagSuffix(coding: Coding): string {
  return SUFFIX[coding]
}

/** The strong entity tag of one coding of a body. */
export function entityTag(digest: string, coding: Coding): string {
  return `"${digest}${SUFFIX[coding]}"`
}

/** Tells whether If-None-Match holds the tag, by weak comparison (RFC 9110 §13.1.2): the answer is then 304. */
export function matchesEntityTag(ifNoneMatch: string, tag: string): boolean {
  const field = ifNoneMatch.trim()
  if (field === '*') return true
  // Our tags hold no comma, so a foreign tag that does is cut into pieces that match nothing.
  return field.split(',').some((item) => {
    const candidate = item.trim()
    return candidate === tag || (candidate.startsWith('W/') && candidate.slice(2) === tag)
  })
}
