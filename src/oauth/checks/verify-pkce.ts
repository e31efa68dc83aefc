import { timingSafeEqual } from 'node:crypto'
import { hashSecret } from '../secrets.ts'

/** Form of a code verifier (RFC 7636 §4.1). */
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/

export function isCodeVerifier(text: string): boolean {
  return VERIFIER.test(text)
}

/** Checks a verifier by S256 (RFC 7636 §4.6). The time does not depend on where the values differ. */
export function provesChallenge(verifier: string, challenge: string): boolean {
  const expected = Buffer.from(challenge, 'base64url')
  const proof = hashSecret(verifier)
  return expected.byteLength === proof.byteLength && timingSafeEqual(expected, proof)
}
