import { randomUUID } from 'node:crypto'
import type { JsonRpcId } from '../../../http/route/error-wires.ts'
import type { Generation } from './versions.ts'

/** What the agent says. At least one of the two is there. */
export interface AgentReply {
  /** For people. */
  readonly text?: { readonly value: string; readonly mediaType: 'text/plain' | 'text/markdown' }
  /** For programs: one JSON object, serialised. */
  readonly dataJson?: string
}

/**
 * A JSON-RPC response that holds the agent's message. The data goes in as it is, because searches come as finished JSON.
 *
 * @param contextId What the client sent; null: a new one.
 */
export function replyResponse(
  generation: Generation,
  id: JsonRpcId,
  contextId: string | null,
  reply: AgentReply,
): string {
  const context = JSON.stringify(contextId ?? randomUUID())
  const head = `"messageId":"${randomUUID()}","contextId":${context}`
  const message =
    generation === '1.0'
      ? `{"message":{${head},"role":"ROLE_AGENT","parts":[${contentParts(reply)}]}}`
      : `{"kind":"message",${head},"role":"agent","parts":[${kindParts(reply)}]}`
  return resultResponse(id, message)
}

export function resultResponse(id: JsonRpcId, resultJson: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${resultJson}}`
}

function contentParts({ dataJson, text }: AgentReply): string {
  const parts: string[] = []
  if (text !== undefined) parts.push(`{"text":${JSON.stringify(text.value)},"mediaType":"${text.mediaType}"}`)
  if (dataJson !== undefined) parts.push(`{"data":${dataJson},"mediaType":"application/json"}`)
  return parts.join(',')
}

function kindParts({ dataJson, text }: AgentReply): string {
  const parts: string[] = []
  if (text !== undefined) parts.push(`{"kind":"text","text":${JSON.stringify(text.value)}}`)
  if (dataJson !== undefined) parts.push(`{"kind":"data","data":${dataJson}}`)
  return parts.join(',')
}
