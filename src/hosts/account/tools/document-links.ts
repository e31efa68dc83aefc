import { randomBytes } from 'node:crypto'
import type { ContentResult } from '../../../account/content/account-content.ts'
import type { DocumentAddresses, DocumentUse } from '../../../account/content/document-addresses.ts'
import type { Principal } from '../../../account/principal.ts'
import { hashSecret } from '../../../oauth/secrets.ts'

/** Path of the addresses, before the token. */
export const DOCUMENTS_PATH = '/documents/'
const TOKEN_BYTES = 32
const TOKEN_FORM = /^[\w-]{43}$/

export interface DocumentLink {
  readonly url: string
  /** Time in ISO 8601. */
  readonly expiresAt: string
}

/** Opens an address for a document, which programs read or write with nothing else than the address. */
export type OpenDocumentLink = (who: Principal, use: DocumentUse) => Promise<ContentResult<DocumentLink>>

export function createOpenDocumentLink(
  addresses: Pick<DocumentAddresses, 'open'>,
  accountUrl: string,
  random: (bytes: number) => Buffer = randomBytes,
): OpenDocumentLink {
  return async (who, use) => {
    const token = random(TOKEN_BYTES).toString('base64url')
    const opened = await addresses.open(who, hashSecret(token), use)
    return opened.ok
      ? { ok: true, value: { url: `${accountUrl}${DOCUMENTS_PATH}${token}`, expiresAt: opened.value } }
      : opened
  }
}

/** Hashes the token of a path; null: no address has this path. */
export function hashOfPath(path: string): Buffer | null {
  const token = path.slice(DOCUMENTS_PATH.length)
  return TOKEN_FORM.test(token) ? hashSecret(token) : null
}
