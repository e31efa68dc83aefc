import type { Call } from './call.ts'
import type { Lists } from './lists.ts'
import { META } from './protocol.ts'
import type { JsonObject, ServerInfo } from './protocol.ts'
import type { PromptResult } from './prompt.ts'
import type { RawCallResult, ToolOutcome } from './tool.ts'

/** Of a tool, a prompt, a resource, a completion, or a question to the client that is ready to go out. */
export type Result = ToolOutcome | PromptResult | JsonObject

/** Writes the results of calls in the form of the call's generation. */
export interface Results {
  /** @param cacheable Whether a modern client may keep it. */
  send(call: Call, result: Result, cacheable: boolean): void
}

export function createResults(lists: Pick<Lists, 'cacheMembers' | 'modernEnd'>, serverInfo: ServerInfo): Results {
  const { cacheMembers, modernEnd } = lists

  const toModern = (result: Result, cacheable: boolean): string => {
    if (isRaw(result)) return join(`{${result.rawMembers}`, cacheable)
    const { _meta: own, resultType } = result as JsonObject
    if (resultType === undefined && own === undefined) {
      return join(JSON.stringify(result).slice(0, -1), cacheable)
    }
    const meta = { [META.serverInfo]: serverInfo, ...(own as JsonObject | undefined) }
    return `${JSON.stringify({ resultType: 'complete', ...result, _meta: meta })}}`
  }
  /** @param begun An object without its closing brace. */
  const join = (begun: string, cacheable: boolean): string =>
    `${begun}${begun.length === 1 ? '' : ','}${cacheable ? cacheMembers : ''}${modernEnd}`

  const toLegacy = (result: Result): string =>
    isRaw(result) ? `{${result.rawMembers}}}` : `${JSON.stringify(result)}}`

  return {
    send(call, result, cacheable) {
      const rest = call.modern ? toModern(result, cacheable) : toLegacy(result)
      call.exchange.json(200, `{"jsonrpc":"2.0","id":${call.idJson},"result":${rest}`)
    },
  }
}

function isRaw(result: Result): result is RawCallResult {
  return typeof (result as RawCallResult).rawMembers === 'string'
}
