import { randomUUID } from 'node:crypto'
import type { JsonRpcId } from '../../../http/route/error-wires.ts'
import type { A2aVersion } from './versions.ts'

/** A reply of the agent. At least one of its members is present. */
export interface AgentReply {
  /** Text for people. */
  readonly text?: { readonly value: string; readonly mediaType: 'text/plain' | 'text/markdown' }
  /** One serialised JSON object for programs. */
  readonly dataJson?: string
}

/**
 * Writes a JSON-RPC response with the agent's message. The data is inserted unchanged, because searches give finished JSON.
 *
 * @param contextId Value of the client; null: a new one.
 */
export function replyResponse(version: A2aVersion, id: JsonRpcId, contextId: string | null, reply: AgentReply): string {
  const context = JSON.stringify(contextId ?? randomUUID())
  const head = `"messageId":"${randomUUID()}","contextId":${context}`
  const message =
    version === '1.0'
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
