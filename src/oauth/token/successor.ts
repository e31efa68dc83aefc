import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Purpose of the key, so that nothing else that is derived from a token equals it. */
const PURPOSE = 'signpost refresh token successor'

/**
 * Encrypts the token that replaces a refresh token, so that only who presents the replaced token can read it: nonce,
 * ciphertext, tag. The database has only hashes of tokens, so it has no key.
 */
export function sealSuccessor(token: string, successor: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(token), nonce)
  return Buffer.concat([nonce, cipher.update(successor), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts what `sealSuccessor` made with the same token. Anything else throws. */
export function openSuccessor(token: string, sealed: Uint8Array): string {
  const decipher = createDecipheriv(CIPHER, keyOf(token), sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

/** Derives a key (RFC 5869). The token has 256 random bits, so no salt is needed. */
function keyOf(token: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, '', PURPOSE, KEY_BYTES))
}
