/** Claims of credentials: those of every host, and in full those of the icons host. The interface (§8) sets the lifetimes. */

export const SCOPE = 'icons.read'
export const ASSERTION_LIFETIME_SECONDS = 30 * 24 * 60 * 60
export const ACCESS_LIFETIME_SECONDS = 3600
/** Longest difference between the clocks of two nodes. */
export const CLOCK_SKEW_SECONDS = 60

/** The only algorithm: a token cannot choose another (RFC 8725 §3.1). */
export const ALGORITHM = 'ES256'

/** Values of the header's `typ`, which distinguishes the two kinds, so that neither can stand in for the other (RFC 8725 §3.11). */
export const TOKEN_TYPES = {
  /** Identity assertion of an agent, which can only be exchanged. */
  assertion: 'oauth-id-jag+jwt',
  /** Access token (RFC 9068). */
  access: 'at+jwt',
} as const
export type TokenKind = keyof typeof TOKEN_TYPES

export interface Claims {
  readonly iss: string
  readonly sub: string
  readonly aud: string
  readonly jti: string
  /** Seconds since the epoch. */
  readonly iat: number
  readonly exp: number
  readonly client_id?: string
  readonly scope?: string
  /** Id of the user's grant to the client; account host only. */
  readonly grant_id?: string
}

interface Issue {
  readonly issuer: string
  /** Id of the registration. */
  readonly subject: string
  readonly tokenId: string
  readonly nowSeconds: number
}

export function assertionClaims({ issuer, subject, tokenId, nowSeconds }: Issue): Claims {
  return {
    iss: issuer,
    sub: subject,
    aud: issuer,
    jti: tokenId,
    iat: nowSeconds,
    exp: nowSeconds + ASSERTION_LIFETIME_SECONDS,
  }
}

/** Claims of an access token (RFC 9068 §2.2). A registration is its own client. */
export function accessClaims({ issuer, subject, tokenId, nowSeconds }: Issue): Claims {
  return {
    iss: issuer,
    sub: subject,
    aud: issuer,
    client_id: subject,
    scope: SCOPE,
    jti: tokenId,
    iat: nowSeconds,
    exp: nowSeconds + ACCESS_LIFETIME_SECONDS,
  }
}

/** The header of a token. `headerText` depends on its members and their order. */
export function headerOf(kind: TokenKind, kid: string): { alg: string; typ: string; kid: string } {
  return { alg: ALGORITHM, typ: TOKEN_TYPES[kind], kid }
}

/** The first part of every token of that kind that the key signs, exactly as it is written. */
export function headerText(kind: TokenKind, kid: string): string {
  return Buffer.from(JSON.stringify(headerOf(kind, kid))).toString('base64url')
}
