import type { AccountContent, AccountObject, ContentResult, Page } from '../../../account/content/account-content.ts'
import type { Principal } from '../../../account/principal.ts'
import { CODE } from '../../../mcp/protocol.ts'
import { RpcError } from '../../../mcp/rpc-error.ts'

/** Takes messages from the buckets of the person and the connection. False: there are not enough left. */
export type Charge = (who: Principal, messages: number) => Promise<boolean>

const RETRY_AFTER_SECONDS = 1
/** A record stands twice in the result of a tool. */
const COPIES = 2

/**
 * Charges documents and lists that are read like documents that are sent: a message for each started `unitBytes`. The request
 * has paid for the first. Otherwise a batch of fifty requests, charged as fifty messages, could have an answer of 100 MiB.
 */
export function chargeAnswers(content: AccountContent, charge: Charge, unitBytes: number): AccountContent {
  async function pay(who: Principal, bytes: number): Promise<void> {
    const more = Math.ceil(bytes / unitBytes) - 1
    if (more <= 0 || (await charge(who, more))) return
    throw new RpcError(
      CODE.serverError,
      'Too many long documents or lists were read within a second. Wait for Retry-After.',
      { status: 429, retryAfterSeconds: RETRY_AFTER_SECONDS },
    )
  }

  /** Charges a page by its names and descriptions: what else is in the records of a page is less than a unit. */
  async function payPage<T extends Pick<AccountObject, 'name' | 'description'>>(
    who: Principal,
    pending: Promise<ContentResult<Page<T>>>,
  ): Promise<ContentResult<Page<T>>> {
    const found = await pending
    if (!found.ok) return found
    const texts = found.value.items.flatMap(({ description, name }) => [name, description])
    await pay(
      who,
      texts.reduce((bytes, text) => bytes + COPIES * Buffer.byteLength(text), 0),
    )
    return found
  }

  return {
    ...content,
    listWorkspaces: (who, page) => payPage(who, content.listWorkspaces(who, page)),
    listProjects: (who, workspaceId, page) => payPage(who, content.listProjects(who, workspaceId, page)),
    listAnimations: (who, projectId, page) => payPage(who, content.listAnimations(who, projectId, page)),
    search: (who, query, page) => payPage(who, content.search(who, query, page)),
    async getDocument(who, id) {
      const found = await content.getAnimation(who, id)
      if (!found.ok) return found
      await pay(who, found.value.sizeBytes)
      return content.getDocument(who, id)
    },
  }
}
