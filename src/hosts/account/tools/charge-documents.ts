import type { AccountContent } from '../../../account/content/account-content.ts'
import type { Principal } from '../../../account/principal.ts'
import { CODE } from '../../../mcp/protocol.ts'
import { RpcError } from '../../../mcp/rpc-error.ts'

/** Takes messages from what the person and the connection may still send. False: there are not so many left. */
export type Charge = (who: Principal, messages: number) => Promise<boolean>

const RETRY_AFTER_SECONDS = 1

/**
 * Documents that go out cost what they cost on their way in: a message for each `unitBytes` that they begin, of which the
 * request has paid one. Else a batch of fifty requests, paid for as fifty messages, is an answer of 100 MiB.
 */
export function chargeDocuments(content: AccountContent, charge: Charge, unitBytes: number): AccountContent {
  return {
    ...content,
    async getDocument(who, id) {
      const found = await content.getAnimation(who, id)
      if (!found.ok) return found
      const more = Math.ceil(found.value.sizeBytes / unitBytes) - 1
      if (more > 0 && !(await charge(who, more))) {
        throw new RpcError(
          CODE.serverError,
          'Too many long documents were read within a second. Wait for Retry-After.',
          {
            status: 429,
            retryAfterSeconds: RETRY_AFTER_SECONDS,
          },
        )
      }
      return content.getDocument(who, id)
    },
  }
}
