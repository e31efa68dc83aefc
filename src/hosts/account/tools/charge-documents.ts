import type { AccountContent } from '../../../account/content/account-content.ts'
import type { Principal } from '../../../account/principal.ts'
import { CODE } from '../../../mcp/protocol.ts'
import { RpcError } from '../../../mcp/rpc-error.ts'

/** Takes messages from the buckets of the person and the connection. False: there are not enough left. */
export type Charge = (who: Principal, messages: number) => Promise<boolean>

const RETRY_AFTER_SECONDS = 1

/**
 * Charges documents that are read like documents that are sent: a message for each started `unitBytes`. The request has
 * paid for the first. Otherwise a batch of fifty requests, charged as fifty messages, could have an answer of 100 MiB.
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
