import type { Call } from './call.ts'
import type { Lists } from '../features/lists.ts'
import { META, type JsonObject, type ServerInfo } from '../protocol.ts'
import type { PromptResult } from '../features/prompt.ts'
import type { FoundResult, ToolOutcome } from '../features/tool.ts'

/** Result of a tool, a prompt, a resource or a completion, or a question to the client that is ready to be sent. */
export type Result = ToolOutcome | PromptResult | JsonObject

/** Writes the results of calls in the form of the call's revision. */
export interface Results {
  /** @param cacheable Whether a client of revision 2026-07-28 may cache the result. */
  send(call: Call, result: Result, cacheable: boolean): void
}

export function createResults(lists: Pick<Lists, 'cacheMembers' | 'modernEnd'>, serverInfo: ServerInfo): Results {
  const { cacheMembers, modernEnd } = lists

  const toModern = (result: Result, cacheable: boolean): string => {
    if (isFound(result)) return join(begin(result, true), cacheable)
    const { _meta: own, resultType } = result as JsonObject
    if (resultType === undefined && own === undefined) {
      return join(JSON.stringify(result).slice(0, -1), cacheable)
    }
    const meta = { [META.serverInfo]: serverInfo, ...(own as JsonObject | undefined) }
    return `${JSON.stringify({ resultType: 'complete', ...result, _meta: meta })}}`
  }
  /** @param begun JSON of an object without its closing brace. */
  const join = (begun: string, cacheable: boolean): string =>
    `${begun}${begun.length === 1 ? '' : ','}${cacheable ? cacheMembers : ''}${modernEnd}`

  const toLegacy = (call: Call, result: Result): string =>
    isFound(result) ? `${begin(result, call.knowsLinks)}}}` : `${JSON.stringify(result)}}`

  return {
    send(call, result, cacheable) {
      const rest = call.modern ? toModern(result, cacheable) : toLegacy(call, result)
      call.exchange.json(200, `{"jsonrpc":"2.0","id":${call.idJson},"result":${rest}`)
    },
  }
}

function isFound(result: Result): result is FoundResult {
  return typeof (result as FoundResult).structuredJson === 'string'
}

/**
 * Writes a record without its closing brace, in the same form for all revisions. Some hosts show a model its text alone, and
 * others the structured content alone, so each is whole. Clients of the SDK check the latter against the output schema.
 */
function begin({ links = [], structuredJson }: FoundResult, knowsLinks: boolean): string {
  const more = knowsLinks ? links.map((link) => `,${JSON.stringify(link)}`).join('') : ''
  const text = `{"type":"text","text":${JSON.stringify(structuredJson)}}`
  return `{"content":[${text}${more}],"structuredContent":${structuredJson}`
}
