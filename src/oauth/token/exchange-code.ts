import { Unavailable } from '../../shared/unavailable.ts'
import { ASSERTION_NEEDED, missingAssertion, type Sender } from '../assertion/authenticate-client.ts'
import { isCodeVerifier, provesChallenge } from '../checks/verify-pkce.ts'
import { CODE_LIFETIME_SECONDS, type CodeRecord } from '../code/code-store.ts'
import { invalidGrant, invalidRequest, toUnavailable } from '../refusals.ts'
import { codeMadeAtMs, hashSecret, isRefreshToken, newRefreshToken } from '../secrets.ts'
import { ACCOUNT_CLOCK_SKEW_SECONDS } from './access-tokens.ts'
import { REFRESH_LIFETIME_MS, type TokenDependencies } from './token-dependencies.ts'
import type { TokenGrant, TokenPair } from './token-grant.ts'

/**
 * Creates the exchange of an authorization code (OAuth 2.1 §4.1.3). Presenting a code uses it up, rightly or not. A code
 * that comes twice was seen by two parties, one of them a thief. So everything that it gave ends.
 *
 * The refresh token is in the database before the client receives it. If the database or a signature is unavailable, a
 * rightly presented code is put back, so that the client can retry. Its time goes on meanwhile. A client that presented it
 * with an assertion must do so again.
 */
export function createCodeExchange(dependencies: TokenDependencies): TokenGrant {
  const { clock, codes, grants, revocations, tokens, uses } = dependencies

  async function issue(
    { clientId, grantId, scope, userId }: CodeRecord,
    { authentication }: Sender,
  ): Promise<TokenPair | null> {
    const access = await tokens.issue({ userId, grantId, clientId }, scope)
    if (!access.ok) throw toUnavailable(access)
    const refreshToken = newRefreshToken()
    const nowMs = clock()
    const [hash, at, expiresAt] = [hashSecret(refreshToken), new Date(nowMs), new Date(nowMs + REFRESH_LIFETIME_MS)]
    const isActive = await grants.addRefreshToken(grantId, hash, at, expiresAt, authentication)
    return isActive ? { accessToken: access.token, refreshToken } : null
  }

  async function endGrant(grantId: string, address: string): Promise<void> {
    await grants.revoke(grantId, { reason: 'code_reused', at: new Date(clock()), address })
    await revocations.announce([grantId])
  }

  /**
   * Ends the grant that a new one replaces. A client that still has an earlier refresh token of its person may send it with
   * the code. Then the same installation has been approved anew, and the grant of that token ends. A token of another
   * person or client is ignored.
   */
  async function endReplacedGrant(token: string, record: CodeRecord, sender: Sender, address: string): Promise<void> {
    if (!isRefreshToken(token)) return
    const before = await grants.findByRefreshToken(hashSecret(token))
    if (before === null || before.id === record.grantId) return
    if (before.userId !== record.userId || before.clientId !== record.clientId) return
    if (missingAssertion(sender, before.authentication) !== null) return
    await grants.revoke(before.id, { reason: 'replaced', at: new Date(clock()), address })
    // The grant has ended in the database. A node that misses the announcement reads it there.
    await revocations.announce([before.id]).catch(() => undefined)
  }

  return async (parameters, sender, address) => {
    const { clientId } = sender
    const code = parameters.get('code')
    const verifier = parameters.get('code_verifier')
    if (code === '') return invalidRequest('The parameter code is missing.')
    if (verifier === '') return invalidRequest('The parameter code_verifier is missing.')
    if (!isCodeVerifier(verifier)) {
      return invalidRequest('The parameter code_verifier must be 43 to 128 letters, digits, or any of -._~')
    }
    const madeAtMs = codeMadeAtMs(code)
    if (madeAtMs === null) return UNKNOWN_CODE
    const hash = hashSecret(code).toString('base64url')
    const taken = await codes.take(hash)
    if (taken === null) return UNKNOWN_CODE
    if (taken.use === 'again') {
      await endGrant(taken.grantId, address)
      return UNKNOWN_CODE
    }
    const { record } = taken
    const isOver = (): boolean => clock() > madeAtMs + CODE_LIFETIME_SECONDS * 1000 + ACCOUNT_CLOCK_SKEW_SECONDS * 1000
    if (isOver()) return UNKNOWN_CODE
    if (record.clientId !== clientId) return invalidGrant('The code was given to another client.')
    const isSigned = sender.authentication === 'private_key_jwt'
    if (record.needsAssertion === true && !isSigned) {
      // A client that fails to authenticate itself has not presented the code yet.
      await codes.put(hash, record)
      return ASSERTION_NEEDED
    }
    const redirectUri = parameters.get('redirect_uri')
    if (redirectUri !== '' && redirectUri !== record.redirectUri) {
      return invalidGrant('The parameter redirect_uri is not that of the authorization request.')
    }
    if (!provesChallenge(verifier, record.codeChallenge)) {
      return invalidGrant('The parameter code_verifier does not fit the code_challenge of the authorization request.')
    }
    try {
      const pair = await issue(record, sender)
      if (pair === null) return invalidGrant('The person has withdrawn the approval.')
      // The client keeps its earlier grant until it has another one.
      await endReplacedGrant(parameters.get('refresh_token'), record, sender, address)
      uses.record(clientId)
      return { ok: true, value: pair }
    } catch (error) {
      if (error instanceof Unavailable && !isOver()) await codes.put(hash, { ...record, needsAssertion: isSigned })
      throw error
    }
  }
}

const UNKNOWN_CODE = invalidGrant('The code is not known: it has expired, was used before, or never was one.')
