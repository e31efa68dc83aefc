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
    isFound(result) ? `${begin(result, call.hasStructuredContent)}}}` : `${JSON.stringify(result)}}`

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

/** A note for models, since hosts may show them the text alone. */
const STRUCTURED_CONTENT_NOTE = textBlock('All fields of this result are in its structuredContent.')

/**
 * Writes a result without its closing brace. For clients without structured content, the text repeats it, as the
 * specification recommends. For others the text says where it is, since a model would read everything twice. All clients
 * get structured content: those of the SDK check each result against the tool's output schema, whatever their revision.
 */
function begin({ links = [], structuredJson, text, textIsWhole = false }: FoundResult, hasStructured: boolean): string {
  // Clients of older revisions refuse content of a kind that they do not know.
  const more = hasStructured ? links.map((link) => `,${JSON.stringify(link)}`).join('') : ''
  const rest = textIsWhole ? '' : `,${hasStructured ? STRUCTURED_CONTENT_NOTE : textBlock(structuredJson)}`
  return `{"content":[${textBlock(text)}${rest}${more}],"structuredContent":${structuredJson}`
}

function textBlock(text: string): string {
  return `{"type":"text","text":${JSON.stringify(text)}}`
}
